import type { Update } from "@/lib/contracts/context";
import { tellParts } from "@/lib/core/context/update-parts";

/** Of this many a part at least is worth beginning behind others. */
const WORTH = 2_000;

/**
 * What a teammate is told of the updates that wait for it, one text for each moment, none longer than `room`: their exact texts, oldest
 * first. One that is too long comes in parts that each say of which message they are and below which heading they stand.
 */
export function composeInjection(updates: readonly Update[], room: number): string[] {
  const told: string[] = [];
  const space = () => room - (told.at(-1)?.length ?? room) - 2;
  for (const { text } of updates) {
    for (const part of tellParts(text, room, (next) => (next === 2 ? "the others follow at your next steps" : ""))) {
      if (told.length > 0 && part.length <= space() && part.length < WORTH) told.push(`${told.pop() ?? ""}\n\n${part}`);
      else told.push(part);
    }
  }
  return told;
}

/** How an update is acknowledged, as one line; "" for guidance, which needs no answer. */
export function acknowledgementForm({ kind, version, total }: Update): string {
  if (kind === "guidance") return "";
  return `The Lead waits for: [ACK-UPDATE] ${version} received. Items: {applied}/${total}. Impact: {NONE or what}. Action: {CONTINUE|PAUSE|NEED_CLARIFICATION}`;
}
