import {
  type AgentEntry,
  type AgentMemoryDocument,
  type AgentNote,
  type AgentSection,
  AGENT_SECTIONS,
  findSectionName,
  type AgentLogLine,
  type AgentSectionName,
} from "@/lib/core/agent-memory/model";
import {
  type Block,
  type BulletBlock,
  BYTE_ORDER_MARK,
  type HeadingBlock,
  type OtherBlock,
  blockSteps,
  isUnclosed,
} from "@/lib/core/markdown/blocks";
import { finish, type Steps } from "@/lib/core/steps";
import { countLines, splitLines } from "@/lib/core/text/lines";
import { readFrontMatterYaml } from "@/lib/core/yaml/front-matter-yaml";
import { diagnosticAt, type Diagnostic, type Severity } from "@/lib/core/diagnostics";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { singleSpaces } from "@/lib/core/text/fold-name";
import { invalidField } from "@/lib/core/errors";
import { findUnstorable } from "@/lib/core/text/visible";

/** What separates the parts of a log line. Source: agent memory (session log); formats §2. */
const DOT = "\u00B7";

/** What stands for a dot within a part. */
const BULLET = "\u2022";

/**
 * The text of a log line, without its bullet: `date · summary · outcome`. A `·` within a part becomes `•` and a line end
 * a space, so that exactly three parts are read back. Throws invalid_input for a part that is empty or cannot be stored.
 */
export function writeLogLine(date: string, summary: string, outcome: string): string {
  return [date, partOf("summary", summary), partOf("outcome", outcome)].join(` ${DOT} `);
}

/** The parts of a log entry's text. Of more than three, all but the first and the last are the summary. */
function readLogLine(text: string): Omit<AgentLogLine, "line"> {
  const match = DATED.exec(text);
  if (match === null) return { date: null, summary: text, outcome: null };
  const [, date = "", rest = ""] = match;
  const last = rest.lastIndexOf(DOT);
  if (last === -1) return { date, summary: rest.trim(), outcome: null };
  return { date, summary: rest.slice(0, last).trim(), outcome: rest.slice(last + 1).trim() };
}

/** Example: `2026-11-19 · Review leases · approved`. */
const DATED = /^(\d{4}-\d{2}-\d{2})\s*·\s*(.*)$/s;

function partOf(path: string, value: string): string {
  const unstorable = findUnstorable(value);
  const line = value.replaceAll(DOT, BULLET).replace(/\s+/g, " ").trim();
  if (unstorable === null && line !== "") return line;
  const message = `The ${path} ${unstorable ?? "is empty"}.`;
  throw invalidField(path, message, `Say the ${path} of the session in one line of plain words.`);
}

/** The last block of a body, its source, and the line of the file (from 0) at which the body begins. */
interface LastBlock {
  block: Block;
  source: string;
  line: number;
}

/**
 * What is odd about an agent memory's content, in file order: what `frontmatter` found, `no_frontmatter`,
 * `session_count_unreadable`, `last_updated_unreadable`, `missing_section`, `duplicate_section`, `log_line_form` and
 * `unclosed_block`.
 */
function diagnoseAgentMemory(
  document: AgentMemoryDocument,
  frontmatter: readonly Diagnostic[],
  last: LastBlock | undefined,
): Diagnostic[] {
  const found = [...frontmatter];
  const at = (line: number, severity: Severity, code: string, message: string) =>
    found.push(diagnosticAt(code, severity, message, line));

  const { values } = document.frontmatter ?? {};
  if (document.frontmatter === null && frontmatter.length === 0) {
    at(1, "info", "no_frontmatter", "The file has no frontmatter; the next close of a session writes it.");
  }
  if (values && document.sessionCount === null) {
    at(1, "warning", "session_count_unreadable", "The frontmatter has no session_count that is a number.");
  }
  if (values && !ISO_DATE.test(document.lastUpdated ?? "")) {
    at(1, "warning", "last_updated_unreadable", "The frontmatter has no last_updated that is an ISO date.");
  }
  const met = new Set<string>();
  for (const { name, line } of document.sections) {
    if (name !== null && met.has(name)) {
      at(line, "warning", "duplicate_section", `A second section ${name}; what is new is written to the first one.`);
    }
    if (name !== null) met.add(name);
  }
  for (const { date, outcome, line } of document.log) {
    if (date === null || outcome === null)
      at(line, "info", "log_line_form", "This line is not date · summary · outcome.");
  }
  if (last?.block.kind === "other" && isUnclosed(last.block, last.source)) {
    const message = "This block is never closed: everything after it is read as its content.";
    at(last.line + last.block.line + 1, "warning", "unclosed_block", message);
  }
  // What is missing stands nowhere: it is told where the file ends.
  const end = Math.max(document.lineCount, 1);
  if (document.missing.length > 0) {
    const [sections, are] = document.missing.length === 1 ? ["The section", "is"] : ["The sections", "are"];
    const message = `${sections} ${document.missing.join(", ")} ${are} missing and added as soon as something is written there.`;
    at(end, "warning", "missing_section", message);
  }
  return found.sort((a, b) => a.range.start.line - b.range.start.line);
}

