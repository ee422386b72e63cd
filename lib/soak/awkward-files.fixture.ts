import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { awkwardDefinition, awkwardMarkdown, awkwardYaml, BARE_MEMORY } from "@/lib/soak/awkward-texts.fixture";
import type { Random } from "@/lib/soak/random.fixture";

/** Files of a workspace by path. */
export type Tree = ReadonlyMap<string, string | Buffer>;

type Draw = (random: Random) => string | Buffer;

/** The documents a session's folder may hold; each is there or not. */
const OF_SESSION: Readonly<Record<string, Draw>> = {
  "TEAM-MEMORY.md": awkwardMarkdown,
  "global-context.md": awkwardMarkdown,
  "orchestration-plan.md": awkwardDefinition,
  "phase-1/gate-record.yaml": awkwardYaml,
  "phase-2/gate-record.yaml": awkwardYaml,
  "phase-x/gate-record.yaml": awkwardYaml,
  "phase-3/notes.md": awkwardMarkdown,
  "README.md": awkwardMarkdown,
};

/** Names of sessions as they occur, some of which no request could have made. */
const SESSION_NAMES = [
  "checkout",
  "2026-02-09-cow",
  "Sprint 12",
  "결제",
  "a.b",
  "UPPER",
  "with_underscore",
  "x".repeat(80),
];

const OF_TEAM: Readonly<Record<string, Draw>> = {
  "knowledge/knowledge-index.yaml": awkwardYaml,
  "knowledge/own.md": awkwardMarkdown,
  "knowledge/summaries/own.md": awkwardMarkdown,
  "memory/context.md": awkwardMarkdown,
  "memory/sessions.yaml": awkwardYaml,
  "memory/sessions.md": awkwardMarkdown,
  "memory/learnings.md": awkwardMarkdown,
  "memory/checkpoints/s-1.yaml": awkwardYaml,
  "memory/checkpoints/s-1.1.yaml": awkwardYaml,
  "memory/checkpoints/s-2.json": awkwardYaml,
  "agents/reviewer.md": awkwardDefinition,
};

const OF_WORKSPACE: Readonly<Record<string, Draw>> = {
  ".microai/knowledge/shared/registry.yaml": awkwardYaml,
  ".microai/knowledge/shared/owasp.md": awkwardMarkdown,
  ".microai/knowledge/loose.md": awkwardMarkdown,
  ".claude/agents/scribe.md": awkwardDefinition,
  ".claude/agents/two words.md": awkwardDefinition,
  ".claude/agent-memory/scribe/MEMORY.md": awkwardMarkdown,
  "agents/agent-tester.md": awkwardDefinition,
  "agents/notes.md": awkwardMarkdown,
  ".agent/teams/loose.md": awkwardMarkdown,
};

/**
 * A project as it may be met: `sessions` folders of sessions with some of their documents each, agents, teams and knowledge,
 * in every document what people and tools write. The same for the same random source.
 */
export function awkwardTree(random: Random, { sessions = 8, agents = 4, teams = 3 } = {}): Tree {
  const files = new Map<string, string | Buffer>();
  const put = (folder: string, documents: Readonly<Record<string, Draw>>, share: number) => {
    for (const [path, draw] of Object.entries(documents)) {
      if (random.chance(share)) files.set(folder + path, draw(random));
    }
  };
  for (let count = 0; count < sessions; count++) {
    const folder = `.agent/teams/${SESSION_NAMES[count] ?? `session-${count}`}/`;
    files.set(`${folder}.keep`, "");
    put(folder, OF_SESSION, 0.7);
    // Drawn by chance alone, it would be in few of the trees.
    if (count === 0) files.set(`${folder}TEAM-MEMORY.md`, BARE_MEMORY);
  }
  for (let count = 0; count < agents; count++)
    put(`.kaizen/agents/agent-${count}/`, { "memory.md": awkwardDefinition }, 0.9);
  for (let count = 0; count < teams; count++) put(`.microai/agents/teams/team-${count}/`, OF_TEAM, 0.8);
  put("", OF_WORKSPACE, 0.8);
  return files;
}

/** Writes the files into a folder that may hold others. */
export async function putTree(folder: string, tree: Tree): Promise<void> {
  for (const [path, content] of tree) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}
