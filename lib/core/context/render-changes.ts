import type { Delta } from "@/lib/core/context/delta";
import { sayNumber } from "@/lib/core/text/say-count";

/**
 * What changed for a reader who has an older version, to stand on top of a full text: the head of each change, for the words stand
 * below, in at most 430 characters; those that do not fit are a number. Source: inbox, rule 6.
 */
export function renderChanges(from: string, { operations }: Pick<Delta, "operations">): string {
  const heads = [...new Set(operations.map((each) => `${each.kind} §${headOf(each)}`))];
  let text = `## Changed since ${from}\n`;
  for (const [index, head] of heads.entries()) {
    const rest = heads.length - index;
    const line = `- ${head}\n`;
    if (text.length + line.length + (rest > 1 ? ROOM_FOR_REST : 0) > LONGEST) {
      return `${text}- and ${sayNumber(rest)} more\n`;
    }
    text += line;
  }
  return text;
}

/** The section with the key below it, without any value. */
function headOf({ section, subject }: Delta["operations"][number]): string {
  const key = subject.startsWith(`${section}: `) ? subject.slice(section.length + 2) : "";
  const head = /^[^:]{1,40}(?=:)/.exec(key)?.[0]; // "D-8" of "D-8: text"
  const named = head === undefined ? section : `${section}: ${head}`;
  return named.length > LONGEST_HEAD ? `${named.slice(0, LONGEST_HEAD - 1)}…` : named;
}

const LONGEST = 430;
const LONGEST_HEAD = 120;

/** Of `- and 1,000,000 more`. */
const ROOM_FOR_REST = 24;
