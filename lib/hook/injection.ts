import type { Update } from "@/lib/contracts/context";
import { OPERATION_KINDS } from "@/lib/core/context/delta";

/** What the client lets a hook add to a conversation. UTF-16 units. */
export const INJECTION_LIMIT = 10_000;
/** A line of a summary is cut to this. */
const LINE = 160;
/** Lines a summary has at most. */
const LINES = 40;

/**
 * What a teammate is told of the updates that wait for it: their exact texts, oldest first; where they are too long
 * together, those that fit and of the others a summary that says where the whole text lies. Never longer than the
 * client's limit; never longer than the texts themselves.
 */
export function composeInjection(updates: readonly Update[], contextFile: string, limit = INJECTION_LIMIT): string {
  const parts: string[] = [];
  let left = limit;
  updates.forEach((update, index) => {
    // Every text still to come is left room to be pointed at.
    const reserved = (updates.length - index - 1) * 2 * LINE;
    const room = left - reserved;
    const part = update.text.length <= room ? update.text : summarise(update, contextFile, room);
    parts.push(part);
    left -= part.length + 2;
  });
  return parts.join("\n\n").slice(0, limit);
}

/** How an update is acknowledged, as one line; "" for guidance, which needs no answer. */
export function acknowledgementForm({ kind, version, total }: Update): string {
  if (kind === "guidance") return "";
  return `The Lead waits for: [ACK-UPDATE] ${version} received. Items: {applied}/${total}. Impact: {NONE or what}. Action: {CONTINUE|PAUSE|NEED_CLARIFICATION}`;
}

const TELLING = new RegExp(`^(?:#{1,2} |- (?:${OPERATION_KINDS.join("|")}|Affected|Required)\\b)`); // matches "## Scope", "- ADDED §Scope: …"

function summarise({ text, version }: Update, contextFile: string, room: number): string {
  const lines = text.split(/\r?\n/);
  const cut = (line: string) => (line.length > LINE ? `${line.slice(0, LINE - 1)}…` : line);
  const pointer = `This update has ${text.length} characters, more than can be shown here. ${version} stands whole in ${contextFile}; the whole message is what Wardroom's tool \`updates\` answers. In short:`;
  const said: string[] = [cut(lines[0] ?? ""), pointer];
  const telling = lines.slice(1).filter((line) => TELLING.test(line));
  let length = said.join("\n").length;
  for (const line of telling.slice(0, LINES)) {
    const shown = cut(line);
    if (length + shown.length + 1 > room) break;
    said.push(shown);
    length += shown.length + 1;
  }
  return said.join("\n").slice(0, Math.max(room, 0));
}
