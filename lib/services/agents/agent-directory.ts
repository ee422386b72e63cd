import type { AgentDefinition } from "@/lib/contracts/agents";
import type { Diagnostic } from "@/lib/contracts/primitives";
import { definedAgent, isMemoryDisabled, readAgentDefinition } from "@/lib/core/agent-memory/agent-definition";
import { assertAgentName, foldAgentName } from "@/lib/core/agent-memory/agent-name";
import { worksAs } from "@/lib/core/access/decide-access";
import { AppError } from "@/lib/core/errors";
import { isFolderName } from "@/lib/core/text/visible";
import {
  agentMemoryPath,
  AGENTS_FOLDER,
  CLAUDE_MEMORY_FOLDERS,
  DEFINITION_FOLDERS,
} from "@/lib/core/agent-memory/model";
import { typeOfCaller, type AgentParams } from "@/lib/services/agents/allow-agent";
import { allow, type Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { listReadable } from "@/lib/store/list-readable";
import type { Store } from "@/lib/store/store";

/** An agent, and every place that tells of it. */
export interface FoundAgent {
  name: string;
  /** Where its memory is, or would be. */
  path: string;
  definitions: AgentDefinition[];
  /** Whether a definition opts it out of memory. */
  disabled: boolean;
  claudeMemories: { path: string; scope: "project" | "local" }[];
  warnings: Diagnostic[];
}

/**
 * Every agent of a workspace by name: those with a folder below `.kaizen/agents`, those defined in `.claude/agents/*.md`,
 * `agents/*.md` or `agents/agent-*.md`, and those that Claude Code keeps a memory of in the project. What it keeps in the
 * user's home folder lies outside of the workspace, which is all that is ever read. Names that differ in case alone are one
 * agent, called as its folder is. A file that cannot be read stops no other.
 */
export async function findAgents(context: ServiceContext, workspace: string): Promise<FoundAgent[]> {
  const store = context.store(workspace);
  const agents = new Map<string, FoundAgent>();
  const named = (name: string): FoundAgent => {
    const known = agents.get(foldAgentName(name));
    if (known !== undefined) return known;
    const path = agentMemoryPath(name);
    const warnings = name.split("/").every(isFolderName) ? [] : [unsafeName(name)];
    const agent: FoundAgent = { name, path, definitions: [], disabled: false, claudeMemories: [], warnings };
    agents.set(foldAgentName(name), agent);
    return agent;
  };
  for (const name of await listAgentFolders(store)) named(name);
  for (const { name, definition } of await readDefinitions(store)) {
    const agent = named(name);
    agent.definitions.push(definition);
    agent.disabled ||= isMemoryDisabled(definition);
  }
  for (const { scope, folder } of CLAUDE_MEMORY_FOLDERS) {
    for (const name of await foldersOf(store, folder)) {
      const files = await listReadable(store, `${folder}/${name}`);
      if (!files.some((file) => file.name === "MEMORY.md")) continue;
      named(name).claudeMemories.push({ path: `${folder}/${name}/MEMORY.md`, scope });
    }
  }
  return [...agents.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * The agent of a name, for a caller who may read the workspace; also one whose folder is gone but whose memory was
 * recorded. Throws invalid_input for what cannot be a name, `not_found` for an agent nobody knows.
 */
export async function getAgent(context: ServiceContext, caller: Caller, params: AgentParams): Promise<FoundAgent> {
  const { agent, all } = await lookUp(context, caller, params);
  if (agent !== undefined) return agent;
  const path = agentMemoryPath(params.agent);
  const recorded = await context.committer.current(params.workspace, path);
  if (recorded.head > 0) return newAgent(params.agent);
  const names = all.map(({ name }) => name);
  const worked = names.find((name) => worksAs(params.agent, null, name));
  if (worked !== undefined) {
    throw new AppError("not_found", `There is no agent ${params.agent}.`, {
      hint: `${params.agent} works as ${worked}: begin with {agent.start}.`,
      about: { agent: worked },
    });
  }
  throw new AppError("not_found", `There is no agent ${params.agent}.`, {
    hint:
      (names.length === 0 ? "" : `Here: ${names.slice(0, 3).join(", ")}${names.length > 3 ? " …" : ""}. `) +
      "A new one begins with {agent.init}.",
    about: { agent: params.agent },
  });
}

/**
 * As `getAgent`, for who works as that agent: a role goes by the memory of its type, and where there is none by one of its own name,
 * which begins with its first close.
 */
export async function getWorkedAs(context: ServiceContext, caller: Caller, params: AgentParams): Promise<FoundAgent> {
  const { agent, all } = await lookUp(context, caller, params);
  const { role } = caller;
  if (agent !== undefined || role === null || foldAgentName(role) !== foldAgentName(params.agent))
    return getAgent(context, caller, params);
  const type = await typeOfCaller(context, caller);
  return all.find(({ name }) => worksAs(role, type, name)) ?? newAgent(params.agent);
}

/** The same, but an agent nobody knows yet is one that can begin. */
export async function findOrNameAgent(context: ServiceContext, caller: Caller, params: AgentParams) {
  return (await lookUp(context, caller, params)).agent ?? newAgent(params.agent);
}

/** The names of the folders that agents keep their memories in; one of a folder of several agents is called `team/tester`. */
export async function listAgentFolders(store: Store): Promise<string[]> {
  const names = await foldersOf(store, AGENTS_FOLDER);
  const found = await Promise.all(
    names.map(async (name) => {
      const entries = await listReadable(store, `${AGENTS_FOLDER}/${name}`);
      if (entries.some((entry) => entry.name === "memory.md")) return [name];
      const inner = entries.filter(({ kind }) => kind === "folder").map((entry) => `${name}/${entry.name}`);
      const marks = await store.marks(inner.map(agentMemoryPath));
      const nested = inner.filter((_, index) => (marks[index] ?? null) !== null);
      return nested.length > 0 ? nested : [name];
    }),
  );
  return found.flat();
}

async function lookUp(context: ServiceContext, caller: Caller, { workspace, agent }: AgentParams) {
  allow(caller, "look", { workspace });
  const all = await findAgents(context, workspace);
  const found = all.find(({ name }) => foldAgentName(name) === foldAgentName(agent));
  // Whatever name is listed opens; that of a new agent is a plain one.
  if (found?.name.split("/").every(isFolderName) !== true) assertAgentName(agent);
  return { agent: found, all };
}

function newAgent(name: string): FoundAgent {
  return { name, path: agentMemoryPath(name), definitions: [], disabled: false, claudeMemories: [], warnings: [] };
}

async function foldersOf(store: Store, folder: string): Promise<string[]> {
  const entries = await listReadable(store, folder);
  return entries.filter(({ name, kind }) => kind === "folder" && !name.startsWith(".")).map(({ name }) => name);
}

async function readDefinitions(store: Store): Promise<NamedDefinition[]> {
  const places: { path: string; folder: string; file: string }[] = [];
  for (const folder of DEFINITION_FOLDERS) {
    for (const { name: file, kind } of await listReadable(store, folder)) {
      if (kind !== "file" || !/\.md$/i.test(file) || /^readme\.md$/i.test(file)) continue; // "code-reviewer.md"
      places.push({ path: `${folder}/${file}`, folder, file });
    }
  }
  const marks = await store.marks(places.map(({ path }) => path));
  const known = definitionsRead.get(store);
  const now = new Map<string, { mark: string | null; read: NamedDefinition | null }>();
  for (const [index, { path, folder, file }] of places.entries()) {
    const mark = marks[index] ?? null;
    const before = known?.get(path);
    const isSame = before !== undefined && mark !== null && before.mark === mark;
    now.set(path, isSame ? before : { mark, read: await readDefinition(store, folder, file) });
  }
  definitionsRead.set(store, now);
  return [...now.values()].flatMap(({ read }) => read ?? []);
}

interface NamedDefinition {
  name: string;
  definition: AgentDefinition;
}

/** Definitions as they were read last, by path: every question about an agent asks for all of them, and few ever change. */
const definitionsRead = new WeakMap<Store, Map<string, { mark: string | null; read: NamedDefinition | null }>>();

async function readDefinition(store: Store, folder: string, file: string): Promise<NamedDefinition | null> {
  const path = `${folder}/${file}`;
  const stem = definedAgent(file, { name: null });
  try {
    const stored = await store.read(path);
    if (stored === null) return null;
    const { hasFrontmatter, name, ...definition } = readAgentDefinition(stored.text ?? stored.bytes.toString("utf8"));
    const isNamedSo = folder === ".claude/agents" || file.startsWith("agent-");
    // Any Markdown may lie in a folder called agents.
    if (!isNamedSo && (!hasFrontmatter || name === null)) return null;
    const own = definedAgent(file, { name });
    const safe = isFolderName(own) ? own : stem;
    const diagnostics = safe === own ? definition.diagnostics : [...definition.diagnostics, unsafeName(own)];
    return { name: safe, definition: { path, ...definition, diagnostics } };
  } catch (error) {
    const diagnostics = [{ ...unsafeName(stem), code: "unreadable", message: explain(error) }];
    return { name: stem, definition: { path, description: null, memory: null, diagnostics } };
  }
}

/** What keeps a file from being read, as a sentence; a fault of ours stays one. */
function explain(error: unknown): string {
  if (error instanceof AppError) return error.message;
  throw error;
}

function unsafeName(name: string): Diagnostic {
  const message = `${JSON.stringify(name.slice(0, 80))} cannot be the name of an agent's folder.`;
  return {
    code: "unsafe_name",
    message,
    severity: "warning",
    range: { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } },
  };
}
