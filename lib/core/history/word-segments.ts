import { diffArrays } from "diff";

/** A stretch of one line; `changed` marks what the other side does not have. The stretches joined are the line. */
export interface DiffSegment {
  text: string;
  changed: boolean;
}

/** A line cut into words (letters and digits of any script), runs of white space, and single other characters. */
export function wordsOf(line: string): string[] {
  return line.match(/[\p{L}\p{M}\p{N}_]+|\s+|[^]/gu) ?? []; // matches "재시도", "  ", "[" one after the other
}

/** Past this many edits two lines are shown as wholly different: marking every other word helps nobody. */
const MAX_WORD_EDITS = 200;

/** Guarantees, for two versions of one line, segments that joined give each line, with only differing words marked. */
export function wordSegments(before: string, after: string): { before: DiffSegment[]; after: DiffSegment[] } {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: MAX_WORD_EDITS });
  if (changes === undefined) return { before: [wholly(before)], after: [wholly(after)] };
  const sides = { before: [] as DiffSegment[], after: [] as DiffSegment[] };
  for (const change of changes) {
    const text = change.value.join("");
    if (!change.added) extend(sides.before, text, change.removed);
    if (!change.removed) extend(sides.after, text, change.added);
  }
  return { before: bridgeSpaces(sides.before), after: bridgeSpaces(sides.after) };
}

function wholly(text: string): DiffSegment {
  return { text, changed: true };
}

function extend(segments: DiffSegment[], text: string, changed: boolean): void {
  const last = segments.at(-1);
  if (last?.changed === changed) last.text += text;
  else segments.push({ text, changed });
}

/** A lone space between two changed words is marked along with them: one mark reads better than two. */
function bridgeSpaces(segments: DiffSegment[]): DiffSegment[] {
  const bridged: DiffSegment[] = [];
  segments.forEach((segment, i) => {
    const between = segment.text === " " && segments[i - 1]?.changed === true && segments[i + 1]?.changed === true;
    extend(bridged, segment.text, segment.changed || between);
  });
  return bridged;
}
