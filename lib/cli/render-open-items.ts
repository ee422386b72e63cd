import { OpenItems } from "@/lib/contracts/memory";
import type { Paint } from "@/lib/operations/terminal";
import { plainLine } from "@/lib/cli/plain-text";

/** What a refusal to archive a section lists as still open, a line each; none where it is about something else. */
export function openItemsIn(current: unknown, paint: Paint): string[] {
  const { data } = OpenItems.safeParse(current);
  return (data?.open ?? []).map(
    ({ id, tag, text }) => `  ${paint.faint(plainLine(id))}  [${plainLine(tag ?? "untagged")}] ${plainLine(text)}`,
  );
}
