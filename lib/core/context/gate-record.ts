import { isRecord } from "@/lib/core/text/parse-json";
import { Document, isMap, parseAllDocuments, parseDocument, type YAMLMap, LineCounter } from "yaml";
import { findPair, valueSplice, type FlowValue } from "@/lib/core/yaml/flow-yaml";
import type { NamedWaiver, RecordedCriterion, GateResult } from "@/lib/core/context/gate";
import { commonLineEnd, takeLines } from "@/lib/core/context/logical-lines";
import { AppError } from "@/lib/core/errors";
import { applySplices, type Splice } from "@/lib/core/text/splice";
import { addAll } from "@/lib/core/lists";
import { allNodes, parseContext } from "@/lib/core/context/parse-context";
import { repeatedKeys, yamlValue, withoutStacks, yamlFault } from "@/lib/core/yaml/yaml-value";
import { diagnosticAt, type Diagnostic } from "@/lib/core/diagnostics";
import { findFrontMatter } from "@/lib/core/markdown/front-matter";

/** What a gate record of any shape says; null for what it does not. Source: formats "Existing ones are listed". */
interface GateReading {
  shape: "yaml" | "yaml-documents" | "markdown" | "broken";
  phase: number | null;
  /** The verdict as written. */
  verdict: string | null;
  /** The key it stood under. */
  verdictKey: string | null;
  /** What the verdict comes to. */
  result: GateResult | null;
  date: string | null;
  /** The version it was evaluated at: `gc_version`, else `gc_version_out`, else `gc_version_in`. */
  gcVersion: string | null;
  /** The version the phase began with, where the record tells it apart. */
  gcVersionIn: string | null;
  /** The part of the file that says so; the parts of all records are the file. */
  text: string;
  /** All top-level values, of several documents together; the first that has a key counts. */
  values: Record<string, unknown>;
  diagnostics: Diagnostic[];
}

const VERDICT_KEYS = ["result", "verdict", "gate_result"];

const VERSION_KEYS = ["gc_version", "gc-version", "version", "gc_version_out", "gc_version_in"];

const DATE_KEYS = ["date", "evaluated", "timestamp"];

const KNOWN_KEYS: ReadonlySet<string> = new Set([...VERDICT_KEYS, ...VERSION_KEYS, ...DATE_KEYS, "phase", "gate"]);

/** Reads the newest record of a file; never fails. What is broken is reported with its line. */
export function readGateRecord(text: string): GateReading {
  const all = readGateRecords(text);
  return all[all.length - 1] as GateReading;
}

/**
 * Every record of a file, the oldest first: at least one. A phase that was evaluated again has a record more; documents
 * that add to a record belong to it, and only a second verdict begins the next. Never fails.
 */
