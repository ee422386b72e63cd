import { diagnoseAgentMemory } from "@/lib/core/agent-memory/diagnose";
import { identifyEntries } from "@/lib/core/agent-memory/entry-id";
import { readLogLine } from "@/lib/core/agent-memory/log-line";
import type { AgentEntry, AgentMemoryDocument, AgentNote, AgentSection } from "@/lib/core/agent-memory/model";
import { AGENT_SECTIONS, findSectionName } from "@/lib/core/agent-memory/sections";
import {
  type Block,
  type BulletBlock,
  BYTE_ORDER_MARK,
  type HeadingBlock,
  type OtherBlock,
  blockSteps,
} from "@/lib/core/markdown/blocks";
import { finish, type Steps } from "@/lib/core/steps";
import { countLines, splitLines } from "@/lib/core/text/lines";
import { readFrontMatterYaml } from "@/lib/core/yaml/front-matter-yaml";

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
