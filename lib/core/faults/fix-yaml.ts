import type { FaultyFile, Fix } from "@/lib/core/faults/fix";
import { lineAt, replaceLine } from "@/lib/core/faults/text-line";

/** A line may be faulty for what a line above it left open: so many are looked at. */
const ABOVE = 40;

/** What may be wrong with a line of YAML, each way to write it as it was meant; the plainest first. */
export function* fixYamlLine({ text, fault }: FaultyFile): Iterable<Fix> {
  const at = fault.range.start.line;
  const lines = [at, at - 1].flatMap((line) => lineAt(text, line) ?? []).filter(({ words }) => !FENCE.test(words));
  for (const line of lines) {
    for (const { title, write } of WAYS) {
      const words = write(line.words);
      if (words !== null && words !== line.words) yield { title, text: replaceLine(text, line, words) };
    }
  }
  yield* alignLine(text, at);
  for (let above = at; above > Math.max(0, at - ABOVE); above--) {
    const line = lineAt(text, above);
    const closed = line === null ? null : closeLine(line.words);
    if (line !== null && closed !== null)
      yield { title: "Close what is opened", text: replaceLine(text, line, closed) };
  }
}

/** Takes the earlier of two lines with one key away, which the later one overrules. */
export function* removeRepeatedKey({ text, fault }: FaultyFile): Iterable<Fix> {
  const later = lineAt(text, fault.range.start.line);
  const [, indent, key] = KEY.exec(later?.words ?? "") ?? [];
  if (indent === undefined || key === undefined) return;
  for (let at = fault.range.start.line - 1; at > 0; at--) {
    const line = lineAt(text, at);
    if (line === null) return;
    const [, otherIndent = "", other] = KEY.exec(line.words) ?? [];
    if (other !== key || otherIndent !== indent) continue;
    const below = /^\s*/.exec(lineAt(text, at + 1)?.words ?? "")?.[0] ?? ""; // matches "  " of what belongs to the key
    if (below.length > indent.length) return;
    yield { title: `Remove the first ${key}`, text: text.slice(0, line.start) + text.slice(line.next) };
    return;
  }
}

const WAYS: readonly { title: string; write: (line: string) => string | null }[] = [
  { title: "Indent with spaces", write: indentWithSpaces },
  { title: "Put the value in quotes", write: quoteValue },
  { title: "Put the value in single quotes", write: quoteSingly },
  {
    title: "Put a space after the colon",
    write: (line) => changed(line, line.replace(/^(\s*(?:- )?[\w.-]+):(?=\S)/, "$1: ")),
  }, // matches "version:1"
  {
    title: "Indent the line below its key",
    write: (line) => (/^\S/.test(line) && !KEY.test(line) ? `  ${line}` : null),
  },
];

function changed(before: string, after: string): string | null {
  return before === after ? null : after;
}

function indentWithSpaces(line: string): string | null {
  const [indent = ""] = /^[ \t]*/.exec(line) ?? []; // matches "\t" before "- tests"
  return indent.includes("\t") ? indent.replaceAll("\t", "  ") + line.slice(indent.length) : null;
}

/** `description: a: b` as `description: "a: b"`, also in a list; what stands after ` #` stays a comment. */
function quoteValue(line: string): string | null {
  const [, head, rest] = VALUE.exec(line.trimEnd()) ?? [];
  if (head === undefined || rest === undefined || /^(?:["']|[[{][^\]}]*$)/.test(rest)) return null; // matches "[a, b"
  const [, value = "", comment = ""] = /^(.*?)(\s+#.*)?$/.exec(rest) ?? []; // matches "a: b  # why"
  return head + JSON.stringify(value) + comment;
}

/** `"C:\data"` as `'C:\data'`: a backslash means nothing in single quotes. */
function quoteSingly(line: string): string | null {
  const [, head, value, comment = ""] = DOUBLE_QUOTED.exec(line.trimEnd()) ?? [];
  return head === undefined || value === undefined ? null : `${head}'${value.replaceAll("'", "''")}'${comment}`;
}

/** The line with a quotation mark or bracket at its end that it opens and never closes. */
function closeLine(line: string): string | null {
  const [, head = "", value = ""] = VALUE.exec(line.trimEnd()) ?? [];
  const quote = value[0];
  if (quote === '"' || quote === "'") return !value.includes(quote, 1) ? head + value + quote : null;
  const close = quote === "[" ? "]" : quote === "{" ? "}" : null;
  return close === null || value.includes(close) ? null : head + value.replace(/,\s*$/, "") + close; // matches "," in "[a,"
}

/** The line indented as the one above it. */
function* alignLine(text: string, at: number): Iterable<Fix> {
  const line = lineAt(text, at);
  if (line === null || line.words.trim() === "" || FENCE.test(line.words)) return;
  for (let above = at - 1; above > 0; above--) {
    const words = lineAt(text, above)?.words ?? "";
    if (words.trim() === "") continue;
    const [indent = ""] = /^ */.exec(words) ?? []; // matches "  "
    yield { title: "Indent it as the line above", text: replaceLine(text, line, indent + line.words.trimStart()) };
    return;
  }
}

/** A line that delimits front matter or separates documents; it is never changed. Example: `---`. */
const FENCE = /^(?:---|\.\.\.)\s*$/;

/** Example: `  result: APPROVED`. */
const KEY = /^(\s*)(?:- )?["']?([^\s"':#][^"':]*?)["']?:(?:\s|$)/;

/** Example: `- name: the value`, and `- the value`. */
const VALUE = /^(\s*(?:- +)*(?:[\w.-]+:[ \t]+)|\s*- +)(\S.*)$/;

/** Example: `path: "C:\data" # ours`. */
const DOUBLE_QUOTED = /^(\s*(?:- +)?(?:[\w.-]+:[ \t]+)?)"(.*\\.*)"(\s+#.*)?$/;
