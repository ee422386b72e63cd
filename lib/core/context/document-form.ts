import type { LineEnd, LogicalLines } from "@/lib/core/context/logical-lines";
import { commonLineEnd } from "@/lib/core/context/logical-lines";

/** A change of a document's form, which leaves every character of its lines alone. Source: context delta §4. */
export type DocumentChange =
  | { what: "line endings"; from: string; ends: EndsPattern }
  | { what: "final newline"; from: string; present: boolean }
  | { what: "byte order mark"; from: string; present: boolean };

/** One end for all lines but the listed ones; lines count from 1. */
export interface EndsPattern {
  all: LineEnd;
  except: { end: LineEnd; lines: [first: number, last: number][] }[];
}

const NAMES: Record<LineEnd, string> = { "\n": "LF", "\r\n": "CRLF", "\r": "CR" };
const PRESENCE = ["none", "present"] as const;

/** The subjects of the operations that give `now` the form of `wanted`; both hold the same lines. `base` is what they are applied to. */
export function formSubjects(base: LogicalLines, now: LogicalLines, wanted: LogicalLines): string[] {
  const subjects: string[] = [];
  const has = (present: boolean): string => PRESENCE[present ? 1 : 0];
  if (now.bom !== wanted.bom) subjects.push(`document: byte order mark: ${has(base.bom)} → ${has(wanted.bom)}`);
  if (now.finalNewline !== wanted.finalNewline) {
    subjects.push(`document: final newline: ${has(base.finalNewline)} → ${has(wanted.finalNewline)}`);
  }
  const target = effectiveEnds(wanted);
  if (target.some((end, i) => end !== now.ends[i])) {
    subjects.push(`document: line endings: ${nameOfEnds(base)} → ${describePattern(patternOf(target))}`);
  }
  return subjects;
}

/** Reads `document: line endings: LF → CRLF` and its like; null for anything else. */
export function readDocumentChange(subject: string): DocumentChange | null {
  const match = /^document: (line endings|final newline|byte order mark): (\S+) (?:→|->) (.+)$/.exec(subject); // matches "document: final newline: none → present"
  const from = match?.[2];
  const to = match?.[3];
  if (from === undefined || to === undefined) return null;
  if (match?.[1] === "line endings") {
    const ends = readPattern(to);
    return ends === null ? null : { what: "line endings", from, ends };
  }
  if (to !== "present" && to !== "none") return null;
  return {
    what: match?.[1] === "final newline" ? "final newline" : "byte order mark",
    from,
    present: to === "present",
  };
}

/** The document in its new form; line numbers beyond its end are ignored. */
export function applyForm(document: LogicalLines, change: DocumentChange): LogicalLines {
  if (change.what === "final newline") return { ...document, finalNewline: change.present };
  if (change.what === "byte order mark") return { ...document, bom: change.present };
  const ends = document.lines.map(() => change.ends.all);
  for (const { end, lines } of change.ends.except) {
    for (const [first, last] of lines) ends.fill(end, first - 1, Math.min(last, ends.length));
  }
  return { ...document, ends };
}

/** `LF`, `CRLF`, `CR` or `mixed`. */
function nameOfEnds(document: LogicalLines): string {
  const ends = new Set(effectiveEnds(document));
  const [first] = ends;
  if (ends.size > 1) return "mixed";
  return NAMES[first ?? "\n"];
}

/** The end of a last line that has none was only lent. */
function effectiveEnds({ ends, finalNewline }: LogicalLines): LineEnd[] {
  return finalNewline ? ends : ends.slice(0, -1);
}

function patternOf(ends: readonly LineEnd[]): EndsPattern {
  const all = commonLineEnd(ends);
  const except = new Map<LineEnd, [number, number][]>();
  ends.forEach((end, i) => {
    if (end === all) return;
    const runs = except.get(end) ?? [];
    const last = runs.at(-1);
    if (last?.[1] === i) last[1] = i + 1;
    else runs.push([i + 1, i + 1]);
    except.set(end, runs);
  });
  return { all, except: [...except].map(([end, lines]) => ({ end, lines })) };
}

function describePattern({ all, except }: EndsPattern): string {
  const parts = except.map(({ end, lines }) => {
    const runs = lines.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
    return `, ${NAMES[end]} on lines ${runs.join(" ")}`;
  });
  return NAMES[all] + parts.join("");
}

function readPattern(text: string): EndsPattern | null {
  const [head, ...rest] = text.split(", ");
  const all = endOf(head);
  if (all === null) return null;
  const except: EndsPattern["except"] = [];
  for (const part of rest) {
    const match = /^(LF|CRLF|CR) on lines? ([\d -]+)$/.exec(part); // matches "LF on lines 3-5 9"
    const end = endOf(match?.[1]);
    if (end === null) return null;
    const lines = (match?.[2] ?? "").split(" ").map((run): [number, number] => {
      const [first, last] = run.split("-").map(Number);
      return [first ?? 0, last ?? first ?? 0];
    });
    if (lines.some(([first, last]) => !(first >= 1 && last >= first))) return null;
    except.push({ end, lines });
  }
  return { all, except };
}

function endOf(name: string | undefined): LineEnd | null {
  const found = Object.entries(NAMES).find(([, known]) => known === name);
  return found === undefined ? null : (found[0] as LineEnd);
}
