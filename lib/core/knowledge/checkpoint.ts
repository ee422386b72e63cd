import { diagnosticAt, type Diagnostic } from "@/lib/core/diagnostics";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { LineCounter, parseDocument, Document, type ErrorCode } from "yaml";
import { repeatedKeys, yamlFault, yamlValue, withoutStacks } from "@/lib/core/yaml/yaml-value";
import { teamName } from "@/lib/core/knowledge/knowledge-model";

/** One turn of a dialogue, in short. */
interface CheckpointTurn {
  turn: number;
  speaker: string;
  summary: string;
}

/** One loaded piece of knowledge as a checkpoint keeps it; `hash` is null where the checkpoint names ids alone. */
export interface CheckpointKnowledge {
  id: string;
  /** Below the workspace, with forward slashes; null where it is not said. */
  path: string | null;
  /** sha256 of the file when it was loaded. */
  hash: string | null;
  tokens: number | null;
  summary: boolean;
  forced: boolean;
}

/** Where a session stood when it was saved. Source: knowledge §5 (checkpoint-based resume). */
export interface CheckpointContent {
  sessionId: string;
  /** Null in a checkpoint that does not name its team, as hand-written ones do. */
  team: string | null;
  /** ISO 8601, as written. */
  created: string;
  mode: string | null;
  turnCount: number;
  currentSpeaker: string | null;
  dialogueSummary: CheckpointTurn[];
  agreements: string[];
  openIssues: string[];
  nextAction: string | null;
  loaded: CheckpointKnowledge[];
}

/** Why a checkpoint cannot be used. `line` counts from 1; null where no line is to blame. */
interface CheckpointFault {
  kind: "unreadable" | "invalid" | "truncated" | "checksum" | "other_team" | "other_session" | "missing_fields";
  message: string;
  line: number | null;
}

/** A checkpoint as read: either its content, or the fault. */
export interface CheckpointReading {
  content: CheckpointContent | null;
  fault: CheckpointFault | null;
  /** Whether it carries a checksum, and the right one. */
  verified: boolean;
  diagnostics: Diagnostic[];
}

/** The keys a checkpoint must have, in the order in which they are written. Source: formats "Checkpoint". */
const REQUIRED_KEYS = [
  "session_id",
  "created",
  "state",
  "dialogue_summary",
  "agreements",
  "open_issues",
  "resume_hints",
] as const;

/** The line that carries the checksum, with its line end. Example: `checksum: 9f86…`, in JSON `  "checksum": "9f86…",`. */
const CHECKSUM_LINE = /^\uFEFF?(?:["']?checksum["']?|[ \t]+"checksum")[ \t]*:[^\r\n]*(?:\r\n|\n|\r|$)/gm;

/** sha256, in hex, of a checkpoint's UTF-8 without the line that carries the checksum. Source: formats "Checkpoint". */
export function checkpointChecksum(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text.replace(CHECKSUM_LINE, ""))));
}

/**
 * Whether the checksum that a checkpoint carries is that of its text. A byte order mark and line ends that a checkout turned into CRLF are
 * no change of what was saved. Null when no line carries one, as in JSON on one line: it can then not be checked.
 */
function verifyChecksum(text: string): boolean | null {
  const line = text.match(CHECKSUM_LINE)?.[0];
  if (line === undefined) return null;
  // From the line, not from the value: digits alone would be read as a number.
  const wanted = DIGEST.exec(line)?.[0].toLowerCase();
  const plain = text.replace(/^\uFEFF/, ""); // matches the byte order mark
  const candidates = [text, plain, plain.replace(/\r\n?/g, "\n")]; // matches "\r\n"
  return candidates.some((candidate) => checkpointChecksum(candidate) === wanted);
}

/** Example: `9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08`. */
const DIGEST = /[0-9a-f]{64}/i;

/** What a file of keys holds. */
type Fields = Readonly<Record<string, unknown>>;

/**
 * The content of a checkpoint whose keys are all there, read leniently: numbers where texts belong, ids where entries of the loaded
 * set do, empty keys, and the names that other programs give a phase, a step and an agent are taken for what they mean. What cannot be taken so is the problem, as a sentence.
 */
