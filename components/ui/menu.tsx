"use client";
import { cloneElement, Suspense, useState, type ReactElement, type ReactNode } from "react";
import type { ButtonProps } from "./button";
import { lazyPart } from "./lazy-part";

const MenuOpened = lazyPart(() => import("./menu-opened").then((module) => module.MenuOpened));

/** One command of a menu. */
export interface MenuCommand {
  label: ReactNode;
  onSelect: () => void;
  keys?: string | undefined;
  danger?: boolean;
  disabled?: boolean;
}

export interface MenuProps {
  /** A button. */
  trigger: ReactElement<ButtonProps>;
  /** Its commands; null is a line between two groups. */
  items: readonly (MenuCommand | null)[];
  align?: "start" | "end";
}

/** A button that opens a list of commands below it. The button alone is on the page; the list is fetched when it is wanted. */
export function Menu(props: MenuProps) {
  const [wanted, setWanted] = useState(false);
  const button = cloneElement(props.trigger, { "aria-haspopup": "menu", onClick: () => setWanted(true) });
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <MenuOpened {...props} />
    </Suspense>
  );
}
