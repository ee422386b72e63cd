import {
  DEFAULT_BRIEF_BUDGET,
  type AgentBrief,
  type BriefRecorded,
  type ProjectBrief,
  type BriefUnread,
  type BriefJudged,
} from "@/lib/contracts/briefs";
import { closeSession } from "@/lib/core/agent-memory/close-session";
import type { AgentMemoryDocument } from "@/lib/core/agent-memory/model";
import { parseAgentMemory, agentMemorySteps } from "@/lib/core/agent-memory/parse-agent-memory";
import { scaffoldAgentMemory } from "@/lib/core/agent-memory/scaffold";
import { foldAgentName } from "@/lib/core/agent-memory/agent-name";
import { askJudge, citable, NoJudgement, readJudged } from "@/lib/core/coach/judge";
import type { NearPair } from "@/lib/core/coach/near-pairs";
import { nearPairsOf, runJudge } from "@/lib/services/agents/run-judge";
import type { JudgeSettings } from "@/lib/services/workspace/configuration";
import { COACH } from "@/lib/core/coach/coach-definition";
import { observeFleet, type Observation, acrossSteps, writeProjectBrief } from "@/lib/core/coach/write-project-brief";
import { entriesOf, itemsOf, type CoachInput, type CoachMemory } from "@/lib/core/coach/read-sources";
import { orientationSteps } from "@/lib/core/coach/write-orientation";
import { findAgents, findOrNameAgent, type FoundAgent } from "@/lib/services/agents/agent-directory";
import type { AgentParams } from "@/lib/services/agents/allow-agent";
import { agentMemoryOf } from "@/lib/services/agents/agent-view";
import { projectOf } from "@/lib/services/agents/agents";
import {
  actorOf,
  allow,
  type Caller,
  may,
  aloneBy,
  assertMatch,
  type ChangeRequest,
} from "@/lib/services/workspace/caller";
import { assertMemoryEnabled } from "@/lib/services/agents/change-agent-memory";
import type { WorkspaceParams } from "@/lib/services/workspace/session-params";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { assertEditable } from "@/lib/services/commit/decide-batch";
import { inSlices } from "@/lib/services/workspace/in-slices";
import { mapTexts, withholdSecrets } from "@/lib/core/text/find-secrets";
import { TOKEN_METHOD } from "@/lib/services/workspace/token-counter";
import { fleetSteps, type Fleet } from "@/lib/core/coach/statement";
import { memorySteps } from "@/lib/core/memory/parse-memory";
import { AppError, onRefusal } from "@/lib/core/errors";
import { addAll, keepNewest } from "@/lib/core/lists";
import { readFrontMatter } from "@/lib/core/markdown/front-matter";
import type { Steps } from "@/lib/core/steps";
import { memoryPath } from "@/lib/core/memory/session-paths";

