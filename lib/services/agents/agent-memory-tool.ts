import type { MemoryToolCommand, MemoryToolResult } from "@/lib/contracts/memory-tool";
import { AppError } from "@/lib/core/errors";
import {
  MEMORY_FILE as MEMORY,
  parseMemoryPath,
  runMemoryCommand,
  type MemoryOutcome,
  findTwinPath,
  kindAt,
} from "@/lib/core/agent-memory/memory-tool";
import { findForeign } from "@/lib/core/places/our-files";
import { findUnstorable } from "@/lib/core/text/visible";
import type { Draft } from "@/lib/services/commit/act";
import { getAgent, type FoundAgent } from "@/lib/services/agents/agent-directory";
import { type AgentParams, allowAgent } from "@/lib/services/agents/allow-agent";
import { allow, type Caller, aloneBy, type ChangeRequest } from "@/lib/services/workspace/caller";
import { assertMemoryEnabled } from "@/lib/services/agents/change-agent-memory";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { DocumentState } from "@/lib/services/commit/document-states";
import { listReadable } from "@/lib/store/list-readable";
import type { Store } from "@/lib/store/store";

/** Files an agent may keep: more are no memory but an archive, and every command would read them all. */
const MOST_FILES = 500;

/** Folders within folders that are looked into. */
const DEEPEST = 10;

/**
 * Anthropic's memory tool over an agent's folder: `/memories/memory.md` is its memory, and whatever else a model keeps
 * lies beside it. Every change goes through the history like any other. Source: memory_20250818.
 */
export function agentMemoryToolService(context: ServiceContext) {
  return {
    /**
     * Runs one command. What the model did wrong is an answer with `isError`, in the tool's words; who may not, and files
     * that cannot be read or written, throw as everywhere. Only that agent and the Lead change anything, and the memory itself
     * is deleted and moved by the Lead alone.
     */
    async run(caller: Caller, params: AgentParams, command: MemoryToolCommand, request: ChangeRequest) {
      const agent = await getAgent(context, caller, params);
      const { workspace } = params;
      const folder = agent.path.slice(0, -MEMORY.length - 1);
      if (command.command === "view") {
        const read = (path: string) => context.committer.current(workspace, path, caller);
        return resultOf(await attempt(workspace, folder, command, read));
      }
      const type = await allowAgent(context, caller, "keep files beside the memory of the agent", params);
      assertMemoryEnabled(agent, "it keeps none");
      return context.committer.act<MemoryToolResult>(aloneBy(caller, workspace, request), async (draft) => {
        const outcome = await attempt(workspace, folder, command, (path) => draft.document(path));
        if (outcome.changes.has(MEMORY)) {
          const isGoing = outcome.changes.get(MEMORY) === null;
          const deed = isGoing ? "delete or move the memory of an agent" : "change the memory of the agent";
          allow(caller, deed, { ...params, type });
        }
        await change(draft, agent, folder, { command: command.command, outcome });
        return resultOf(outcome);
      });
    },
  };

  async function attempt(
    workspace: string,
    folder: string,
    command: MemoryToolCommand,
    read: (path: string) => Promise<DocumentState>,
  ): Promise<MemoryOutcome> {
    const tree = new Map<string, string>();
    for (const path of await filesIn(context.store(workspace), folder)) {
      // What is none of ours stays where it is, also when the folder around it goes.
      const foreign = findForeign(`${folder}/${path}`);
      if (foreign !== null && pathsOf(command).includes(path)) return notAllowed(path, foreign);
      if (foreign !== null) continue;
      const text = await textOf(() => read(`${folder}/${path}`)).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        // What cannot be read is left alone, and stops nothing that is about other files.
        if (concerns(command, path)) throw error;
        return null;
      });
      if (text !== null) tree.set(path, text);
    }
    // Folders that are links are not looked into: what a command names in one is there all the same.
    for (const path of pathsOf(command)) {
      const isKnown = kindAt(tree, path) !== null || findTwinPath([...tree.keys(), MEMORY], path) !== null;
      const text =
        isKnown || findForeign(`${folder}/${path}`) !== null ? null : await textOf(() => read(`${folder}/${path}`));
      if (text !== null) tree.set(path, text);
    }
    const outcome = runMemoryCommand(tree, command);
    for (const [path, text] of outcome.changes) {
      const foreign = findForeign(`${folder}/${path}`);
      if (foreign !== null) return notAllowed(path, foreign);
      const unstorable = text === null ? null : findUnstorable(text);
      if (unstorable !== null) return refused(`The text ${unstorable}`);
    }
    return outcome;
  }
}

function refused(why: string): MemoryOutcome {
  return { text: `Error: ${why}`, isError: true, changes: new Map() };
}

async function textOf(read: () => Promise<DocumentState>): Promise<string | null> {
  const { text, binary, path } = await read();
  if (!binary) return text;
  throw new AppError("unparseable", `${path} is not UTF-8 text.`, {
    hint: "Move it out of the agent's folder; what a model remembers is text.",
  });
}

/** Whether a command is about a file; looking into a folder is about none of those in it. */
function concerns(command: MemoryToolCommand, file: string): boolean {
  return pathsOf(command).some((path) => {
    return file === path || (command.command !== "view" && file.startsWith(`${path}/`));
  });
}

function pathsOf(command: MemoryToolCommand): string[] {
  const given = command.command === "rename" ? [command.old_path, command.new_path] : [command.path];
  return given.map(parseMemoryPath).flatMap((parsed) => ("fault" in parsed ? [] : [parsed.path]));
}

function notAllowed(path: string, foreign: string): MemoryOutcome {
  return refused(`Path /memories/${path} is not allowed: it ${foreign}. Choose a name such as notes.md.`);
}

async function change(
  draft: Draft,
  agent: FoundAgent,
  folder: string,
  { command, outcome }: { command: string; outcome: MemoryOutcome },
): Promise<void> {
  const detail = { agent: agent.name, command };
  const operation = `memory tool: ${command}`;
  let revision: number | null = null;
  for (const [name, text] of outcome.changes) {
    const path = `${folder}/${name}`;
    await draft.document(path);
    const next = text === null ? ({ text: "", remove: true } as const) : { text };
    revision = draft.edit(path, { ...next, operation, detail });
  }
  if (revision === null) return;
  const [first = "", ...others] = outcome.changes.keys();
  const target = others.length === 0 ? `${folder}/${first}` : folder;
  draft.event("agent.edited", target, null, { ...detail, revision, files: outcome.changes.size });
}

/** The paths of the files in a folder and the folders in it. */
async function filesIn(store: Store, folder: string): Promise<string[]> {
  const found: string[] = [];
  async function look(below: string, depth: number): Promise<void> {
    for (const { name, kind } of await listReadable(store, below === "" ? folder : `${folder}/${below}`)) {
      const path = below === "" ? name : `${below}/${name}`;
      if (kind === "file") found.push(path);
      else if (kind === "folder" && depth < DEEPEST) await look(path, depth + 1);
      if (found.length > MOST_FILES)
        throw new AppError("too_large", `${folder} holds more than ${MOST_FILES} files.`, {
          hint: "Keep fewer, larger ones: every command reads them all.",
        });
    }
  }
  await look("", 1);
  return found;
}

function resultOf({ text, isError }: MemoryOutcome): MemoryToolResult {
  return { content: text, isError };
}
