import { isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from "yaml";
import { lineEndAfter, lineEndAt, lineEndBefore } from "@/lib/core/text/lines";
import { applySplices, type Splice } from "@/lib/core/text/splice";
import {
  renderInline,
  renderInlinePair,
  renderItemLines,
  renderPairLines,
  type YamlValue,
} from "@/lib/core/yaml/yaml-render";
import { isNothing, rangeOf, YamlSource } from "@/lib/core/yaml/yaml-source";

/** A way from the top of a document: a key of a map, or an item of a list by its place. */
export type YamlPath = readonly (string | number)[];

/**
 * A YAML text that is edited in place, one step after the other, and parsed once for each text that it becomes. All bytes
 * that a step is not about stay, comments and order included. Where a text is built so that a step cannot be done, it
 * becomes something that does not read as was meant: callers compare.
 */
export class YamlEdit {
  #text: string;
  #source: YamlSource | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  /** The text as it is now, read; what is broken in it is a diagnostic. */
  get source(): YamlSource {
    return (this.#source ??= new YamlSource(this.#text, "The file"));
  }

  /** The node a path leads to, aliases not followed at its end; undefined when there is none. */
  at(path: YamlPath): Node | null | undefined {
    return nodeAt(this.source, path);
  }

  /** Sets one key of a map to a value, or takes it away with `undefined`; missing maps on the way are made. */
  setKey(path: YamlPath, key: string, value: YamlValue | undefined): void {
    const node = this.at(path);
    if (node === undefined || node === null || isNothing(node)) {
      if (value !== undefined) this.#become(fillEmpty(this.source, path, { [key]: value }));
      return;
    }
    if (!isMap(node)) return;
    const map = node as BlockMap;
    const index = map.items.findLastIndex((pair) => this.source.string(pair.key) === key);
    const pair = map.items[index];
    if (pair === undefined) {
      if (value !== undefined) this.#splice([pairSplice(this.#text, map, key, value)]);
    } else if (value !== undefined) this.#splice([valueSplice(this.#text, pair, value)]);
    else {
      // Of a repeated key all go, or an earlier one would come to count.
      this.#splice(removePair(this.#text, map, index));
      this.setKey(path, key, undefined);
    }
  }

  /** Puts an item at the end of a list; a missing list is made. */
  addItem(path: YamlPath, value: YamlValue): void {
    const text = this.#text;
    const node = this.at(path);
    if (node === undefined || node === null || isNothing(node)) {
      this.#become(fillEmpty(this.source, path, [value]));
      return;
    }
    if (isScalar(node)) {
      this.#splice([nodeSplice(node, [this.source.string(node) ?? "", value])]);
      return;
    }
    if (!isSeq(node)) return;
    const list = node as BlockSeq;
    const last = list.items.at(-1);
    if (list.flow === true) {
      this.#splice([flowInsertion(list, last ?? null, renderInline(value))]);
      return;
    }
    const dash = dashOf(list, list.items.length - 1);
    if (last === undefined || dash === undefined) return;
    const indent = " ".repeat(dash - lineStart(text, dash));
    // A list whose items stand on one line each goes on like that.
    const inline = typeof value !== "object" || (last !== null && isMap(last) && last.flow === true);
    const lines = inline ? `${indent}- ${renderInline(value)}` : renderItemLines(value, indent, lineEndAt(text, dash));
    this.#splice([linesSplice(text, contentEnd(last, dash + 1), lines)]);
  }

  /** Takes away the items of a list that `isGone` says of; a list that is left empty stays. */
  removeItems(path: YamlPath, isGone: (item: Node, source: YamlSource) => boolean): void {
    const { source } = this;
    const node = this.at(path);
    if (node === undefined || node === null) return;
    if (isScalar(node) && !isNothing(node) && isGone(node, source)) {
      this.#splice([nodeSplice(node, [])]);
      return;
    }
    if (!isSeq(node)) return;
    const list = node as BlockSeq;
    const index = list.items.findIndex((item) => {
      const found = source.follow(item);
      return found !== null && isGone(found, source);
    });
    if (index === -1) return;
    const splices =
      list.flow === true ? removeFlowItem(this.#text, list, index) : removeBlockItem(this.#text, list, index);
    if (splices.length === 0) return;
    this.#splice(splices);
    this.removeItems(path, isGone);
  }

  /** Leaves exactly these texts in a list: what stays keeps its place and its comments, what is new comes last. */
  setList(path: YamlPath, key: string, wanted: readonly string[]): void {
    if (wanted.length === 0) {
      this.setKey(path, key, undefined);
      return;
    }
    const list = [...path, key];
    const node = this.at(list);
    if (node === undefined || node === null || !isSeq(node)) {
      this.setKey(path, key, [...wanted]);
      return;
    }
    const present = this.source.strings(node, key);
    this.removeItems(list, (item, from) => !wanted.includes(from.string(item) ?? ""));
    for (const each of wanted) if (!present.includes(each)) this.addItem(list, each);
  }

  /** Replaces a whole value by another on one line; nothing else changes. */
  replaceAt(path: YamlPath, value: YamlValue): void {
    const node = this.at(path);
    if (node !== undefined && node !== null) this.#splice([nodeSplice(node, value)]);
  }

  #splice(splices: Splice[]): void {
    this.#become(applySplices(this.#text, splices));
  }

  #become(text: string): void {
    if (text !== this.#text) this.#source = null;
    this.#text = text;
  }
}

/** The node a path leads to, aliases not followed at its end; undefined when there is none. */
function nodeAt(source: YamlSource, path: YamlPath): Node | null | undefined {
  let node: Node | null | undefined = source.document?.contents;
  for (const step of path) {
    const parent = source.follow(node);
    if (parent === null) return undefined;
    if (typeof step === "number") node = isSeq(parent) ? ((parent as BlockSeq).items[step] ?? undefined) : undefined;
    else if (!isMap(parent)) return undefined;
    else node = (parent as BlockMap).items.findLast((pair) => source.string(pair.key) === step)?.value;
    if (node === undefined) return undefined;
  }
  return node;
}

type BlockMap = YAMLMap<Node, Node | null>;
type BlockSeq = YAMLSeq<Node | null>;
type MapPair = Pair<Node, Node | null>;

/** Gives a key without a value, or a document without content, what belongs below it. */
function fillEmpty(source: YamlSource, path: YamlPath, value: YamlValue): string {
  const { text } = source;
  const key = path.at(-1);
  if (key === undefined) return appendToEmpty(text, value);
  if (typeof key !== "string") return text;
  const parent = nodeAt(source, path.slice(0, -1));
  if (parent === undefined || parent === null || isNothing(parent))
    return fillEmpty(source, path.slice(0, -1), { [key]: value });
  if (!isMap(parent)) return text;
  const map = parent as BlockMap;
  const pair = map.items.findLast((each) => source.string(each.key) === key);
  if (pair === undefined) return applySplices(text, [pairSplice(text, map, key, value)]);
  const at = rangeOf(pair.key)[0];
  if (map.flow === true) return applySplices(text, [valueSplice(text, pair, value)]);
  const indent = " ".repeat(at - lineStart(text, at));
  const lines = renderPairLines(key, value, indent, lineEndAt(text, at));
  const below = lines.slice(lines.search(/[\r\n]/)).replace(/^\r?\n|^\r/, ""); // matches the line end behind `files:`
  if (!/[\r\n]/.test(lines)) return applySplices(text, [valueSplice(text, pair, value)]); // matches a second line
  return applySplices(text, [linesSplice(text, colonOf(text, pair) + 1, below)]);
}

function appendToEmpty(text: string, value: YamlValue): string {
  if (Array.isArray(value) || typeof value !== "object") return text;
  const eol = lineEndAt(text, text.length);
  const lines = Object.entries(value as Record<string, YamlValue>).map(([key, each]) =>
    renderPairLines(key, each, "", eol),
  );
  const open = text === "" || text === "\uFEFF" || /[\r\n]$/.test(text) ? "" : eol; // matches "\n" at the end
  return `${text}${open}${lines.join(eol)}${eol}`;
}

/** Puts a pair at the end of a map, in the way its last pair is written. */
function pairSplice(text: string, map: BlockMap, key: string, value: YamlValue): Splice {
  const last = map.items.at(-1);
  if (map.flow === true || last === undefined) {
    return flowInsertion(map, last === undefined ? null : (last.value ?? last.key), renderInlinePair(key, value));
  }
  const at = rangeOf(last.key)[0];
  const indent = " ".repeat(at - lineStart(text, at));
  const inline = last.value !== null && isMap(last.value) && last.value.flow === true;
  const lines = inline
    ? indent + renderInlinePair(key, value)
    : renderPairLines(key, value, indent, lineEndAt(text, at));
  return linesSplice(text, pairEnd(text, last), lines);
}

/** Replaces what stands behind a key's colon; white space and a comment behind it stay. */
function valueSplice(text: string, pair: MapPair, value: YamlValue): Splice {
  const colon = colonOf(text, pair);
  const end = pairEnd(text, pair);
  const spaces = /^[ \t]*/.exec(text.slice(colon + 1, end))?.[0] ?? ""; // matches "  " behind a colon
  const start = colon + 1 + spaces.length;
  const sameLine = start < end && !/[\r\n]/.test(text[start] ?? ""); // matches a value that begins a line further down
  if (sameLine) return { start, end, text: renderInline(value) };
  return { start: colon + 1, end: Math.max(end, colon + 1), text: ` ${renderInline(value)}` };
}

function nodeSplice(node: Node, value: YamlValue): Splice {
  const start = rangeOf(node)[0];
  return { start, end: contentEnd(node, start), text: renderInline(value) };
}

function removePair(text: string, map: BlockMap, index: number): Splice[] {
  const pair = map.items[index] as MapPair;
  const start = rangeOf(pair.key)[0];
  const end = pairEnd(text, pair);
  if (map.flow === true) {
    const before = map.items[index - 1];
    return removeBetweenCommas(text, start, end, before === undefined ? null : pairEnd(text, before));
  }
  const line = lineStart(text, start);
  const first = text.slice(line, start).trim() === "";
  if (first) return [removedLines(text, line, end)];
  // It stands behind a dash, where the next one takes its place.
  const next = map.items[index + 1];
  return [next === undefined ? { start, end, text: "{}" } : { start, end: rangeOf(next.key)[0], text: "" }];
}

function removeBlockItem(text: string, list: BlockSeq, index: number): Splice[] {
  const dash = dashOf(list, index);
  if (dash === undefined) return [];
  const end = contentEnd(list.items[index] ?? null, dash + 1);
  const line = lineStart(text, dash);
  if (text.slice(line, dash).trim() !== "") return [];
  return [removedLines(text, line, end)];
}

/** Takes whole lines away; with the last of a text that does not end it, the line end before them goes. */
function removedLines(text: string, line: number, end: number): Splice {
  const behind = behindLine(text, end);
  const isOpen = behind === text.length && !/[\r\n]$/.test(text); // matches "\n" at the end
  return { start: isOpen ? line - (lineEndBefore(text, line)?.length ?? 0) : line, end: behind, text: "" };
}

function removeFlowItem(text: string, list: BlockSeq, index: number): Splice[] {
  const item = list.items[index];
  if (item === undefined || item === null) return [];
  const [start] = rangeOf(item);
  const before = list.items[index - 1];
  const previous = before === undefined || before === null ? null : contentEnd(before, rangeOf(before)[0]);
  return removeBetweenCommas(text, start, contentEnd(item, start), previous);
}

/** Takes a member of `[…]` or `{…}` away with one comma; comments between members stay. */
function removeBetweenCommas(text: string, start: number, end: number, previous: number | null): Splice[] {
  const comma = commaAfter(text, end);
  if (comma !== null) {
    const spaces = /^[ \t]*/.exec(text.slice(comma + 1))?.[0].length ?? 0; // matches " " behind a comma
    if (text.slice(end, comma).trim() === "") return [{ start, end: comma + 1 + spaces, text: "" }];
    return [
      { start, end, text: "" },
      { start: comma, end: comma + 1, text: "" },
    ];
  }
  const before = previous === null ? null : commaAfter(text, previous);
  if (before === null || previous === null) return [{ start, end, text: "" }];
  if (text.slice(before + 1, start).trim() === "") {
    const from = text.slice(previous, before).trim() === "" ? previous : before;
    return [{ start: from, end, text: "" }];
  }
  return [
    { start: before, end: before + 1, text: "" },
    { start, end, text: "" },
  ];
}

/** Where the comma behind a member stands; null when the collection ends first. */
function commaAfter(text: string, from: number): number | null {
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === ",") return at;
    if (character === "#") at = lineEndAfter(text, at) - 1;
    else if (!/\s/.test(character ?? "")) return null; // matches " "
  }
  return null;
}

