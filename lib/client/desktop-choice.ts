import { useMemo } from "react";
import { useKept } from "@/lib/client/kept";
import { NEED_KINDS, type NeedKind } from "@/lib/core/inbox/needs";

/** Of what this browser notifies its reader, and when not. */
export interface DesktopChoice {
  kinds: NeedKind[];
  /** By the reader's own clock: "22:00". */
  quiet: { from: string; to: string } | null;
}

/** What this browser was set to notify of, null while it is off; and how it is set. */
export function useDesktopChoice(): [DesktopChoice | null, (choice: DesktopChoice | null) => void] {
  const [text, keep] = useKept("notifications");
  const choice = useMemo(() => (text === null ? null : parse(text)), [text]);
  return [choice, (next) => keep(next === null ? null : JSON.stringify(next))];
}

/** What cannot be read was written by another version, and counts as off. */
function parse(text: string): DesktopChoice | null {
  try {
    const { kinds, quiet } = JSON.parse(text) as Partial<DesktopChoice>;
    const isClock = (clock: unknown) => typeof clock === "string" && /^\d\d:\d\d$/.test(clock);
    return {
      kinds: NEED_KINDS.filter((kind) => kinds?.includes(kind)),
      quiet: quiet && isClock(quiet.from) && isClock(quiet.to) ? { from: quiet.from, to: quiet.to } : null,
    };
  } catch {
    return null;
  }
}
