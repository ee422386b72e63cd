import { SaidAlready } from "@/lib/contracts/memory";
import type { Paint } from "@/lib/operations/terminal";
import { plainLine } from "@/lib/cli/plain-text";

/** What a refusal to write shows as said already, a line each; none where it is about something else. */
export function saidIn(current: unknown, paint: Paint): string[] {
  const { data } = SaidAlready.safeParse(current);
  return (data?.said ?? []).map(
    ({ id, role, tag, text }) =>
      `  ${paint.faint(plainLine(id))}  [${plainLine(tag ?? "untagged")}] ${plainLine(role)}: ${plainLine(text)}`,
  );
}
