import { stringify } from "yaml";

/** A value that an edit may write. */
export type YamlValue = string | number | readonly YamlValue[] | YamlFields;

/** A map that an edit may write, in the order of its keys. */
export interface YamlFields {
  readonly [key: string]: YamlValue;
}

/** The value on one line, quoted where this or an older reader of YAML would take it for something else. */
export function renderInline(value: YamlValue): string {
  // Within a list, so that commas and brackets in a text are quoted: it may come to stand in one.
  return stringify([value], OPTIONS).trimEnd().slice(1, -1);
}

/** `key: value` on one line. */
export function renderInlinePair(key: string, value: YamlValue): string {
  return `${renderInline(key)}: ${renderInline(value)}`;
}

/**
 * `key:` with the value below it, each line begun by `indent` and ended by `eol` but the last: maps and lists of maps take
 * a line for each part, lists of texts stay on theirs.
 */
export function renderPairLines(key: string, value: YamlValue, indent: string, eol: string): string {
  if (!isNested(value)) return `${indent}${renderInlinePair(key, value)}`;
  return `${indent}${renderInline(key)}:${eol}${renderLines(value, `${indent}  `, eol)}`;
}

/** A map or a list of maps over several lines, as `renderPairLines` does. */
export function renderLines(value: YamlValue, indent: string, eol: string): string {
  if (isList(value)) return value.map((item) => renderItemLines(item, indent, eol)).join(eol);
  if (typeof value !== "object") return `${indent}${renderInline(value)}`;
  return Object.entries(value)
    .map(([key, each]) => renderPairLines(key, each, indent, eol))
    .join(eol);
}

/** One item of a list, with its dash, over several lines where it is a map. */
export function renderItemLines(value: YamlValue, indent: string, eol: string): string {
  if (typeof value !== "object" || isList(value)) return `${indent}- ${renderInline(value)}`;
  return `${indent}- ${renderLines(value, `${indent}  `, eol).slice(indent.length + 2)}`;
}

function isNested(value: YamlValue): value is readonly YamlValue[] | YamlFields {
  if (typeof value !== "object") return false;
  return isList(value) ? value.some((item) => typeof item === "object") : Object.keys(value).length > 0;
}

function isList(value: YamlValue): value is readonly YamlValue[] {
  return Array.isArray(value);
}

const OPTIONS = {
  collectionStyle: "flow",
  flowCollectionPadding: false,
  lineWidth: 0,
  blockQuote: false,
  // `yes` and `1:30` are no texts to readers of YAML 1.1.
  compat: "yaml-1.1",
} as const;
