"use client";
import type { ReactNode } from "react";
import { runAction, useIsEnabled } from "./action-registry";
import { Button, type ButtonLook } from "./button";
import { Kbd } from "./kbd";

interface ActionButtonProps extends ButtonLook {
  action: string;
  /** Shown instead of the action's own label. */
  children?: ReactNode;
  /** The label before the page has woken up; it keeps the button's width. */
  label: string;
  keys?: string;
}

export function ActionButton({ action, label, keys, children, ...props }: ActionButtonProps) {
  const enabled = useIsEnabled(action);
  return (
    <Button
      {...props}
      onClick={() => runAction(action)}
      disabled={!enabled}
      aria-keyshortcuts={keys}
      {...(children !== undefined && { "aria-label": label, title: label })}
    >
      {children ?? label}
      {keys && <Kbd keys={keys} className="max-sm:hidden" />}
    </Button>
  );
}
