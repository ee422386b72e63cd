import { Document, isCollection, isScalar, type Node, type Pair, type YAMLMap } from "yaml";
import type { Splice } from "@/lib/core/text/splice";

/** A value that a tracking map may hold. */
export type FlowValue = string | number | { [key: string]: FlowValue };

/** A value as YAML on one line, quoted where it must be: `{implementer-1: GC-v4}`. */
export function renderFlow(value: FlowValue): string {
  const document = new Document(value);
  const { contents } = document;
  if (isCollection(contents)) contents.flow = true;
  return document.toString({ lineWidth: 0, flowCollectionPadding: false }).trimEnd();
}

/** A key and its value on one line: `implementer-1: GC-v4`. */
export function renderPair(key: string, value: FlowValue): string {
  return `${renderFlow(key)}: ${renderFlow(value)}`;
}

/** Where `key` stands in a parsed map, if it does; of several the last, which is the one that counts. */
export function findPair(map: YAMLMap, key: string): Pair<Node, Node | null> | undefined {
  const pairs = map.items as Pair<Node, Node | null>[];
  return pairs.findLast((pair) => isScalar(pair.key) && String(pair.key.value) === key);
}

/**
 * The splice that gives a key of a YAML source another value and leaves everything behind the old one, comments included, as
 * it is. Undefined when the source does not tell where the key stands.
 */
export function valueSplice(source: string, pair: Pair<Node, Node | null>, value: FlowValue): Splice | undefined {
  const keyEnd = pair.key.range?.[1];
  if (keyEnd === undefined) return undefined;
  const colon = source.indexOf(":", keyEnd);
  if (colon === -1) return undefined;
  const range = pair.value?.range;
  // A missing value has a place, but no text.
  const end = range === undefined || range === null || range[1] <= colon ? colon + 1 : range[1];
  const old = source.slice(colon + 1, end).trimEnd();
  return { start: colon + 1, end: colon + 1 + old.length, text: ` ${renderFlow(value)}${commentsOf(old)}` };
}

/** Comments inside a value that gives way carry what no value says, so they stay below it. */
function commentsOf(old: string): string {
  const eol = /\r\n|\n|\r/.exec(old)?.[0] ?? "\n"; // matches "\n"
  const lines = old.split(/\r\n|\n|\r/); // matches each line end
  const found = lines.map((line) => /^(?:.*\s)?(#.*)$/.exec(line)?.[1]); // matches "# seen" in "- a # seen"
  const rest = found.slice(1).flatMap((comment) => (comment === undefined ? [] : [`${eol}  ${comment}`]));
  return (found[0] === undefined ? "" : ` ${found[0]}`) + rest.join("");
}