export function readGateRecords(text: string): GateReading[] {
  const { bom, lines } = takeLines(text);
  const source = bom ? text.slice(1) : text;
  const front = findFrontMatter(lines);
  const rest = lines.slice(front.end);
  const markdown = front.end > 0 && rest.some((line) => /^(?:#{1,6}\s|[-*]\s+\*\*|\*\*)/.test(line)); // matches "## Evidence"
  if (markdown) return [readMarkdown(text, lines.slice(1, front.end - 1).join("\n"))];
  const documents = readYaml(source, 0);
  const isBroken = documents.some(({ diagnostics }) => diagnostics.some(isError));
  // A comment of YAML begins like a heading; keys of a record do not stand below one.
  const hasKeys = Object.keys(readLines(source)).length > 0;
  const isHeaded = isBroken && !hasKeys && /^#{1,6}\s+\S/m.test(source); // matches "# Gate"
  if (isHeaded && documents.every(({ isRead }) => !isRead)) return [readMarkdown(text, "")];
  const groups = groupByVerdict(documents);
  return groups.map((group, index) => {
    const values: Record<string, unknown> = {};
    for (const document of group) {
      for (const [key, value] of Object.entries(document.values)) if (!(key in values)) values[key] = value;
    }
    const diagnostics = group.flatMap((document) => document.diagnostics);
    const many = group.filter(({ isRead }) => isRead).length > 1;
    const shape = diagnostics.some(isError) ? "broken" : many ? "yaml-documents" : "yaml";
    const start = index === 0 ? 0 : (group[0]?.start ?? 0) + text.length - source.length;
    const next = groups[index + 1]?.[0]?.start;
    const end = next === undefined ? text.length : next + text.length - source.length;
    return readingOf({ shape, values, diagnostics, text: text.slice(start, end) });
  });
}

const isError = ({ severity }: Diagnostic) => severity === "error";

interface RecordDocument {
  values: Record<string, unknown>;
  diagnostics: Diagnostic[];
  /** Whether it was read as YAML, and not line by line. */
  isRead: boolean;
  /** UTF-16 offset of the source. */
  start: number;
}

function groupByVerdict(documents: readonly RecordDocument[]): RecordDocument[][] {
  const groups: RecordDocument[][] = [[]];
  let hasVerdict = false;
  for (const document of documents) {
    const says = verdictKeyOf(document.values) !== null;
    if (says && hasVerdict) groups.push([]);
    if (says) hasVerdict = true;
    groups.at(-1)?.push(document);
  }
  return groups;
}

function readMarkdown(text: string, frontmatter: string): GateReading {
  const values: Record<string, unknown> = {};
  const documents = readYaml(frontmatter, 1);
  for (const document of documents) Object.assign(values, { ...document.values, ...values });
  const context = parseContext(text);
  for (const node of [context.preamble, ...allNodes(context.sections)]) {
    for (const { key, value } of node.entries) {
      const name = key?.toLowerCase().replaceAll(" ", "_");
      if (name !== undefined && name !== "" && !(name in values)) values[name] = value.replace(/^[*_`]+|[*_`]+$/g, ""); // matches "**" in "**PASSED**"
    }
  }
  const diagnostics = documents.flatMap((document) => document.diagnostics);
  return readingOf({ shape: "markdown", values, diagnostics, text });
}

function readYaml(source: string, linesAbove: number): RecordDocument[] {
  const lineCounter = new LineCounter();
  const options = { lineCounter, uniqueKeys: false, prettyErrors: false, logLevel: "error" } as const;
  const all = withoutStacks(() => parseAllDocuments(source, options));
  const parsed = Array.isArray(all) ? all : [];
  const documents = parsed.map((document, index): RecordDocument => {
    const start = document.range[0];
    const end = parsed[index + 1]?.range[0] ?? source.length;
    const diagnostics: Diagnostic[] = [];
    const fault = yamlFault(document, source);
    if (fault !== null) {
      const { line, col } = lineCounter.linePos(fault.pos[0]);
      const message = `The record is not valid YAML: ${fault.message}`;
      diagnostics.push(diagnosticAt("bad_yaml", "error", message, line + linesAbove, [col, col + 1]));
    }
    const built = diagnostics.length > 0 ? undefined : yamlValue(document);
    if (built !== undefined && "problem" in built) {
      const { line } = lineCounter.linePos(built.at);
      diagnostics.push(
        diagnosticAt("bad_yaml", "error", `The record cannot be read: ${built.problem}`, line + linesAbove),
      );
    }
    if (built === undefined || "problem" in built) {
      return { values: readLines(source.slice(start, end)), diagnostics, isRead: false, start };
    }
    addAll(diagnostics, repeatedKeys(document, lineCounter, linesAbove));
    const { value } = built;
    const isMap = isRecord(value);
    return { values: isMap ? unwrapped({ ...value }) : {}, diagnostics, isRead: isMap, start };
  });
  const isSilent = documents.every(({ isRead, diagnostics }) => !isRead && diagnostics.length === 0);
  if (isSilent && source.trim() !== "") {
    const diagnostics = [diagnosticAt("bad_yaml", "error", "The record holds no keys.", 1 + linesAbove)];
    return [{ values: {}, diagnostics, isRead: false, start: 0 }];
  }
  return documents;
}

/** A record below one key of its own, such as `gate_record:`, with what stands there read as if it stood above. */
function unwrapped(values: Record<string, unknown>): Record<string, unknown> {
  const [only, ...others] = Object.values(values);
  const isWrapped = others.length === 0 && isRecord(only);
  return isWrapped ? { ...only, ...values } : values;
}

/**
 * The keys that matter of a document that is no YAML, line by line: the rest of a broken record says nothing about them. Of
 * several the least indented counts, and one in a list belongs to the list.
 */
function readLines(source: string): Record<string, unknown> {
  const found = new Map<string, { indent: number; value: string }>();
  for (const line of source.split(/\r\n|\n|\r/)) {
    const [, space = "", key = "", said = ""] = KEY_LINE.exec(line) ?? [];
    const value = said.replace(/\s+#.*$/, "").replace(/^(["'])(.*)\1$/, "$2"); // matches " # flaky", "'PASS'"
    if (!KNOWN_KEYS.has(key) || !PLAIN.test(value)) continue;
    if ((found.get(key)?.indent ?? Infinity) > space.length) found.set(key, { indent: space.length, value });
  }
  return Object.fromEntries([...found].map(([key, { value }]) => [key, value]));
}

/** Example: `  result: APPROVED # at last`. */
const KEY_LINE = /^( *)([\w-]+):[ \t]+(\S.*)$/;

/** A value that needs no YAML to be read. Example: `2026-02-09`, `GC-v4`; `[` begins a list. */
const PLAIN = /^[\p{L}\p{N}]/u;

function readingOf(found: Pick<GateReading, "shape" | "values" | "diagnostics" | "text">): GateReading {
  const { shape, values, diagnostics } = found;
  const verdictKey = verdictKeyOf(values);
  const verdict = verdictKey === null ? null : plain(values[verdictKey]);
  const phase = /\d+/.exec(plain(values["phase"] ?? values["gate"]) ?? "")?.[0]; // matches "3" in "Phase 3"
  const said = [...diagnostics];
  if (verdictKey === null && shape !== "broken") {
    said.push(diagnosticAt("no_verdict", "warning", "The record has no result, verdict or gate_result."));
  }
  return {
    ...found,
    phase: phase === undefined ? null : Number(phase),
    verdict,
    verdictKey,
    result: resultOf(verdict),
    date: firstOf(values, DATE_KEYS),
    gcVersion: versionIn(firstOf(values, VERSION_KEYS)),
    gcVersionIn: versionIn(firstOf(values, ["gc_version_in"])),
    diagnostics: said,
  };
}

function verdictKeyOf(values: Record<string, unknown>): string | null {
  return VERDICT_KEYS.find((key) => values[key] !== undefined && values[key] !== null) ?? null;
}

function firstOf(values: Record<string, unknown>, keys: readonly string[]): string | null {
  return keys.map((key) => plain(values[key])).find((value) => value !== null) ?? null;
}

function versionIn(said: string | null): string | null {
  const version = /GC-v\d+/i.exec(said ?? "")?.[0]; // matches "GC-v4"
  return version === undefined ? null : `GC-v${Number(version.slice(4))}`;
}

function resultOf(verdict: string | null): GateResult | null {
  const word = (verdict ?? "").toUpperCase();
  if (word.includes("CONDITION")) return "CONDITIONAL_PASS";
  if (/\b(?:REJECT|FAIL|BLOCK|NOT\b)/.test(word)) return "REJECTED"; // matches "FAILED"
  return /\b(?:APPROVE|PASS)/.test(word) ? "APPROVED" : null; // matches "PASSED"
}

function plain(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return null;
}

/** A gate record as it is written. Source: formats "phase-{N}/gate-record.yaml". */
export interface GateRecord {
  phase: number;
  result: GateResult;
  /** When it was concluded, ISO 8601 to the second. */
  date: string;
  /** `GC-v{n}`. */
  gcVersion: string;
  criteria: RecordedCriterion[];
  waivers: NamedWaiver[];
  /** The version each teammate had confirmed, or null. */
  teammates: Record<string, string | null>;
  /** Of those whose run had ended: when. */
  ended: Record<string, string>;
}

type RecordYaml = Record<string, unknown>;

/** The YAML of a new record. Guarantees that `readGateRecord` reads the same verdict, date and version back. */
export function renderGateRecord(record: GateRecord): string {
  return toYaml(fieldsOf(record));
}

/**
 * A record that exists, brought up to date. One that holds a result already keeps every byte: the new evaluation is a YAML
 * document of its own behind it. One that was prepared and awaits its result is filled in: values that changed give way in
 * place, keys that are missing are put at the end of its document, and comments, order and spelling of the verdict's key
 * stay. Throws AppError `unparseable` for one that cannot be edited safely. Source: formats "updating one keeps them".
 */
export function updateGateRecord(text: string, record: GateRecord): string {
  const reading = readGateRecord(text);
  const broken = reading.diagnostics.find((diagnostic) => diagnostic.severity === "error");
  if (broken !== undefined || reading.shape === "markdown") {
    const why = broken === undefined ? "It is Markdown." : `Line ${broken.range.start.line}: ${broken.message}`;
    throw new AppError("unparseable", `The gate record cannot be edited safely. ${why}`, {
      hint: "Repair the file, or move it away to have a new one written.",
      current: { diagnostics: reading.diagnostics },
    });
  }
  if (reading.result !== null) return appended(text, record);
  const root = findAwaiting(text, reading.verdictKey);
  const eol = commonLineEnd(takeLines(text).ends);
  const splices: Splice[] = [];
  const missing: RecordYaml = {};
  for (const [name, value] of Object.entries(fieldsOf(record))) {
    // An empty list says nothing about what an earlier hand wrote there.
    if (isEmpty(value)) continue;
    const key = name === "result" ? (reading.verdictKey ?? "result") : name;
    const pair = root === null ? undefined : findPair(root, key);
    if (pair === undefined) {
      missing[key] = value;
    } else if (JSON.stringify(pair.value?.toJSON()) !== JSON.stringify(value)) {
      const splice = valueSplice(text, pair, value as FlowValue);
      if (splice !== undefined) splices.push(splice);
    }
  }
  if (Object.keys(missing).length > 0) {
    const at = root?.range[1] ?? text.length;
    const open = at === 0 || /[\r\n]$/.test(text.slice(0, at)) ? "" : eol; // matches "\n" at the end
    const close = at < text.length && !/^[\r\n]/.test(text.slice(at)) ? eol : ""; // matches "\n" behind a value
    const lines = toYaml(missing).trimEnd().replaceAll("\n", eol);
    splices.push({ start: at, end: at, text: `${open}${lines}${open === "" ? eol : close}` });
  }
  return checked(applySplices(text, splices), record);
}

/** The text that a record's file gets, new or brought up to date; null for a file in Markdown or broken, which stays as it is. */
export function writeGateRecord(text: string | null, record: GateRecord): string | null {
  if (text === null) return renderGateRecord(record);
  const { shape, diagnostics } = readGateRecord(text);
  const canUpdate = shape !== "markdown" && diagnostics.every(({ severity }) => severity !== "error");
  return canUpdate ? updateGateRecord(text, record) : null;
}

/** The document that awaits its result: the last that has the verdict's key, else the first. */
function findAwaiting(text: string, verdictKey: string | null): YAMLMap.Parsed | null {
  const documents = parseAllDocuments(text, { uniqueKeys: false, logLevel: "error" });
  const roots = (Array.isArray(documents) ? documents : []).map(({ contents }) => (isMap(contents) ? contents : null));
  const says = (root: YAMLMap.Parsed | null) => root !== null && verdictKey !== null && root.has(verdictKey);
  return roots.findLast(says) ?? roots[0] ?? null;
}

/** The record behind the former ones, told apart by the line that begins a YAML document. */
function appended(text: string, record: GateRecord): string {
  const eol = commonLineEnd(takeLines(text).ends);
  const open = /[\r\n]$/.test(text) ? "" : eol;
  return checked(`${text}${open}---${eol}${toYaml(fieldsOf(record)).replaceAll("\n", eol)}`, record);
}

/** An update that does not read back as what was meant is not handed out. */
function checked(text: string, record: GateRecord): string {
  const reading = readGateRecord(text);
  const fine = parseDocument(renderGateRecord(record)).errors.length === 0;
  if (fine && reading.result === record.result && reading.gcVersion === record.gcVersion) return text;
  throw new AppError("unparseable", "The gate record is built in a way that cannot be edited safely.", {
    hint: "Move the file away to have a new one written.",
  });
}

function fieldsOf(record: GateRecord): RecordYaml {
  return {
    phase: record.phase,
    result: record.result,
    date: record.date,
    gc_version: record.gcVersion,
    criteria: record.criteria,
    waivers: record.waivers,
    teammates: record.teammates,
    ...(!isEmpty(record.ended) && { confirmed_by_ended_runs: record.ended }),
  };
}

function toYaml(fields: RecordYaml): string {
  return new Document(fields).toString({ lineWidth: 0 });
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
