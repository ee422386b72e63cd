import { clip } from "@/lib/core/text/clip";
import type { Citation } from "@/lib/core/coach/read-sources";
import { addTo } from "@/lib/core/lists";
import type { PairLine } from "@/lib/core/memory/pair";
import {
  gainOf,
  nearest,
  scoreOf,
  type Subject,
  subjectOf,
  type WantedTerm,
  wantedTerms,
} from "@/lib/core/search/related";
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
  const lines = all.slice(-MOST_LINES);
  const holding = new Map<string, number[]>();
  const subjects: Subject[] = [];
  for (const [at, { line }] of lines.entries()) {
    const subject = subjectOf(line.text);
    subjects.push(subject);
    for (const term of subject.keys()) addTo(holding, term, at);
    yield;
  }
  // A term that a line has for itself relates it to none.
  const countOf = (term: string) => (holding.get(term)?.length === 1 ? 0 : (holding.get(term)?.length ?? 0));
  const found = new Map<string, { pair: NearPair; score: number }>();
  for (const [at, one] of lines.entries()) {
    yield;
    const held = new Map<number, WantedTerm[]>();
    for (const wanted of wantedTerms(subjects[at] as Subject, countOf, lines.length)) {
      for (const place of holding.get(wanted.term) ?? []) {
        const { line } = lines[place] as StandingLine;
        if (line.role !== one.line.role && !isJudged(one.line.id, line.id)) addTo(held, place, wanted);
      }
    }
    const near = [...held].map(([place, terms]) => {
      return { two: lines[place] as StandingLine, ...gainOf(terms), size: subjects[place]?.size ?? 0 };
    });
    for (const candidate of nearest(near, lines.length)) {
      const key = [one.line.id, candidate.two.line.id].sort().join(" ");
      if (!found.has(key)) found.set(key, { pair: pairOf(one, candidate.two), score: scoreOf(candidate) });
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
