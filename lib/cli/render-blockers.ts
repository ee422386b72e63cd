import { z } from "zod";
import { GateBlocker } from "@/lib/contracts/gates";
import type { Paint } from "@/lib/operations/terminal";
import { plainLine } from "@/lib/cli/plain-text";

/** What a refusal to conclude a gate carries. */
const Blocked = z.object({ blockers: z.array(GateBlocker) });

/** A blocker on one line, by the id that `--waive` takes, with the reason it was let through. */
export function renderBlocker({ id, message, waived }: GateBlocker, paint: Paint): string {
  const reason = waived === null ? "" : `; ${paint.good("waived")}: ${plainLine(waived)}`;
  return `${paint.name(plainLine(id))}  ${plainLine(message)}${reason}`;
}

/** The blockers that a refusal lists in its present state, a line each; none where it is about something else. */
export function blockersIn(current: unknown, paint: Paint): string[] {
  const told = Blocked.safeParse(current);
  return told.success ? told.data.blockers.map((blocker) => renderBlocker(blocker, paint)) : [];
}
