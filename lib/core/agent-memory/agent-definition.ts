import type { Diagnostic } from "@/lib/core/diagnostics";
import { readFrontMatterYaml } from "@/lib/core/yaml/front-matter-yaml";

export interface AgentDefinition {
  /** Null where the file does not say. */
  name: string | null;
  description: string | null;
  /** As written; only `disabled` opts out. */
  memory: string | null;
  /** Whether there is any frontmatter: without it a Markdown file beside definitions is none. */
  hasFrontmatter: boolean;
  diagnostics: Diagnostic[];
}

/**
 * Reads the definition of an agent; never fails. Descriptions with colons and examples in them make the frontmatter of
 * real definitions invalid YAML: then each line counts by itself, as the tools that use them read it, and it is reported.
 */
export function readAgentDefinition(text: string): AgentDefinition {
  const { frontMatter, diagnostics } = readFrontMatterYaml(text);
  const values = frontMatter?.values ?? readLines(frontMatter?.source ?? "");
  const find = (key: string) => (typeof values[key] === "string" && values[key].trim() !== "" ? values[key] : null);
  const memory = values["memory"];
  return {
    name: find("name")?.trim() ?? null,
    description: find("description"),
    memory:
      memory === undefined || memory === null ? null : typeof memory === "string" ? memory : JSON.stringify(memory),
    hasFrontmatter: frontMatter !== null,
    diagnostics,
  };
}

/** Whether a definition opts its agent out of memory: exactly `memory: disabled`. Source: agent memory (opt-out); formats §2. */
export function isMemoryDisabled(definition: Pick<AgentDefinition, "memory">): boolean {
  return definition.memory === "disabled";
}

/** The name of the agent that a file defines: what it says, else its own name without `agent-` and the ending. */
export function definedAgent(fileName: string, definition: Pick<AgentDefinition, "name">): string {
  return definition.name ?? fileName.replace(/\.md$/i, "").replace(/^agent-/, ""); // agent-coach.md
}

function readLines(source: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const line of source.split(/\r?\n/)) {
    const [, key, value] = KEY_AND_VALUE.exec(line) ?? [];
    if (key !== undefined && value !== undefined) values[key] = unquote(value.replace(/\s+#.*$/, "").trim()); // disabled # it keeps nothing
  }
  return values;
}

function unquote(value: string): string {
  return /^"[^"]*"$|^'[^']*'$/.test(value) ? value.slice(1, -1) : value; // "disabled"
}

/** Example: `memory: disabled`. */
const KEY_AND_VALUE = /^([A-Za-z_-]+):[ \t]+(.*)$/;