function readCheckpointFields(fields: Fields) {
  const state = mapOf(fields["state"]);
  if (state === null) return wrong("state has no keys such as mode and turn_count");
  const turnCount = numberOf(state["turn_count"] ?? state["current_step"] ?? state["iteration_count"]);
  if (turnCount === null) return wrong("state.turn_count is no number of turns");
  const sessionId = textOf(fields["session_id"]);
  const created = textOf(fields["created"] ?? fields["created_at"]);
  if (sessionId === null) return wrong("session_id is empty");
  if (created === null || Number.isNaN(Date.parse(created))) return wrong("created is not a date");
  const lists = LISTS.map((key) => ({ key, value: listOf(fields[key]) }));
  const bad = lists.find(({ value }) => value === null);
  if (bad !== undefined) return wrong(`${bad.key} is no list`);
  const [dialogue, agreements, openIssues, loaded] = lists.map(({ value }) => value ?? []);
  const content: CheckpointContent = {
    sessionId,
    team: textOf(fields["team"]),
    created,
    mode: textOf(state["mode"] ?? state["phase"]),
    turnCount,
    currentSpeaker: textOf(state["current_speaker"] ?? state["current_agent"]),
    dialogueSummary: (dialogue ?? []).flatMap(turnOf),
    agreements: textsOf(agreements),
    openIssues: textsOf(openIssues),
    nextAction: textOf(mapOf(fields["resume_hints"])?.["next_action"]),
    loaded: (loaded ?? []).flatMap(knowledgeOf),
  };
  return { content, problem: null };
}

const LISTS = ["dialogue_summary", "agreements", "open_issues", "loaded"] as const;

function wrong(problem: string): { content: null; problem: string } {
  return { content: null, problem: `The file cannot be used: ${problem}.` };
}

function turnOf(value: unknown, index: number): CheckpointTurn[] {
  const said = textOf(value);
  if (said !== null) return [{ turn: index + 1, speaker: "unknown", summary: said }];
  const map = mapOf(value);
  const summary = textOf(map?.["summary"]);
  if (map === null || summary === null) return [];
  return [{ turn: numberOf(map["turn"]) ?? index + 1, speaker: textOf(map["speaker"]) ?? "unknown", summary }];
}

function knowledgeOf(value: unknown): CheckpointKnowledge[] {
  const named = textOf(value);
  if (named !== null) return [{ id: named, path: null, hash: null, tokens: null, summary: false, forced: false }];
  const map = mapOf(value);
  const id = textOf(map?.["id"]);
  if (map === null || id === null) return [];
  return [
    {
      id,
      // A checkpoint saved on Windows names `knowledge\shared\a.md`.
      path: textOf(map["path"])?.replaceAll("\\", "/") ?? null,
      hash: textOf(map["hash"]),
      tokens: numberOf(map["tokens"]),
      summary: map["summary"] === true,
      forced: map["forced"] === true,
    },
  ];
}

function mapOf(value: unknown): Fields | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

function listOf(value: unknown): unknown[] | null {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : null;
}

function textsOf(values: unknown[] | undefined): string[] {
  return (values ?? []).flatMap((value) => textOf(value) ?? []);
}

function textOf(value: unknown): string | null {
  if (typeof value === "string") return value.trim() === "" ? null : value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

function numberOf(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= 0 && number <= MOST ? number : null;
}

/** Turns and tokens beyond this are a mistake, and more than the database holds. */
const MOST = 1_000_000_000;

/** Whose checkpoint a file should be, by the place where it lies. */
interface CheckpointOwner {
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
  const diagnostics = [diagnosticAt("bad_checkpoint", "error", message, line)];
  return { fields: null, fault: { kind, message, line }, diagnostics };
}

function checksumFault(text: string, missing: readonly string[], isJson: boolean): CheckpointFault {
  // What is whole ends with a line end or a brace.
  if (!isJson && (missing.length > 0 || !/[\r\n}]\s*$/.test(text))) {
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
  return diagnosticAt("unverified_checkpoint", "warning", message);
}

/**
 * The text of a new checkpoint, LF throughout. The checksum is its first line: a file cut off anywhere behind it no longer
 * has it, while one at the end would go with the rest and leave what looks whole. Guarantees that `parseCheckpoint` gives the same
 * content back, verified. Source: formats "Checkpoint".
 */
export function renderCheckpoint(content: CheckpointContent): { text: string; checksum: string } {
  const body = new Document({
    session_id: content.sessionId,
    ...(content.team !== null && { team: content.team }),
    created: content.created,
    state: { mode: content.mode, turn_count: content.turnCount, current_speaker: content.currentSpeaker },
    dialogue_summary: content.dialogueSummary.map(({ turn, speaker, summary }) => ({ turn, speaker, summary })),
    agreements: [...content.agreements],
    open_issues: [...content.openIssues],
    resume_hints: { next_action: content.nextAction },
    loaded: content.loaded.map(({ id, path, tokens, hash, summary, forced }) => ({
      id,
      ...(path !== null && { path }),
      ...(tokens !== null && { tokens }),
      ...(hash !== null && { hash }),
      ...(summary && { summary }),
      ...(forced && { forced }),
    })),
  }).toString({ lineWidth: 0 });
  const checksum = checkpointChecksum(body);
  return { text: `checksum: "${checksum}"\n${body}`, checksum };
}
