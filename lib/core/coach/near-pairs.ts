import { clip } from "@/lib/core/text/clip";
import type { Citation } from "@/lib/core/coach/read-sources";
import type { PairLine } from "@/lib/core/memory/pair";
import { HeldLines, scoreOf } from "@/lib/core/search/related";
import type { Steps } from "@/lib/core/steps";

/** A standing line of a session's team memory, with where it stands. */
export interface StandingLine {
  session: string;
  line: PairLine;
  citation: Citation;
}

/** Two lines of different roles about the same subject, which nobody has judged. */
export interface NearPair {
  session: string;
  item: PairLine;
  other: PairLine;
  text: string;
  citations: Citation[];
}

/** Of more lines than these the last are compared, and of more pairs the nearest are told. */
const MOST_LINES = 2_000;
const MOST_PAIRS = 20;
/** So much of a line tells what it says, so that both fit into a line of a brief with their ids. */
const LONGEST = 160;

/** The lines of one session that are nearest to each other, as their writers would be shown them; yields after each line. */
export function* nearPairSteps(
  all: readonly StandingLine[],
  isJudged: (item: string, other: string) => boolean,
): Steps<NearPair[]> {
  const held = new HeldLines<StandingLine & { text: string }>();
  for (const each of all.slice(-MOST_LINES)) {
    held.add({ ...each, text: each.line.text });
    yield;
  }
  const found = new Map<string, { pair: NearPair; score: number }>();
  for (const [at, one] of held.lines.entries()) {
    yield;
    const may = ({ line }: StandingLine) => line.role !== one.line.role && !isJudged(one.line.id, line.id);
    for (const two of held.nearTo(at, may)) {
      const key = [one.line.id, two.line.id].sort().join(" ");
      if (!found.has(key)) found.set(key, { pair: pairOf(one, two), score: scoreOf(two) });
    }
  }
  const best = [...found.values()].sort((a, b) => b.score - a.score);
  return best.slice(0, MOST_PAIRS).map(({ pair }) => pair);
}

function pairOf(one: StandingLine, two: StandingLine): NearPair {
  const said = [one, two].map(({ line: { role, tag, text, id } }) => {
    return `${role}${tag === null ? "" : ` [${tag}]`} ${clip(text.replace(/\s+/g, " ").trim(), LONGEST)} (${id})`;
  });
  const citations = [one.citation, two.citation];
  return { session: one.session, item: one.line, other: two.line, text: said.join(" / "), citations };
}
