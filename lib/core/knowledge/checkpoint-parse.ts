import { LineCounter, parseDocument, type Document, type ErrorCode } from "yaml";
import { repeatedKeys } from "@/lib/core/yaml/repeated-keys";
import { yamlFault } from "@/lib/core/yaml/yaml-fault";
import { yamlValue } from "@/lib/core/yaml/yaml-value";
import type { Diagnostic } from "@/lib/core/diagnostics";
import { REQUIRED_KEYS, type CheckpointFault, type CheckpointReading } from "@/lib/core/knowledge/checkpoint";
import { verifyChecksum } from "@/lib/core/knowledge/checkpoint-checksum";
import { teamName } from "@/lib/core/knowledge/team-place";
import { readCheckpointFields, type Fields } from "@/lib/core/knowledge/checkpoint-fields";
import { withoutStacks } from "@/lib/core/yaml/without-stacks";

/** Whose checkpoint a file should be, by the place where it lies. */
export interface CheckpointOwner {
  team: string;
  sessionId: string;
}

/**
 * Reads a checkpoint, YAML or JSON, and says whether it may be used; never fails. One that is broken, cut off, changed after it was
 * saved, or another team's or session's gives the fault in words instead of a content. Source: knowledge §5, formats "Checkpoint".
 */
export function parseCheckpoint(text: string, owner: CheckpointOwner): CheckpointReading {
  const parsed = parseFields(text);
  if (parsed.fault !== null) return faulty(parsed.fault, parsed.diagnostics);
  const { diagnostics } = parsed;
  // Whatever else a whole JSON document lacks, its end is there, and what other programs leave out is empty.
  const isJson = text
    .trimStart()
    .replace(/^\uFEFF/, "")
    .startsWith("{"); // matches the byte order mark
  const fields = isJson ? fieldsOfJson(parsed.fields, owner) : parsed.fields;
  const required = isJson ? (["created"] as const) : REQUIRED_KEYS;
  const missing = required.filter((key) => !(key in fields) && !(key === "created" && "created_at" in fields));
  const hasChecksum = (fields["checksum"] ?? null) !== null;
  const matches = hasChecksum ? verifyChecksum(text) : null;
  if (matches === false) return faulty(checksumFault(text, missing, isJson), diagnostics);
  const stranger = strangerFault(fields, owner);
  if (stranger !== null) return faulty(stranger, diagnostics);
  if (missing.length > 0) return faulty(missingFault(missing, isJson ? null : Object.keys(fields)), diagnostics);
  const { content, problem } = readCheckpointFields(fields);
  if (content === null) return faulty({ kind: "missing_fields", message: problem, line: null }, diagnostics);
  const unverified = matches === true ? [] : [unverifiedAt(hasChecksum)];
  return { content, fault: null, verified: matches === true, diagnostics: [...diagnostics, ...unverified] };
}

/**
 * What other programs write as JSON, under our names: keys in camel case, the state among the others, another word for the date, and
 * the session named by the file alone.
 */
function fieldsOfJson(found: Fields, { sessionId }: CheckpointOwner): Fields {
  const own = inSnakeCase(found);
  const created = DATE_KEYS.map((key) => own[key]).find((value) => value !== undefined && value !== null);
  const inner = { ...own, ...inSnakeCase(own["state"]) };
  const turns = [inner["turn_count"], inner["current_step"], inner["iteration_count"]];
  const state = { ...inner, turn_count: turns.find((value) => Number.isInteger(Number(value ?? NaN))) ?? 0 };
  const hints = { ...own, ...inSnakeCase(own["resume_hints"]) };
  return { ...own, session_id: sessionId, state, resume_hints: hints, ...(created !== undefined && { created }) };
}

const DATE_KEYS = ["created", "created_at", "timestamp", "saved_at", "updated_at", "last_updated", "date"];

