import type { BriefUnread } from "@/lib/contracts/briefs";
import { foldAgentName } from "@/lib/core/agent-memory/agent-name";
import { agentMemorySteps } from "@/lib/core/agent-memory/parse-agent-memory";
import { COACH } from "@/lib/core/coach/coach-definition";
import { type CoachInput, type CoachMemory, entriesOf, itemsOf } from "@/lib/core/coach/read-sources";
import { fleetSteps, type Fleet } from "@/lib/core/coach/statement";
import { memorySteps } from "@/lib/core/memory/parse-memory";
import { AppError } from "@/lib/core/errors";
import { readFrontMatter } from "@/lib/core/markdown/front-matter";
import type { Steps } from "@/lib/core/steps";
import { inSlices } from "@/lib/services/workspace/in-slices";
import type { FoundAgent } from "@/lib/services/agents/agent-directory";
import { may, type Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { memoryPath } from "@/lib/core/memory/session-paths";

/** What the coach reads of a workspace, read for what it is about, and what it could not read. */
export interface BriefSources {
  memories: CoachMemory[];
  fleet: Fleet;
  unread: BriefUnread[];
}

/** A file that briefs are drawn from, and how it is read. */
interface Source {
  path: string;
  parse: (text: string) => Steps<CoachInput>;
}

/** Reads what briefs are drawn from; what did not change since the last time is not read for its meaning again. */
export class BriefReader {
  readonly #parsed = new Map<string, { hash: string; input: CoachInput }>();
  /** The newest fleet, and the files' contents that it was made of; let go of when memory is short. */
  #newest: { inputs: readonly CoachInput[]; fleet: WeakRef<Fleet> } | null = null;

  constructor(private readonly context: ServiceContext) {}

  /**
   * The memories of these agents but the coach's own, which speaks of the others, and the live items of every team memory
   * that the caller may read, as the files are now: a brief waits for no lock. A file that cannot be read is named and
   * stops no other.
   */
  async read(caller: Caller, workspace: string, agents: readonly FoundAgent[]): Promise<BriefSources> {
    const unread: BriefUnread[] = [];
    const sessions = await reachableSessions(this.context, caller, workspace);
    const sources = [
      ...agents.filter(({ name }) => foldAgentName(name) !== COACH).map(memoryOf),
      ...sessions.map(teamMemoryOf),
    ];
    const found = await Promise.all(sources.map((source) => this.#read(workspace, source, unread)));
    const inputs = found.filter((input) => input !== null);
    unread.sort((a, b) => (a.path < b.path ? -1 : 1));
    const memories = inputs.flatMap((input) => input.memories);
    return { memories, fleet: await this.#fleetOf(inputs), unread };
  }

  async #read(workspace: string, { path, parse }: Source, unread: BriefUnread[]): Promise<CoachInput | null> {
    try {
      const file = await this.context.store(workspace).read(path);
      if (file === null) return null;
      const key = `${workspace}:${path}`;
      const known = this.#parsed.get(key);
      if (known?.hash === file.hash) return known.input;
      if (file.text !== null) {
        return this.#remember(key, file.hash, await inSlices(parse(file.text)));
      }
      unread.push({ path, reason: "It is not valid UTF-8." });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      unread.push({ path, reason: error.message });
    }
    return null;
  }

  #remember(key: string, hash: string, input: CoachInput): CoachInput {
    this.#parsed.delete(key);
    this.#parsed.set(key, { hash, input });
    for (const oldest of this.#parsed.keys()) {
      if (this.#parsed.size <= REMEMBERED) break;
      this.#parsed.delete(oldest);
    }
    return input;
  }

  async #fleetOf(inputs: readonly CoachInput[]): Promise<Fleet> {
    const newest = this.#newest;
    const isSame = newest?.inputs.length === inputs.length && newest.inputs.every((each, at) => each === inputs[at]);
    const known = isSame ? newest.fleet.deref() : undefined;
    if (known !== undefined) return known;
    const memories = inputs.flatMap((input) => input.memories);
    const fleet = await inSlices(fleetSteps({ memories, items: inputs.flatMap(({ items }) => items) }));
    this.#newest = { inputs, fleet: new WeakRef(fleet) };
    return fleet;
  }
}

function memoryOf({ name, path }: FoundAgent): Source {
  return {
    path,
    *parse(text) {
      const entries = entriesOf(yield* agentMemorySteps(text));
      return { memories: [{ agent: name, path, entries }], items: [] };
    },
  };
}

function teamMemoryOf(session: string): Source {
  const path = memoryPath(session);
  return {
    path,
    *parse(text) {
      return { memories: [], items: itemsOf(yield* memorySteps(text), session, path) };
    },
  };
}

/** Files remembered at once; what is oldest is read again. */
const REMEMBERED = 400;

/** A role's token reaches one session, and no brief shows it another. */
async function reachableSessions(context: ServiceContext, caller: Caller, workspace: string): Promise<string[]> {
  const sessions: string[] = [];
  for (const id of await context.sessions.list(workspace)) {
    try {
      if (may(caller, "look", { session: await context.sessions.find(workspace, id) })) sessions.push(id);
    } catch (error) {
      // A folder that no session may be called is none.
      if (!(error instanceof AppError)) throw error;
    }
  }
  return sessions;
}

/** What an agent's definitions instruct it to do, without their frontmatter; "" without a definition. */
export async function readInstructions(
  context: ServiceContext,
  workspace: string,
  { definitions }: FoundAgent,
): Promise<string> {
  const bodies = await Promise.all(
    definitions.map(async ({ path }) => {
      try {
        const text = (await context.store(workspace).read(path))?.text ?? "";
        return text.slice(readFrontMatter(text).frontMatter?.bodyStart ?? 0);
      } catch (error) {
        if (error instanceof AppError) return "";
        throw error;
      }
    }),
  );
  return bodies.join("\n");
}
