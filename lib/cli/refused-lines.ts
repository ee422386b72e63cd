import { z } from "zod";
import { GateBlocker } from "@/lib/contracts/gates";
import { OpenItems, SaidAlready } from "@/lib/contracts/memory";
import type { Paint } from "@/lib/operations/terminal";
import { plainLine } from "@/lib/cli/terminal-text";

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

/** The lines that a refusal to archive a section lists as still open; none where it is about something else. */
export function openItemsIn(current: unknown, paint: Paint): string[] {
  return (OpenItems.safeParse(current).data?.open ?? []).map((item) => itemLine(item, paint, item.text));
}

/** The lines that a refusal to write shows as said already; none where it is about something else. */
export function saidIn(current: unknown, paint: Paint): string[] {
  const said = SaidAlready.safeParse(current).data?.said ?? [];
  return said.map((item) => itemLine(item, paint, `${item.role}: ${item.text}`));
}

function itemLine({ id, tag }: { id: string; tag: string | null }, paint: Paint, text: string): string {
  return `  ${paint.faint(plainLine(id))}  [${plainLine(tag ?? "untagged")}] ${plainLine(text)}`;
}
