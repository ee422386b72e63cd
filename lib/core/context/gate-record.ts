import { Document, isMap, parseAllDocuments, parseDocument, type YAMLMap } from "yaml";
import { findPair, valueSplice, type FlowValue } from "@/lib/core/yaml/flow-yaml";
import type { NamedWaiver } from "@/lib/core/context/decide-gate";
import type { RecordedCriterion } from "@/lib/core/context/decide-conclusion";
import type { GateResult } from "@/lib/core/context/gate-result";
import { commonLineEnd, takeLines } from "@/lib/core/context/logical-lines";
import { readGateRecord } from "@/lib/core/context/read-gate-record";
import { AppError } from "@/lib/core/errors";
import { applySplices, type Splice } from "@/lib/core/text/splice";

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
  };
}

function toYaml(fields: RecordYaml): string {
  return new Document(fields).toString({ lineWidth: 0 });
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
