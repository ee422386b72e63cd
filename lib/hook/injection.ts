import type { Update } from "@/lib/contracts/context";
import { updateParts } from "@/lib/core/context/update-parts";

/** What the client lets a hook add to a conversation. UTF-16 units. */
export const INJECTION_LIMIT = 10_000;
/** Of this many a part at least is worth beginning behind others. */
const WORTH = 2_000;
/** What says of a part which one it is. */
const HEAD = 300;

/**
 * What a teammate is told of the updates that wait for it, one text for each moment, none longer than `room`: their exact texts, oldest
 * first. One that is too long comes in parts that each say of which message they are and below which heading they stand.
 */
export function composeInjection(updates: readonly Update[], room: number): string[] {
  const told: string[] = [];
  const space = () => room - (told.at(-1)?.length ?? room) - 2;
  for (const { text } of updates) {
    const size = text.length <= room ? room : room - HEAD;
    const parts = text.length <= room ? [text] : inParts(text, size);
    for (const part of parts) {
      if (told.length > 0 && part.length <= space() && part.length < WORTH) told.push(`${told.pop() ?? ""}\n\n${part}`);
      else told.push(part);
    }
  }
  return told;
}

function inParts(text: string, size: number): string[] {
  const parts = updateParts(text, size);
  const [first = ""] = text.split(/\r?\n/, 1);
  const what = first.slice(0, 100);
  return parts.map(({ text: part, below }, index) => {
    const of = `part ${index + 1} of ${parts.length}`;
    if (index === 0) return `(${of}; the others follow at your next steps)\n${part}`;
    return `${what} (${of}${below === "" ? "" : `, below ${below.slice(0, 100)}`})\n\n${part}`;
  });
}

/** How an update is acknowledged, as one line; "" for guidance, which needs no answer. */
export function acknowledgementForm({ kind, version, total }: Update): string {
  if (kind === "guidance") return "";
  return `The Lead waits for: [ACK-UPDATE] ${version} received. Items: {applied}/${total}. Impact: {NONE or what}. Action: {CONTINUE|PAUSE|NEED_CLARIFICATION}`;
}