/** What the coach reads of a workspace, read for what it is about, and what it could not read. */
interface BriefSources {
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
class BriefReader {
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
        const input = await inSlices(parse(file.text));
        keepNewest(this.#parsed, key, { hash: file.hash, input }, REMEMBERED);
        return input;
      }
      unread.push({ path, reason: "It is not valid UTF-8." });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      unread.push({ path, reason: error.message });
    }
    return null;
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
async function readInstructions(context: ServiceContext, workspace: string, { definitions }: FoundAgent) {
  const bodies = await Promise.all(
    definitions.map(async ({ path }) => {
      const file = await context
        .store(workspace)
        .read(path)
        .catch(onRefusal(() => null));
      const text = file?.text ?? "";
      return text.slice(readFrontMatter(text).frontMatter?.bodyStart ?? 0);
    }),
  );
  return bodies.join("\n");
}

/** Tokens of what a judge is given to read. */
const GATHERED_BUDGET = 6_000;

interface BriefOptions {
  budget: number;
}

interface OrientOptions extends BriefOptions {
  /** What the agent is about to do; "" when nobody said. */
  task: string;
}

/** A text of a brief without the lines that hold a secret. */
const held = (text: string) => withholdSecrets(text);

const DEFAULTS: BriefOptions = { budget: DEFAULT_BRIEF_BUDGET };

/** What the coach says without a model. Reading changes nothing; only `record` writes. Source: agent memory (coach). */
export function briefService(context: ServiceContext, judgeSettings: JudgeSettings | null) {
  const { committer, countTokens } = context;
  const reader = new BriefReader(context);
  let isJudging = false;

  return {
    /**
     * The orientation of an agent, from the memories of all others and the live team memories the caller may read, within
     * the budget. One that nobody knows yet gets it by its name and its task.
     */
    async orient(
      caller: Caller,
      params: AgentParams,
      { budget = DEFAULTS.budget, task = "" }: Partial<OrientOptions> = {},
    ): Promise<AgentBrief> {
      allow(caller, "look", { workspace: params.workspace });
      const agents = await findAgents(context, params.workspace);
      const isIt = ({ name }: FoundAgent) => foldAgentName(name) === foldAgentName(params.agent);
      const agent = agents.find(isIt) ?? (await findOrNameAgent(context, caller, params));
      const { unread, fleet } = await reader.read(caller, params.workspace, agents);
      const target = {
        agent: agent.name,
        description: agent.definitions.map(({ description }) => description ?? "").join("\n"),
        instructions: await readInstructions(context, params.workspace, agent),
        task,
      };
      const orientation = await inSlices(orientationSteps(fleet, target, { budget, count: countTokens }));
      return { agent: agent.name, ...mapTexts(orientation, held), budget, tokenMethod: TOKEN_METHOD, unread };
    },

    /** What all memories come to: themes, risks, threads by age, and near lines that nobody judged. The text is within the budget. */
    async project(
      caller: Caller,
      { workspace }: WorkspaceParams,
      { budget, session }: BriefOptions & { session?: string | undefined } = DEFAULTS,
    ): Promise<ProjectBrief> {
      const { memories, unread, findings } = await lookAcross(caller, workspace, session);
      return {
        agents: memories.map(({ agent, path, entries }) => ({ agent, path, entries: entries.length })),
        ...mapTexts(
          { ...findings, ...writeProjectBrief(findings, memories.length, { budget, count: countTokens }) },
          held,
        ),
        judge: judgeSettings && programOf(judgeSettings),
        budget,
        tokenMethod: TOKEN_METHOD,
        unread,
      };
    },

    /**
     * What the judge that this server is set to ask makes of all that was gathered: sentences that cite lines which stand then still, and
     * what it proposes near lines to be. It changes nothing: a proposal is accepted by judging the pair. One is asked at a time.
     */
    async judge(
      caller: Caller,
      { workspace }: WorkspaceParams,
      { session }: { session?: string | undefined },
      signal: AbortSignal,
    ): Promise<BriefJudged> {
      allow(caller, "ask the judge", { workspace });
      if (judgeSettings === null) {
        throw new AppError("conflict", "The judge is not set.", {
          hint: `Set WARDROOM_JUDGE="claude -p" for the server and restart it, or judge pairs by hand: {item.judge}.`,
        });
      }
      if (isJudging)
        throw new AppError("conflict", "The judge is at work already.", { hint: "Ask again in a minute." });
      isJudging = true;
      const began = performance.now();
      try {
        const gather = async () => mapTexts((await lookAcross(caller, workspace, session)).findings, held);
        const asked = await gather();
        const gathered = writeProjectBrief(asked, 0, { budget: GATHERED_BUDGET, count: countTokens }).text;
        const printed = await runJudge(judgeSettings, askJudge(gathered), signal);
        const now = await gather();
        const [before, after] = [citable(asked), citable(now)];
        const isStanding = (cite: string) => after.has(cite) && after.get(cite) === before.get(cite);
        const judged = readJudged(printed, { isStanding, pairs: now.pairs });
        return {
          ...mapTexts(judged, held),
          judge: programOf(judgeSettings),
          ms: Math.round(performance.now() - began),
        };
      } catch (error) {
        if (!(error instanceof NoJudgement)) throw error;
        throw new AppError("judge_failed", `The judge ${error.message}.`, {
          hint: `Try it by hand: echo Hello | ${programOf(judgeSettings)} …; it is to print JSON within ${judgeSettings.seconds} s.`,
        });
      } finally {
        isJudging = false;
      }
    },

    /**
     * Has the coach write what it sees into its own memory, as a session of its own with one line of the log: only what is
     * not there yet, and nothing at all when there is nothing new. Begins that memory where there is none. The Lead's;
     * `conflict` where the coach opted out.
     */
    async record(caller: Caller, { workspace }: WorkspaceParams, request: ChangeRequest): Promise<BriefRecorded> {
      allow(caller, "have the coach remember");
      const coach = await findOrNameAgent(context, caller, { workspace, agent: COACH });
      assertMemoryEnabled(coach, "it remembers nothing");
      const { memories, findings } = await lookAcross(caller, workspace);
      const project = await projectOf(context, workspace);
      const id = context.newId();
      return committer.act<BriefRecorded>(aloneBy(caller, workspace, request), async (draft) => {
        const state = await draft.document(coach.path);
        assertMatch(request, state);
        assertEditable(state);
        const date = draft.now.toISOString().slice(0, 10);
        const owner = { agent: coach.name, project };
        const begun =
          state.hash === "" ? parseAgentMemory(scaffoldAgentMemory({ ...owner, date })) : agentMemoryOf(state);
        const { fresh, known } = observeFleet(findings, observationsIn(begun));
        if (fresh.length === 0) return { path: coach.path, added: [], known, revision: null };
        const summary = `Read ${memories.length === 1 ? "1 memory" : `${memories.length} memories`}`;
        const outcome = fresh.length === 1 ? "1 observation is new" : `${fresh.length} observations are new`;
        const result = closeSession(begun, {
          ...owner,
          date,
          summary,
          outcome,
          findings: textsOf(fresh, "finding"),
          worked: [],
          watchPoints: textsOf(fresh, "watch"),
          openThreads: textsOf(fresh, "thread"),
          closedThreads: [],
        });
        const { log, added } = result;
        const detail = { agent: coach.name, session: id, added: added.length, merged: 0, closed: 0 };
        const revision = draft.edit(coach.path, { text: result.document.text, operation: "close session", detail });
        const session = {
          id,
          workspaceId: workspace,
          agent: foldAgentName(coach.name),
          startedBy: actorOf(caller),
          sessionKey: caller.sessionKey,
        };
        draft.effect({ type: "start-agent-session", session: { ...session, revision: state.head } });
        const closed = { closedBy: actorOf(caller), summary, outcome, log, closedRevision: revision };
        draft.effect({ type: "close-agent-session", id, closed });
        draft.event("agent.closed", coach.path, null, { ...detail, revision, text: summary, outcome });
        return { path: coach.path, added: added.map(({ section, text }) => ({ section, text })), known, revision };
      });
    },
  };

  async function lookAcross(caller: Caller, workspace: string, only?: string) {
    allow(caller, "look", { workspace });
    const agents = await findAgents(context, workspace);
    const { memories, unread, fleet } = await reader.read(caller, workspace, agents);
    const today = context.clock().toISOString().slice(0, 10);
    const found = await inSlices(acrossSteps(fleet, today));
    const sessions = (await reachableSessions(context, caller, workspace)).filter((id) => (only ?? id) === id);
    const pairs: NearPair[] = [];
    for (const session of sessions) addAll(pairs, await nearPairsOf(context, workspace, session));
    return { memories, unread, findings: { ...found, pairs } };
  }
}

/** The name of a judge's program, without its folder. */
function programOf({ command }: JudgeSettings): string {
  return command[0]?.split(/[\\/]/).at(-1) ?? "";
}

function observationsIn(document: AgentMemoryDocument): Observation[] {
  return entriesOf(document).flatMap(({ section, text }) =>
    section === "finding" || section === "watch" || section === "thread" ? [{ section, text }] : [],
  );
}

function textsOf(observations: readonly Observation[], section: Observation["section"]): string[] {
  return observations.filter((each) => each.section === section).map(({ text }) => text);
}