function flowInsertion(collection: BlockMap | BlockSeq, last: Node | null, member: string): Splice {
  const at = last === null ? rangeOf(collection)[0] + 1 : contentEnd(last, rangeOf(last)[0]);
  return { start: at, end: at, text: last === null ? member : `, ${member}` };
}

/** Puts whole lines behind the line on which `end` stands. A text without a line end at its end stays without one. */
function linesSplice(text: string, end: number, lines: string): Splice {
  const at = behindLine(text, end);
  const eol = lineEndAt(text, end);
  const isOpen = at > 0 && !/[\r\n]/.test(text[at - 1] ?? ""); // matches the last line of a text that does not end it
  return { start: at, end: at, text: isOpen ? eol + lines : lines + eol };
}

function dashOf(list: BlockSeq, index: number): number | undefined {
  const token = list.srcToken;
  if (token?.type !== "block-seq") return undefined;
  return token.items[index]?.start.find((each) => each.type === "seq-item-ind")?.offset;
}

/** Where the colon behind a key stands; the end of the key when it has none. */
function colonOf(text: string, pair: MapPair): number {
  const sep = pair.srcToken?.sep?.find((each) => each.type === "map-value-ind");
  return sep?.offset ?? Math.max(0, text.indexOf(":", rangeOf(pair.key)[1]));
}

