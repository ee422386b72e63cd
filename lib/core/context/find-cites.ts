import { parseContext } from "@/lib/core/context/parse-context";
import { resolveReference } from "@/lib/core/context/resolve-reference";
import type { Context } from "@/lib/core/context/context-model";
import { marksOf, isCommonWord } from "@/lib/core/text/marks";

/** What one version of a context no longer says as the one before it did. */
interface GoneWords {
  /** Names of lines that changed or went: `D-7` of `- D-7 One currency per batch`. */
  ids: ReadonlySet<string>;
  /** Code, paths and identifiers that stand nowhere any more. */
  names: ReadonlySet<string>;
  /** Runs of three words that stand nowhere any more. */
  phrases: ReadonlySet<string>;
  /** The text before, and which of its lines went, from 0. */
  before: string;
  lines: ReadonlySet<number>;
}

/** A line's own name: of an entry, a table row or a heading. */
const ID = /^\s*(?:[-*+]\s+|\|\s*|#{1,6}\s+|\d+[.)]\s+)?(?:\*\*|__|`|\[)?([A-Z]{1,4}-?\d{1,4})(?![\w-])/; // "- **D-7:** …", "| D-7 | …"
/** A word of the language, or of a type system, that is no name of anything here: `string`. */
const PLAIN = /^\p{L}\p{Ll}*$/u;
const HEADING = /^#{1,6}\s/;

/** What of `before` is not so in `after`: a line that stands there as before, wherever it does, has not changed. */
export function findGone(before: string, after: string): GoneWords {
  const kept = new Set(after.split(/\r?\n/).map((line) => line.trim()));
  const ids = new Set<string>();
  const lines = new Set<number>();
  const gone: string[] = [];
  let heading: string | null = null;
  let entry: string | null = null;
  for (const [index, line] of before.split(/\r?\n/).entries()) {
    const own = ID.exec(line)?.[1] ?? null;
    if (HEADING.test(line)) heading = own;
    // What is indented goes on with the entry above it.
    if (!/^\s/.test(line) || own !== null) entry = own;
    if (line.trim() === "" || kept.has(line.trim())) continue;
    for (const id of [entry, heading]) if (id !== null) ids.add(id);
    lines.add(index);
    gone.push(line);
  }
  const text = gone.join("\n");
  const { names } = marksOf(after);
  const phrases = new Set(phrasesOf(after).map(({ phrase }) => phrase));
  return {
    ids,
    names: new Set([...marksOf(text).names].filter((name) => !names.has(name) && !PLAIN.test(name))),
    phrases: new Set(
      gone.flatMap((line) => phrasesOf(line).flatMap(({ phrase }) => (phrases.has(phrase) ? [] : [phrase]))),
    ),
    before,
    lines,
  };
}

/** So many citations of one item say enough. */
const MOST = 3;

/** What of that which went a text cites, in the text's own words; empty where it cites nothing of it. Source: inbox, rule 11. */
export function citesOf(gone: GoneWords): (text: string) => string[] {
  let parsed: Context | null = null;
  const refersToGone = (reference: string): boolean => {
    parsed ??= parseContext(gone.before);
    const found = resolveReference(parsed, reference);
    if (found.kind !== "found") return false;
    const [start, end] =
      found.entry === null ? [found.node.start, found.node.end] : [found.entry.line, found.entry.end];
    return [...gone.lines].some((line) => line >= start && line < end);
  };
  return (text) => {
    const ids = [...text.matchAll(/(?<![\w-])[A-Z]{1,4}-?\d{1,4}(?![\w-])/g)]
      .map(([id]) => id)
      .filter((id) => gone.ids.has(id));
    const names = [...marksOf(text).names].filter((name) => gone.names.has(name));
    const references = [...text.matchAll(/§[^\s,;()"'`]+/g)]
      .map(([each]) => each.replace(/[.:!?]+$/, ""))
      .filter(refersToGone);
    return [...new Set([...ids, ...references, ...names, ...runsIn(text, gone.phrases)])].slice(0, MOST);
  };
}

/** Words of a text with where they stand. */
const WORD = /[\p{L}\p{N}]+(?:['’.]\p{L}+)*/gu; // customer's, limiter.js

const LENGTH = 3;

/** Every run of three words that says something. */
function phrasesOf(text: string) {
  const words = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    index,
    end: index + word.length,
  }));
  return words.flatMap(({ index: start }, at) => {
    const run = words.slice(at, at + LENGTH);
    const last = run[LENGTH - 1];
    const told = run.filter(({ word }) => word.length > 2 && !isCommonWord(word)).length;
    return last === undefined || told < 2
      ? []
      : [{ phrase: run.map(({ word }) => word).join(" "), start, end: last.end }];
  });
}

/** The longest stretches of a text that are made of phrases, as they are written there. */
function runsIn(text: string, phrases: ReadonlySet<string>): string[] {
  const runs: { start: number; end: number }[] = [];
  for (const { phrase, start, end } of phrasesOf(text)) {
    if (!phrases.has(phrase)) continue;
    const last = runs.at(-1);
    if (last !== undefined && start <= last.end) last.end = end;
    else runs.push({ start, end });
  }
  // Words that any sentence may have are no citation: one of them has to be a number, or written as no plain word is.
  return runs.map(({ start, end }) => text.slice(start, end).replace(/\s+/g, " ")).filter((run) => RARE.test(run));
}

/** A number, a name with an inner dot or capital, or an abbreviation. */
const RARE = /\d|\p{L}[._]\p{L}|\p{Ll}\p{Lu}|\p{Lu}{2}/u; // "10 s", limiter.js, burstLeft, TTL
