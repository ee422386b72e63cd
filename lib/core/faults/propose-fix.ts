import type { Diagnostic } from "@/lib/core/diagnostics";
import { diagnoseFile } from "@/lib/core/faults/diagnose-file";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { lineEndAt } from "@/lib/core/text/lines";
import { readFrontMatterYaml } from "@/lib/core/yaml/front-matter-yaml";

/** Ends a fence or a comment before the next section, or where the file ends. */
function* closeBlock({ text, fault }: FaultyFile): Iterable<Fix> {
  const first = fault.range.start.line;
  const opening = lineAt(text, first)?.words.trimStart() ?? "";
  const fence = /^(?:`{3,}|~{3,})/.exec(opening)?.[0];
  const closing = fence ?? (opening.startsWith("<!--") ? "-->" : null);
  if (closing === null) return;
  const title = fence === undefined ? "Close the comment" : "Close the code block";
  const eol = lineEndAt(text, 0);
  for (let at = first + 1; ; at++) {
    const line = lineAt(text, at);
    if (line === null) break;
    if (!/^## ?\S/.test(line.words)) continue; // matches "## implementer-1"
    const before = text.slice(0, line.start).trimEnd();
    const rest = text.slice(before.length, line.start);
    yield { title, text: `${before}${eol}${closing}${rest}${text.slice(line.start)}` };
    return;
  }
  const before = text.trimEnd();
  yield { title, text: `${before}${eol}${closing}${text.slice(before.length) || eol}` };
}

/** Ends frontmatter below the last of its keys: one line more, and every reader takes what stands above it for valid YAML. */
function* closeFrontmatter({ text }: FaultyFile): Iterable<Fix> {
  const eol = lineEndAt(text, 0);
  let last = 1;
  for (let line = lineAt(text, 2); line !== null && /^(?:[\w-]+:(?:\s|$)|[ \t]+\S|- )/.test(line.words); last++) {
    line = lineAt(text, last + 2); // matches "version: GC-v3"
  }
  const line = lineAt(text, last);
  if (line === null || last === 1) return;
  const fixed = `${text.slice(0, line.end)}${eol}---${eol}${text.slice(line.next)}`;
  const { frontMatter } = readFrontMatterYaml(fixed);
  if (frontMatter !== null && frontMatter.values !== null) yield { title: "Close the frontmatter", text: fixed };
}

/**
 * Moves what stands in a second section of a role to the end of its first one. A heading that says more than the first one
 * stays, below it, so that no word is lost. Sections in different states are left to people.
 */
function* joinSections({ text, fault }: FaultyFile): Iterable<Fix> {
  const { sections } = parseMemory(text);
  const second = sections.find(({ line }) => line === fault.range.start.line);
  const first = sections.find(({ role }) => role === second?.role);
  if (second === undefined || first === undefined || first === second || first.state !== second.state) return;
  const eol = lineEndAt(text, 0);
  const body = text.slice(second.start + second.bodyStart, second.end).trim();
  const heading = second.heading === first.heading || body === "" ? "" : `### ${second.heading}${eol}${eol}`;
  const start = first.start;
  const own = text.slice(start, first.end).trimEnd();
  const joint = body === "" ? "" : `${heading === "" && isList(own, body) ? eol : eol + eol}${heading}${body}`;
  const between = text.slice(first.end, second.start);
  const rest = text.slice(second.end);
  const gap = between === "" && rest === "" ? eol : eol + eol;
  yield {
    title: `Join the two sections of ${second.role}`,
    text:
      text.slice(0, start) +
      own +
      joint +
      gap +
      (rest === "" ? between.trimEnd() + (between === "" ? "" : eol) : between + rest),
  };
}

/** Whether one list ends where the other begins. */
function isList(above: string, below: string): boolean {
  return /(?:^|[\r\n])[-*] [^\r\n]*$/.test(above) && /^[-*] /.test(below); // matches "- [Finding] a" and "- b"
}

/** `GC Version: v3` as `GC Version: GC-v3`. */
function* normaliseVersion({ text, fault }: FaultyFile): Iterable<Fix> {
  for (let at = fault.range.start.line; at < fault.range.start.line + META_LINES; at++) {
    const line = lineAt(text, at);
    if (line === null) return;
    const [, head, value] = VERSION.exec(line.words) ?? [];
    const number = /\d+/.exec(value ?? "")?.[0]; // matches "3" in "v3"
    if (head === undefined || value === undefined || number === undefined) continue;
    const written = `GC-v${Number(number)}`;
    yield { title: `Write ${written}`, text: replaceLine(text, line, head + written) };
    return;
  }
}

/** A version stands in the first lines of its section. */
const META_LINES = 12;

/** Example: `- GC Version: v3`, `version: "3"`. */
const VERSION = /^(\s*(?:[-*] )?\**(?:gc[ _-]?)?version\**:\**\s*)(\S.*)$/i;

/** A line may be faulty for what a line above it left open: so many are looked at. */
const ABOVE = 40;

/** What may be wrong with a line of YAML, each way to write it as it was meant; the plainest first. */
function* fixYamlLine({ text, fault }: FaultyFile): Iterable<Fix> {
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
function* removeRepeatedKey({ text, fault }: FaultyFile): Iterable<Fix> {
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

/**
 * The fix of one fault, or null where none is known. Guarantees that what is proposed was read again: there is one fault of
 * that kind less in the fixed text, and no error that was not in the one before. `tries` is shared by the faults of one file: when it
 * is used up, the others wait until what was proposed is fixed.
 */
export function proposeFix(file: FaultyFile, tries = triesOf(diagnoseFile(file.path, file.text))): Fix | null {
  const { code } = file.fault;
  const makers = MAKERS[code];
  if (makers === undefined || file.text.length > LONGEST) return null;
  for (const make of makers) {
    for (const fix of make(file)) {
      if (tries.left <= 0) return null;
      const fixed = carryOn(file, fix, tries);
      if (fixed !== null) return fixed;
    }
  }
  return null;
}

/** What one file's fixes are held against, and how much of them may still be read. */
interface Tries {
  before: ReadonlyMap<string, number>;
  left: number;
}

/** For a file with these diagnostics. */
export function triesOf(found: readonly Diagnostic[]): Tries {
  return { before: count(found), left: READ_AGAIN };
}

type Maker = (file: FaultyFile) => Iterable<Fix>;

const YAML: readonly Maker[] = [fixYamlLine];

/** What fixes each kind of fault. */
const MAKERS: Readonly<Record<string, readonly Maker[]>> = {
  bad_yaml: YAML,
  unknown_anchor: YAML,
  bad_frontmatter: YAML,
  duplicate_key: [removeRepeatedKey],
  unclosed_frontmatter: [closeFrontmatter],
  unclosed_block: [closeBlock],
  duplicate_section: [joinSections],
  invalid_gc_version: [normaliseVersion],
  bad_version: [normaliseVersion],
};

/** Longer texts are shown, and fixed by hand: every try reads the whole again. UTF-16 units. */
const LONGEST = 400_000;

/** So much is read again for the fixes of one file, all tries together, or a list would wait for one file. UTF-16 units. */
const READ_AGAIN = 20_000;

/** A reader tells of the first fault of its YAML alone: so many of one kind, each further down, are fixed as one. */
const IN_A_ROW = 20;

/** The fix with those of the same kind that only show once it is made; null where it does not hold. */
function carryOn(file: FaultyFile, fix: Fix, tries: Tries): Fix | null {
  let current = fix;
  let { fault } = file;
  for (let done = 0; done < IN_A_ROW && tries.left > 0; done++) {
    tries.left -= current.text.length;
    const found = diagnoseFile(file.path, current.text);
    if (isBetter(tries.before, count(found), file.fault)) return current;
    const next = found.find(({ code }) => code === fault.code);
    if (next === undefined || next.range.start.line <= fault.range.start.line) return null;
    fault = next;
    const [further] = MAKERS[fault.code]?.flatMap((make) => [...make({ ...file, text: current.text, fault })]) ?? [];
    if (further === undefined) return null;
    current = { title: fix.title === further.title ? fix.title : `${fix.title}; ${further.title}`, text: further.text };
  }
  return null;
}

function count(diagnostics: readonly Diagnostic[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { code, severity } of diagnostics) {
    for (const key of severity === "error" ? [code, ANY_ERROR] : [code]) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Whether there is one fault of the kind less, and no further error. What a broken head hid may be advice by now. */
function isBetter(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>, { code }: Diagnostic) {
  const times = (counts: ReadonlyMap<string, number>, key: string) => counts.get(key) ?? 0;
  return times(after, code) < times(before, code) && times(after, ANY_ERROR) <= times(before, ANY_ERROR);
}

/** Under this all errors are counted together; no code is spelled so. */
const ANY_ERROR = "any error";

/** What would make a fault go away: what it does, in words, and the whole text with it done. */
interface Fix {
  title: string;
  text: string;
}

/** A file with the fault that is to go. */
interface FaultyFile {
  path: string;
  text: string;
  fault: Diagnostic;
}

/** A line of a text: its words, and where it begins, ends, and where the next one begins. */
interface TextLine {
  words: string;
  start: number;
  end: number;
  next: number;
}

/** The line of that number, counted from 1; null past the last one. */
export function lineAt(text: string, number: number): TextLine | null {
  let start = 0;
  for (let at = 1; at <= number; at++) {
    LINE_END.lastIndex = start;
    const found = LINE_END.exec(text);
    const end = found?.index ?? text.length;
    const next = found === null ? text.length : end + found[0].length;
    if (at === number) return { words: text.slice(start, end), start, end, next };
    if (found === null) return null;
    start = next;
  }
  return null;
}

/** The text with other words in a line; its line end stays. */
function replaceLine(text: string, line: TextLine, words: string): string {
  return text.slice(0, line.start) + words + text.slice(line.end);
}

const LINE_END = /\r\n|\n|\r/g;
