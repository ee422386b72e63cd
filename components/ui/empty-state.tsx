import type { ReactNode } from "react";
import { CopyText } from "./copy-text";

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  /** A command that makes the first one, shown to be copied. */
  command?: string;
  actions?: ReactNode;
  /** 1 where it is all there is on the page. */
  level?: 1 | 2;
  /** Said at once by a screen reader, for what failed. */
  alert?: boolean;
}

/** What a list says when it has nothing to show: why, and the one thing to do about it. */
export function EmptyState({ title, children, command, actions, alert = false, level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div role={alert ? "alert" : "status"} className="mx-auto flex max-w-[560px] flex-col items-start gap-3 px-4 py-12">
      <Heading className="text-base font-semibold">{title}</Heading>
      {children && <div className="text-fg-2">{children}</div>}
      {command && <CopyText text={command} />}
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
