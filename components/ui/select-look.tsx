import { ChevronsUpDown } from "./icons";
import type { ReactNode } from "react";
import { CONTROL } from "./control";
import { cx } from "./cx";

export interface SelectProps {
  label: string;
  /** Where the label is already written beside it, it is only read out. */
  labelHidden?: boolean;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: ReactNode }[];
  className?: string;
}

export const SELECT_LOOK = {
  frame: "flex flex-col gap-1",
  label: "text-fg-2 text-xs font-semibold",
  trigger: cx(CONTROL, "flex h-8 items-center gap-2 text-start"),
  value: "min-w-0 flex-1 truncate",
  icon: <ChevronsUpDown size={14} aria-hidden className="text-fg-3" />,
};
