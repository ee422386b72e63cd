import type { Phrases } from "./phrases";

/** Draws numbers below a limit, the same ones for the same seed. */
type Draw = (limit: number) => number;

/** A kind of change that a Lead makes between two versions, and how many of a hundred are of it. */
export interface ChangeKind {
  name: string;
  share: number;
  make: (text: string, phrases: Phrases, draw: Draw, n: number) => string;
}

type Step = (text: string, phrases: Phrases, draw: Draw, n: number) => string;

/** A small generator of numbers: reproducible on every machine. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const pick = <Of>(from: readonly Of[], draw: Draw): Of => from[draw(from.length)] as Of;

/** The indexes of the lines that a pattern fits. */
const linesLike = (lines: readonly string[], pattern: RegExp): number[] =>
  lines.flatMap((line, i) => (pattern.test(line) ? [i] : []));

const onLine =
  (pattern: RegExp, edit: (line: string, phrases: Phrases, draw: Draw, n: number) => string[]): Step =>
  (text, phrases, draw, n) => {
    const lines = text.split("\n");
    const found = linesLike(lines, pattern);
    if (found.length === 0) return text;
    const at = pick(found, draw);
    lines.splice(at, 1, ...edit(lines[at] ?? "", phrases, draw, n));
    return lines.join("\n");
  };

const inSection = (text: string, draw: Draw, edit: (body: string) => string): string => {
  const parts = text.split(/(?=^## )/m); // matches before "## Scope"
  const at = 1 + draw(parts.length - 1);
  parts[at] = edit(parts[at] ?? "");
  return parts.join("");
};

const ITEM = /^- (?!\*\*)(?!Phase)/; // matches "- Upload of invoices"
const PROSE = /^[^\s#|*\d-].{60,}/; // matches a paragraph
const ROW = /^\| D-\d/; // matches "| D-1"

const status = onLine(/^- Phase \d: /, (line, { status: words }, draw) => [
  line.replace(/: .*/, () => `: ${pick(words, draw)}`), // matches ": PENDING"
]);
const decision: Step = (text, phrases, draw, n) => {
  const lines = text.split("\n");
  const last = linesLike(lines, ROW).at(-1) ?? 0;
  lines.splice(last + 1, 0, `| D-${10 + n} | ${pick(phrases.sentences, draw)} | ${phrases.reason} | P3 |`);
  return lines.join("\n");
};
const addItem = onLine(ITEM, (line, { items }, draw) => [line, `- ${pick(items, draw)}`]);
const dropItem = onLine(ITEM, () => []);
const word = onLine(PROSE, (line, { words }, draw) => {
  const parts = line.split(" ");
  parts[1 + draw(parts.length - 2)] = pick(words, draw);
  return [parts.join(" ")];
});
const sentence = onLine(PROSE, (line, { sentences }, draw) => [`${line} ${pick(sentences, draw)}`]);
const value = onLine(/^- \*\*/, (line, { words }, draw) => {
  const parts = line.split(" ");
  parts[2 + draw(Math.max(1, parts.length - 3))] = pick(words, draw);
  return [parts.join(" ")];
});
const cell = onLine(ROW, (line, { reason }, draw) => {
  const cells = line.split(" | ");
  cells[1 + draw(2)] = reason;
  return [cells.join(" | ")];
});
/** A line goes from what is out of scope to what is in, or back. */
const move: Step = (text, _phrases, draw) => {
  const lines = text.split("\n");
  const names = ["**In Scope:**", "**Out of Scope:**"];
  const [from, to] = draw(3) === 0 ? names : names.reverse();
  const first = lines.indexOf(from ?? "") + 2;
  const [line = ""] = lines.splice(first + draw(2), 1);
  lines.splice(lines.indexOf(to ?? "") + 2, 0, line);
  return lines.join("\n");
};
const paragraph = onLine(PROSE, (_line, { sentences }, draw) => [
  [pick(sentences, draw), pick(sentences, draw), pick(sentences, draw)].join(" "),
]);
const summary: Step = (text, { sentences, summary: name }, draw, n) =>
  text.replace(
    /^## File Ownership/m, // matches the heading that summaries stand before
    () =>
      `## Phase ${3 + (n % 4)} ${name} ${n}\n\n${sentences.slice(0, 3 + draw(3)).join(" ")}\n\n${sentences.slice(2).join(" ")}\n\n## File Ownership`,
  );
const rewrite: Step = (text, { sentences, items }, draw) =>
  inSection(text, draw, (body) => {
    const [heading = ""] = body.split("\n", 1);
    const list = items.map((item) => `- ${item}`).join("\n");
    return `${heading}\n\n${[...sentences].slice(draw(3)).join(" ")}\n\n${list}\n\n`;
  });
const dropSection: Step = (text, _phrases, draw) => inSection(text, draw, () => "");

const some =
  (steps: readonly Step[], least: number, most: number): Step =>
  (text, phrases, draw, n) => {
    let result = text;
    for (let left = least + draw(most - least + 1); left > 0; left--)
      result = pick(steps, draw)(result, phrases, draw, n + left);
    return result;
  };
const all =
  (...steps: readonly Step[]): Step =>
  (text, phrases, draw, n) =>
    steps.reduce((current, step) => step(current, phrases, draw, n), text);

const SMALL = [status, decision, addItem, dropItem, word, value, cell, move];
const MEDIUM = [...SMALL, sentence, paragraph, decision];

/** A hundred changes: what Leads do between two versions of a context, the small ones as often as they are made. */
export const CHANGE_KINDS: ChangeKind[] = [
  { name: "a status, a value or a word", share: 20, make: some([status, value, word, cell], 1, 2) },
  { name: "a decision, an item, a move", share: 20, make: some([decision, addItem, dropItem, move], 1, 2) },
  { name: "three to six small edits", share: 20, make: some(SMALL, 3, 6) },
  { name: "a meeting: six to twelve edits", share: 15, make: some(MEDIUM, 6, 12) },
  { name: "the end of a phase", share: 12, make: all(status, status, dropItem, decision, summary, some(SMALL, 2, 4)) },
  { name: "one or two sections rewritten", share: 8, make: some([rewrite], 1, 2) },
  { name: "a restructuring", share: 5, make: all(rewrite, rewrite, rewrite, dropSection, rewrite, paragraph, summary) },
];