function pairEnd(text: string, pair: MapPair): number {
  const colon = colonOf(text, pair);
  if (pair.value === null || (isNothing(pair.value) && rangeOf(pair.value)[0] === rangeOf(pair.value)[1]))
    return colon + 1;
  return contentEnd(pair.value, colon + 1);
}

/** Where the last character of a node stands that is no comment and no line end behind it. */
function contentEnd(node: Node | null, otherwise: number): number {
  if (node === null) return otherwise;
  if (isMap(node) && node.flow !== true) {
    const last = (node as BlockMap).items.at(-1);
    if (last === undefined) return otherwise;
    if (last.value === null || rangeOf(last.value)[1] <= rangeOf(last.key)[1]) return rangeOf(last.key)[1] + 1;
    return contentEnd(last.value, rangeOf(last.key)[1] + 1);
  }
  if (isSeq(node) && node.flow !== true) {
    const index = (node as BlockSeq).items.length - 1;
    return contentEnd((node as BlockSeq).items[index] ?? null, (dashOf(node as BlockSeq, index) ?? otherwise - 1) + 1);
  }
  const [start, end] = rangeOf(node);
  return end <= start ? otherwise : end;
}

function lineStart(text: string, at: number): number {
  const start = at === 0 ? 0 : Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1;
  // A byte order mark is no column.
  return start === 0 && text.startsWith("\uFEFF") && at > 0 ? 1 : start;
}

/** Where the line ends that holds the character before `end`; a block text ends with its line already. */
function behindLine(text: string, end: number): number {
  return end > 0 && /[\r\n]/.test(text[end - 1] ?? "") ? end : lineEndAfter(text, end); // matches "\n"
}
