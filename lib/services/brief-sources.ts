import type { BriefUnread } from "@/lib/contracts/briefs";
import { foldAgentName } from "@/lib/core/agent-memory/agent-name";
import { readFrontmatter } from "@/lib/core/agent-memory/frontmatter";
import { COACH } from "@/lib/core/coach/coach-definition";
import type { CoachEntry, CoachInput, CoachItem, CoachMemory } from "@/lib/core/coach/coach-input";
import { entriesOf, itemsOf } from "@/lib/core/coach/read-sources";
import { AppError } from "@/lib/core/errors";
import type { FoundAgent } from "@/lib/services/agent-directory";
import { agentMemoryOf } from "@/lib/services/agent-view";
import { reaches, type Caller } from "@/lib/services/caller";
import type { ServiceContext } from "@/lib/services/context";
import { memoryOf, type DocumentState } from "@/lib/services/document-states";
import { memoryPath } from "@/lib/services/session-paths";

/** What the coach reads of a workspace, and what it could not read. */
export interface BriefSources extends CoachInput {
  unread: BriefUnread[];
}

/** What was read of a document, once per text. */
const entriesRead = new WeakMap<DocumentState, CoachEntry[]>();
const itemsRead = new WeakMap<DocumentState, CoachItem[]>();

/**
 * The memories of these agents but the coach's own, which speaks of the others, and the live items of every team memory
 * that the caller may read. A file that cannot be read is named and stops no other.
 */
export async function readBriefSources(
  context: ServiceContext,
  caller: Caller,
  workspace: string,
  agents: readonly FoundAgent[],
): Promise<BriefSources> {
  const unread: BriefUnread[] = [];
  const read = async (path: string): Promise<DocumentState | null> => {
    try {
      const state = await context.committer.current(workspace, path);
      if (state.binary) unread.push({ path, reason: "It is not valid UTF-8." });
      return state.text === null ? null : state;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      unread.push({ path, reason: error.message });
      return null;
    }
  };
  const others = agents.filter(({ name }) => foldAgentName(name) !== COACH);
  const memories = await Promise.all(
    others.map(async ({ name, path }): Promise<CoachMemory[]> => {
      const state = await read(path);
      return state === null ? [] : [{ agent: name, path, entries: entriesIn(state) }];
    }),
  );
  const sessions = await reachableSessions(context, caller, workspace);
  const items = await Promise.all(
    sessions.map(async (session) => {
      const state = await read(memoryPath(session));
      return state === null ? [] : itemsIn(state, session);
    }),
  );
  unread.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { memories: memories.flat(), items: items.flat(), unread };
}

function entriesIn(state: DocumentState): CoachEntry[] {
  const known = entriesRead.get(state) ?? entriesOf(agentMemoryOf(state));
  entriesRead.set(state, known);
  return known;
}

function itemsIn(state: DocumentState, session: string): CoachItem[] {
  const known = itemsRead.get(state) ?? itemsOf(memoryOf(state), session, state.path);
  itemsRead.set(state, known);
  return known;
}

/** A role's token reaches one session, and no brief shows it another. */
async function reachableSessions(context: ServiceContext, caller: Caller, workspace: string): Promise<string[]> {
  const sessions: string[] = [];
  for (const id of await context.sessions.list(workspace)) {
    try {
      if (reaches(caller, await context.sessions.find(workspace, id))) sessions.push(id);
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
        return text.slice(readFrontmatter(text).frontmatter?.bodyStart ?? 0);
      } catch (error) {
        if (error instanceof AppError) return "";
        throw error;
      }
    }),
  );
  return bodies.join("\n");
}
