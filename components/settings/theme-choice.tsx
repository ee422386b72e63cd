"use client";
import { runAction, useIsEnabled } from "@/components/ui/action-registry";
import { cx } from "@/components/ui/cx";

const CHOICES = [
  { action: "theme.system", label: "System" },
  { action: "theme.light", label: "Light" },
  { action: "theme.dark", label: "Dark" },
] as const;

/** How the dashboard looks in this browser; the same three actions as in the palette. */
export function ThemeChoice() {
  return (
    <div role="group" aria-label="Theme" className="border-line flex w-fit rounded-md border p-px">
      {CHOICES.map((choice) => (
        <Choice key={choice.action} {...choice} />
      ))}
    </div>
  );
}

function Choice({ action, label }: { action: string; label: string }) {
  // The theme that is shown is the one that cannot be chosen.
  const chosen = !useIsEnabled(action);
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={() => runAction(action)}
      className={cx(
        "h-7 rounded-[5px] px-3 select-none",
        chosen ? "bg-hover text-fg font-semibold" : "text-fg-2 hover:text-fg",
      )}
    >
      {label}
    </button>
  );
}
