import {
  AGENT_SECTIONS,
  SECTION_COMMENTS,
  type AgentSectionName,
  type AgentMemoryDocument,
} from "@/lib/core/agent-memory/model";
import { findUnstorable } from "@/lib/core/text/visible";
import { invalidField } from "@/lib/core/errors";
import { isMap, isScalar } from "yaml";
import { diagnosticAt, type Diagnostic } from "@/lib/core/diagnostics";
import { BYTE_ORDER_MARK } from "@/lib/core/markdown/blocks";
import { lineEndAt } from "@/lib/core/text/lines";
import { applySplices, type Splice } from "@/lib/core/text/splice";
import { type FrontMatterYaml, readFrontMatterYaml } from "@/lib/core/yaml/front-matter-yaml";

interface NewAgentMemory {
  agent: string;
  project: string;
  /** ISO date. */
  date: string;
  sessions?: number;
}

/** An empty memory: frontmatter, and the six sections each with its comment. Source: agent memory (memory init). */
export function scaffoldAgentMemory(memory: NewAgentMemory): string {
  const sections = AGENT_SECTIONS.map((name) => scaffoldSection(name, "\n"));
  return [scaffoldFrontmatter(memory, "\n"), ...sections].join("\n");
}

function scaffoldFrontmatter({ agent, project, date, sessions = 0 }: NewAgentMemory, lineEnd: string): string {
  const lines = ["---", `agent: ${plainScalar(agent)}`, `project: ${plainScalar(project)}`];
  return [...lines, `last_updated: ${date}`, `session_count: ${String(sessions)}`, "---", ""].join(lineEnd);
}

/** A section's heading and comment, each with its line end. */
export function scaffoldSection(name: AgentSectionName, lineEnd: string): string {
  return `## ${name}${lineEnd}<!-- ${SECTION_COMMENTS[name]} -->${lineEnd}`;
}

/** A text as a YAML value that is read back as that text; quoted unless it is plainly a word. */
function plainScalar(value: string): string {
  const unstorable = findUnstorable(value);
  if (unstorable !== null || /[\r\n]/.test(value)) {
    const message = `The name ${unstorable ?? "has more than one line"}.`;
    throw invalidField("project", message, "Give it as one line of plain words.");
  }
  return PLAIN.test(value) && !READ_OTHERWISE.test(value) ? value : JSON.stringify(value);
}

/** Example: `payables`. */
const PLAIN = /^[\p{L}_][\p{L}\p{N}_./-]*(?: [\p{L}\p{N}_./-]+)*$/u;

/** Words that YAML takes for something else. Example: `null`. */
const READ_OTHERWISE = /^(?:null|true|false|yes|no|on|off|nan|inf)$/i;

/** Who the memory is of, where the frontmatter has to be written anew. */
export interface MemoryOwner {
  agent: string;
  project: string;
}

/**
 * The splices that set `last_updated` and `session_count`, and nothing else of the frontmatter; one that is missing is
 * added. What is proven to be read back otherwise is not written: broken frontmatter stays as it is, and a diagnostic
 * says so. Source: agent memory (session close); formats "Laws".
 */
export function setFrontmatter(
  document: AgentMemoryDocument,
  owner: MemoryOwner,
  values: { last_updated: string; session_count: number },
): { splices: Splice[]; diagnostics: Diagnostic[] } {
  const { text, frontmatter } = document;
  if (frontmatter === null) {
    const broken = document.diagnostics.find((each) => each.code === "unclosed_frontmatter");
    return broken === undefined ? { splices: [begin(text, owner, values)], diagnostics: [] } : kept(broken);
  }
  if (frontmatter.values === null) return kept(document.diagnostics.find((each) => each.code === "bad_frontmatter"));
  const splices = Object.entries(values).map(([key, value]) => setValue(text, frontmatter, key, String(value)));
  const after = readFrontMatterYaml(applySplices(text, splices)).frontMatter?.values ?? {};
  const expected = { ...frontmatter.values, ...values };
  return JSON.stringify(sorted(after)) === JSON.stringify(sorted(expected))
    ? { splices, diagnostics: [] }
    : kept(undefined);
}

function kept(because: Diagnostic | undefined): { splices: Splice[]; diagnostics: Diagnostic[] } {
  const message =
    "last_updated and session_count were not brought up to date, for the frontmatter cannot be edited safely.";
  const { range } = because ?? {};
  return {
    splices: [],
    diagnostics: [{ ...diagnosticAt("frontmatter_kept", "warning", message), ...(range && { range }) }],
  };
}

function begin(text: string, owner: MemoryOwner, values: { last_updated: string; session_count: number }): Splice {
  const at = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  const lineEnd = lineEndAt(text, at);
  const block = scaffoldFrontmatter({ ...owner, date: values.last_updated, sessions: values.session_count }, lineEnd);
  return { start: at, end: at, text: block + (/^[\r\n]/.test(text.slice(at)) ? "" : lineEnd) }; // "\n## Watch Points"
}

/** Where the value of a key stands gives way to the new one; of a repeated key the last, which counts. */
function setValue(text: string, { start, end }: FrontMatterYaml, key: string, value: string): Splice {
  const { contents } = readFrontMatterYaml(text);
  const pair = isMap(contents)
    ? contents.items.findLast((each) => isScalar(each.key) && each.key.value === key)
    : undefined;
  const lineEnd = lineEndAt(text, end);
  if (pair === undefined) return { start: end, end, text: `${key}: ${value}${lineEnd}` };
  const [from, to] = (isScalar(pair.value) ? pair.value.range : null) ?? [0, 0];
  const old = text.slice(start + from, start + to);
  // A key without a value has its place right behind the colon; a block of text ends with its last line end.
  if (old === "")
    return { start: start + from, end: start + from, text: `${text[start + from - 1] === ":" ? " " : ""}${value}` };
  return { start: start + from, end: start + to, text: value + (/(?:\r\n|\r|\n)$/.exec(old)?.[0] ?? "") };
}

function sorted(values: Record<string, unknown>): [string, unknown][] {
  return Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
}
