import { type RefObject } from "react";
import { CONTROL } from "@/components/ui/control";
import { cx } from "@/components/ui/cx";
import { say } from "@/lib/core/i18n/say";

interface SessionFilterProps {
  value: string;
  onChange: (text: string) => void;
  /** What Enter does, as with the first that is found. */
  onEnter: () => void;
  field: RefObject<HTMLInputElement | null>;
  className?: string;
}

export function SessionFilter({ value, onChange, onEnter, field, className }: SessionFilterProps) {
  return (
    <input
      ref={field}
      type="search"
      aria-label={say("Filter sessions")}
      placeholder={say("Filter sessions")}
      autoComplete="off"
      spellCheck={false}
      maxLength={300}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") onEnter();
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onChange("");
        field.current?.blur();
      }}
      className={cx(CONTROL, "h-7 text-xs", className)}
    />
  );
}