function inSnakeCase(value: unknown): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  const snake = (key: string) => key.replace(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`); // "turnCount"
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [snake(key), inner]));
}

function faulty(fault: CheckpointFault, diagnostics: Diagnostic[]): CheckpointReading {
  return { content: null, fault, verified: false, diagnostics };
}

/** What the parser says of a text that goes on after its end. */
const CUT_OFF = new Set<ErrorCode>(["MISSING_CHAR", "MULTILINE_IMPLICIT_KEY", "UNEXPECTED_TOKEN"]);

type Parsed =
  | { fields: Fields; fault: null; diagnostics: Diagnostic[] }
  | { fields: null; fault: CheckpointFault; diagnostics: Diagnostic[] };

function parseFields(text: string): Parsed {
  const lines = new LineCounter();
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  if (source.trim() === "") return broken("truncated", "The file is empty.", 1);
  const document = parseShallow(source, lines);
  if (document === null) return broken("invalid", "The file is nested too deep to be read.", 1);
  const [error] = document.errors;
  if (error !== undefined) {
    const { line } = lines.linePos(error.pos[0]);
    // A last line that is merely written wrong is no end in the middle. A bracket that never closes is told as an indent after the end.
    const end = source.trimEnd().length;
    const atEnd = error.code === "BAD_INDENT" ? error.pos[0] >= end : CUT_OFF.has(error.code) && error.pos[1] >= end;
    const meant = yamlFault(document, source)?.message ?? error.message;
    const message = atEnd
      ? `The file ends in the middle, in line ${line}: ${meant}`
      : `Line ${line} is not valid ${/^\s*[[{]/.test(source) ? "JSON" : "YAML"}: ${meant}`;
    return broken(atEnd ? "truncated" : "invalid", message, line);
  }
  const built = yamlValue(document);
  if ("problem" in built) return broken("invalid", `The file cannot be read: ${built.problem}`, 1);
  const { value } = built;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return broken("invalid", "The file holds no keys, such as session_id: and state:.", 1);
  }
  return { fields: value as Fields, fault: null, diagnostics: repeatedKeys(document, lines) };
}

function parseShallow(source: string, lineCounter: LineCounter): Document | null {
  try {
    const options = { lineCounter, uniqueKeys: false, prettyErrors: false, logLevel: "error" } as const;
    return withoutStacks(() => parseDocument(source, options));
  } catch (error) {
    // Thousands of brackets within each other are more than the reader's own stack holds.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function broken(kind: CheckpointFault["kind"], message: string, line: number): Parsed {
  const range = { start: { line, column: 1 }, end: { line, column: 2 } };
  const diagnostic: Diagnostic = { code: "bad_checkpoint", message, severity: "error", range };
  return { fields: null, fault: { kind, message, line }, diagnostics: [diagnostic] };
}

function checksumFault(text: string, missing: readonly string[], isJson: boolean): CheckpointFault {
  if (!isJson && (missing.length > 0 || !/[\r\n}]\s*$/.test(text))) {
    // matches "\n" at the end
    const lost = missing.length > 0 ? `: ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} not there` : "";
    return { kind: "truncated", message: `The file is cut off${lost}, and its checksum does not fit.`, line: null };
  }
  const message = "Its checksum does not fit: the file was changed, or damaged, after it was saved.";
  return { kind: "checksum", message, line: null };
}

/** `keys` are those of the file in their order, null where its end is known to be there. */
function missingFault(missing: readonly string[], keys: readonly string[] | null): CheckpointFault {
  const names = missing.join(", ");
  // Keys are written in one order: where the last ones are missing together and nothing else follows, the file ends too early.
  const endsWithin = REQUIRED_KEYS.some((key) => key === keys?.at(-1));
  const isTail =
    endsWithin &&
    REQUIRED_KEYS.slice(-missing.length).join() === missing.join() &&
    missing.length < REQUIRED_KEYS.length;
  const message = isTail ? `The file looks cut off: ${names} missing at its end.` : `The file lacks ${names}.`;
  return { kind: isTail ? "truncated" : "missing_fields", message, line: null };
}

function strangerFault(fields: Fields, { team, sessionId }: CheckpointOwner): CheckpointFault | null {
  const named = typeof fields["team"] === "string" ? fields["team"] : null;
  if (named !== null && !isSame(named, team) && !isSame(named, teamName(team))) {
    return { kind: "other_team", message: `It is a checkpoint of the team ${named}, not of ${team}.`, line: null };
  }
  const given = fields["session_id"];
  const id = typeof given === "string" || typeof given === "number" ? String(given) : null;
  if (id !== null && !isSame(id, sessionId)) {
    const message = `It is a checkpoint of the session ${id}, not of ${sessionId}.`;
    return { kind: "other_session", message, line: null };
  }
  return null;
}

function isSame(a: string, b: string): boolean {
  return a.normalize("NFC") === b.normalize("NFC");
}

function unverifiedAt(hasChecksum: boolean): Diagnostic {
  const message = hasChecksum
    ? "The checksum does not stand in a line of its own, so it could not be checked."
    : "The checkpoint has no checksum, so damage cannot be told.";
  const range = { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
  return { code: "unverified_checkpoint", message, severity: "warning", range };
}
