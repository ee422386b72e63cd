import type { SectionState } from "@/lib/core/memory/model";

interface SectionHeading {
  role: string;
  state: SectionState;
  note: string | null;
  /** Where `[REPLACED]` and `[ARCHIVED…]` stand, as offsets of the words. */
  marks: { start: number; end: number }[];
}

/**
 * The role id, state and note of a heading's words. The role id is what is left without a leading `[REPLACED]` or
 * `[ARCHIVED…]`, a trailing `[ARCHIVED — …]` and a trailing `( … )`; it is compared exactly, its case aside: `Lead` and
 * `Meta` are spelled so, all others in lower case. Source: team memory §4 (section headers), curation format.
 */
export function parseSectionHeading(words: string): SectionHeading {
  const marks: SectionHeading["marks"] = [];
  let state: SectionState = "active";
  let note: string | null = null;
  let start = 0;
  let end = words.length;

  if (words.length > LONGEST_HEADING) return { role: foldRoleId(words), state, note, marks };

  const mark = (match: RegExpExecArray, at: number) => {
    marks.push({ start: at, end: at + match[0].trim().length });
    if (/^\[replaced/i.test(match[0].trim())) state = "replaced";
    else if (state === "active") state = "archived";
    const said = (match[1] ?? "").replace(/^[\s—–:-]+/, "").trim();
    if (said) note ??= said;
  };

  for (;;) {
    const rest = words.slice(start, end);
    const leading = LEADING_MARK.exec(rest);
    if (leading !== null) {
      mark(leading, start + rest.length - rest.trimStart().length);
      start += leading[0].length;
      continue;
    }
    const trailing = TRAILING_MARK.exec(rest);
    if (trailing !== null) {
      mark(trailing, start + trailing.index + trailing[0].length - trailing[0].trimStart().length);
      end = start + trailing.index;
      continue;
    }
    const opening = findTrailingParenthesis(rest);
    // A heading that is nothing but a parenthesis is named by it.
    if (opening > 0 && rest.slice(0, opening).trim() !== "") {
      const said = rest.slice(opening).trim().slice(1, -1).trim();
      if (said) note ??= said;
      end = start + opening;
      continue;
    }
    return { role: foldRoleId(rest), state, note, marks };
  }
}

/** The one spelling of a role id: composed characters, single spaces, lower case; `Lead` and `Meta` excepted. */
export function foldRoleId(name: string): string {
  const folded = name.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();
  return folded === "lead" ? "Lead" : folded === "meta" ? "Meta" : folded;
}

/** Where the last balanced `( … )` that ends the words begins; -1 without one. */
function findTrailingParenthesis(words: string): number {
  const trimmed = words.trimEnd();
  if (!trimmed.endsWith(")")) return -1;
  let depth = 0;
  for (let index = trimmed.length - 1; index >= 0; index--) {
    if (trimmed[index] === ")") depth++;
    else if (trimmed[index] === "(" && --depth === 0) return index;
  }
  return -1;
}

/** Example: `[REPLACED] `, `[ARCHIVED — Phase 2] `. */
const LEADING_MARK = /^\s*\[(?:REPLACED|ARCHIVED)\b([^\]]*)\]\s*/i;

/** Example: ` [ARCHIVED — Phase 2 Complete]`. */
const TRAILING_MARK = /(?<!\s)\s*\[(?:REPLACED|ARCHIVED)\b([^[\]]*)\]\s*$/i;

/** Longer ones are prose; looking for marks in them takes time that grows with the square of their length. */
const LONGEST_HEADING = 1000;
