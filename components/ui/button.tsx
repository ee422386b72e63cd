import type { Icon as Drawn } from "./icons";
import type { ComponentProps } from "react";
import { cx } from "./cx";

const LOOKS = {
  primary: "border-accent bg-accent text-on-accent font-semibold hover:bg-accent-hover hover:border-accent-hover",
  secondary: "border-line-strong bg-raised text-fg hover:bg-hover",
  ghost: "border-transparent text-fg-2 hover:bg-hover hover:text-fg",
  danger: "border-line-strong bg-raised text-bad hover:bg-bad-soft hover:border-bad",
} as const;

const SIZES = {
  small: "h-6 gap-1 px-2 text-xs",
  medium: "h-7 gap-1.5 px-2.5",
  icon: "size-7 justify-center",
  "icon-small": "size-6 justify-center",
} as const;

export interface ButtonLook {
  look?: keyof typeof LOOKS;
  size?: keyof typeof SIZES;
}

export function buttonClass({ look = "secondary", size = "medium" }: ButtonLook = {}): string {
  return cx(
    "inline-flex shrink-0 items-center rounded-md border whitespace-nowrap select-none",
    "disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-50 data-[busy]:opacity-70",
    LOOKS[look],
    SIZES[size],
  );
}

export type ButtonProps = ComponentProps<"button"> & ButtonLook & { busy?: boolean };

/** A button; while `busy` it keeps its place and focus but does nothing. */
export function Button({ look, size, busy = false, className, type = "button", onClick, ...props }: ButtonProps) {
  return (
    <button
      {...props}
      type={type}
      aria-busy={busy || undefined}
      data-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={cx(buttonClass({ ...(look && { look }), ...(size && { size }) }), className)}
    />
  );
}

interface IconButtonProps extends Omit<ButtonProps, "look" | "children" | "aria-label"> {
  icon: Drawn;
  iconSize?: number;
  /** What it does, for who does not see or know the icon. */
  label: string;
  size?: "icon" | "icon-small";
}

export function IconButton({ icon: Icon, iconSize = 16, label, size = "icon-small", ...props }: IconButtonProps) {
  return (
    <Button {...props} look="ghost" size={size} aria-label={label}>
      <Icon size={iconSize} aria-hidden />
    </Button>
  );
}