/** Example: `2026-11-19`, also with a time behind it. */
const ISO_DATE = /^\d{4}-(?:0\d|1[0-2])-[0-3]\d(?:T.*)?$/;

/** Where the blocks of the body stand in the whole text. */
interface Body {
  text: string;
  /** Offset and line (from 0) at which the body begins. */
  at: number;
  line: number;
  /** Offsets within the body, as the block parser gives them. */
  starts: number[];
}

/**
 * The agent memory any text is, to the last code unit; never throws. What is odd becomes a diagnostic, and what cannot
 * be read as section or entry stays in the text untouched. Source: agent memory (memory file structure).
 */
export function parseAgentMemory(text: string): AgentMemoryDocument {
  return finish(agentMemorySteps(text));
}

/** As `parseAgentMemory`, in steps: yields after each block and each entry. */
export function* agentMemorySteps(text: string): Steps<AgentMemoryDocument> {
  const { frontMatter: frontmatter, diagnostics } = readFrontMatterYaml(text);
  const at = frontmatter?.bodyStart ?? 0;
  const { blocks, starts } = yield* blockSteps(text.slice(at));
  const body: Body = { text, at, line: countLines(text.slice(0, at)), starts };
  const bounds = blocks.flatMap((block, index) =>
    block.kind === "heading" && block.level <= 2 ? [{ block, index }] : [],
  );
  const sections: AgentSection[] = [];
  for (const [position, { block, index }] of bounds.entries()) {
    if (block.level === 1) continue;
    const next = bounds[position + 1];
    const endLine = next?.block.line ?? starts.length - 1;
    sections.push(yield* readSection(body, block, blocks.slice(index + 1, next?.index), endLine));
  }
  const values = frontmatter?.values ?? {};
  const log = sections.find(({ name }) => name === "Session Log")?.entries ?? [];
  const document: AgentMemoryDocument = {
    text,
    frontmatter,
    agent: textOf(values["agent"]),
    project: textOf(values["project"]),
    lastUpdated: textOf(values["last_updated"]),
    sessionCount: countOf(values["session_count"]),
    sections,
    missing: AGENT_SECTIONS.filter((name) => !sections.some((section) => section.name === name)),
    log: log.map((entry) => ({ ...readLogLine(entry.text), line: entry.line })),
    lineCount: countLines(text),
    diagnostics: [],
  };
  const last = blocks.at(-1);
  document.diagnostics = diagnoseAgentMemory(
    document,
    diagnostics,
    last && { block: last, source: sourceOf(body, last), line: body.line },
  );
  return document;
}

/** The words of a frontmatter value; null for none, and for what is no single value. */
function textOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

/** A count as written, in quotes too; null for anything else. */
function countOf(value: unknown): number | null {
  const count = typeof value === "string" && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value; // "7"
  return typeof count === "number" && Number.isSafeInteger(count) && count >= 0 ? count : null;
}

function offsetOf({ at, starts, text }: Body, line: number): number {
  const offset = at + (starts[line] ?? text.length - at);
  // A byte order mark belongs to the file, not to what begins behind it.
  return offset === 0 && text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : offset;
}

function sourceOf(body: Body, block: Block): string {
  return body.text.slice(offsetOf(body, block.line), offsetOf(body, block.endLine));
}

