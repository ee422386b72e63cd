import type { ReactElement, ReactNode } from "react";
import type { ButtonProps } from "./button";

export interface MenuCommand {
  label: ReactNode;
  onSelect: () => void;
  keys?: string | undefined;
  danger?: boolean;
  disabled?: boolean;
}

export interface MenuProps {
  trigger: ReactElement<ButtonProps>;
  /** Its commands; null is a line between two groups. */
  items: readonly (MenuCommand | null)[];
  align?: "start" | "end";
}

/** A list of which several things may be chosen. */
export interface ChoiceMenuProps {
  /** What is chosen of, such as "Role". */
  label: string;
  options: readonly { value: string; label: string; count?: number }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}
