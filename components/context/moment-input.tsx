"use client";
import { CONTROL } from "@/components/ui/control";
import { cx } from "@/components/ui/cx";
import { useAwake } from "@/components/ui/use-awake";

interface MomentInputProps {
  label: string;
  /** ISO 8601 in UTC; null is now. */
  value: string | null;
  onChange: (value: string | null) => void;
}

/** A moment in the reader's own time; empty is now. */
export function MomentInput({ label, value, onChange }: MomentInputProps) {
  // The server does not know the reader's time zone: there the moment is left out.
  const awake = useAwake();
  return (
    <label className="flex flex-col gap-1">
      <span className="text-fg-2 text-xs font-semibold">{`${label}${value === null ? " (now)" : ""}`}</span>
      <input
        type="datetime-local"
        value={awake ? toLocal(value) : ""}
        onChange={(event) => onChange(fromLocal(event.target.value))}
        className={cx(CONTROL, "h-8 w-52")}
      />
    </label>
  );
}

/** "2026-02-09T05:32:00.000Z" is "2026-02-09T14:32" in Seoul. */
function toLocal(value: string | null): string {
  const time = value === null ? Number.NaN : Date.parse(value);
  if (Number.isNaN(time)) return "";
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function fromLocal(value: string): string | null {
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