function* readSection(
  body: Body,
  heading: HeadingBlock,
  inside: readonly Block[],
  endLine: number,
): Steps<AgentSection> {
  const words = splitLines(body.text.slice(body.at + heading.textStart, body.at + heading.textEnd));
  const name = findSectionName(words.join(" "));
  const entries: AgentEntry[] = [];
  const notes: AgentNote[] = [];
  for (const block of inside) {
    yield;
    if (block.kind === "bullet") entries.push(readEntry(body, block));
    else if (readComment(sourceOf(body, block)) === null) notes.push(readNote(body, block));
  }
  const [first] = inside;
  const last = inside.at(-1) ?? heading;
  return {
    name,
    heading: words.map((line) => line.trim()).join(" "),
    comment: first?.kind === "other" ? readComment(sourceOf(body, first)) : null,
    entries: yield* identifyEntries(name ?? words.join(" "), entries),
    notes,
    start: offsetOf(body, heading.line),
    bodyStart: offsetOf(body, heading.endLine),
    contentEnd: offsetOf(body, contentEndLine(body, last)),
    end: offsetOf(body, endLine),
    line: body.line + heading.line + 1,
    endLine: body.line + Math.max(endLine, heading.endLine),
  };
}

/** A fence that is never closed counts blank lines as its own; a section's content ends before them all the same. */
function contentEndLine(body: Body, last: Block): number {
  let end = last.endLine;
  const isBlank = (line: number) =>
    /^[ \t]*[\r\n]*$/.test(body.text.slice(offsetOf(body, line), offsetOf(body, line + 1))); // "  \n"
  while (end > last.line + 1 && isBlank(end - 1)) end--;
  return end;
}

function readEntry(body: Body, block: BulletBlock): AgentEntry {
  const start = offsetOf(body, block.line);
  const end = offsetOf(body, block.endLine);
  const lines = body.text
    .slice(start, end)
    .replace(/[\r\n]+$/, "")
    .split(/(?<=\n|\r(?!\n))/); // after "\n", "\r\n" or "\r"
  const own = Math.max(block.paragraphLines, 1);
  const [first = "", ...further] = lines.slice(0, own).map((line) => line.trim());
  return {
    id: "",
    text: [first.replace(MARKER, ""), ...further].join(" ").trim(),
    body: lines.slice(own).join(""),
    start,
    end,
    line: body.line + block.line + 1,
    endLine: body.line + block.endLine,
  };
}

function readNote(body: Body, block: HeadingBlock | OtherBlock): AgentNote {
  return { text: sourceOf(body, block).trim(), line: body.line + block.line + 1, endLine: body.line + block.endLine };
}

/** The words of a block that is one HTML comment and nothing else; null for any other. */
function readComment(source: string): string | null {
  return COMMENT.exec(source)?.[1] ?? null;
}

/** Example: `<!-- Patterns, recurring issues -->`. */
const COMMENT = /^\s*<!--\s*((?:(?!-->)[\s\S])*?)\s*-->\s*$/;

/** Example: `- `. */
const MARKER = /^[-*+](?:\s+|$)/;

/** Gives every entry of a section its id: the first 12 hex digits of the sha256 over section and words, and its number among equal ones. Yields after each. */
function* identifyEntries(section: string, entries: readonly AgentEntry[]): Steps<AgentEntry[]> {
  const met = new Map<string, number>();
  const identified: AgentEntry[] = [];
  for (const entry of entries) {
    yield;
    const words = singleSpaces(`${section}\n${entry.text}\n${entry.body}`).toWellFormed();
    const key = bytesToHex(sha256(utf8ToBytes(words))).slice(0, 12);
    const count = (met.get(key) ?? 0) + 1;
    met.set(key, count);
    identified.push({ ...entry, id: count === 1 ? key : `${key}-${String(count)}` });
  }
  return identified;
}

/**
 * One line that says which memory was read, for the agent's opening brief; also when there is none yet.
 * Source: agent memory (session start).
 */
export function acknowledgementOf(agent: string, document: AgentMemoryDocument | null, revision: number): string {
  if (document === null) {
    return `${agent} has no memory of this project yet: nothing was carried over, and closing this session begins it.`;
  }
  const count = (name: AgentSectionName) =>
    document.sections.filter((section) => section.name === name).reduce((sum, { entries }) => sum + entries.length, 0);
  const sessions = document.sessionCount ?? document.log.length;
  const last = document.lastUpdated === null || sessions === 0 ? "" : `, the last on ${document.lastUpdated}`;
  const holds = [
    counted(count("Accumulated Findings"), "finding"),
    `${String(count("What Worked"))} that worked`,
    counted(count("Watch Points"), "watch point"),
    counted(count("Open Threads"), "open thread"),
  ];
  return `Memory of ${agent} read (revision ${String(revision)}): ${counted(sessions, "session")}${last}; ${holds.join(", ")}.`;
}

function counted(count: number, what: string): string {
  return `${String(count)} ${what}${count === 1 ? "" : "s"}`;
}
