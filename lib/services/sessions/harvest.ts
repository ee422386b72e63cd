import type { FinishSession, Harvest, HarvestItem } from "@/lib/contracts/harvest";
import type { RelatedLine } from "@/lib/contracts/memory";
import { decideAccess, worksAs } from "@/lib/core/access/decide-access";
import { isAgentName } from "@/lib/core/agent-memory/agent-name";
import { addEntry } from "@/lib/core/agent-memory/edit-agent-memory";
import {
  type HarvestPlace,
  HARVEST_PLACES,
  harvestSection,
  proposePlace,
  wordingOf,
} from "@/lib/core/agent-memory/harvest";
import { agentMemoryPath, isAgentMemoryPath } from "@/lib/core/agent-memory/model";
import { withholdSecrets } from "@/lib/core/text/find-secrets";
import { parseAgentMemory } from "@/lib/core/agent-memory/parse-agent-memory";
import { scaffoldAgentMemory } from "@/lib/core/agent-memory/scaffold";
import { AppError } from "@/lib/core/errors";
import { addLearnings, readLearnings } from "@/lib/core/knowledge/active-context";
import { editRegistry } from "@/lib/core/knowledge/edit-registry";
import { OLDER_REGISTRY_PATH, REGISTRY_PATH, SHARED_FOLDER } from "@/lib/core/knowledge/knowledge-model";
import { parseRegistry } from "@/lib/core/knowledge/parse-knowledge";
import { groupBy } from "@/lib/core/lists";
import { typeOf } from "@/lib/core/memory/access";
import { identifyItems } from "@/lib/core/memory/identity";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { isOpenItem } from "@/lib/core/memory/tags";
import { singleSpaces } from "@/lib/core/text/fold-name";
import type { Queries } from "@/lib/db/database";
import { listRoles, type RoleRow } from "@/lib/db/sessions";
import { assertEditable } from "@/lib/services/commit/decide-batch";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { readPairs } from "@/lib/services/workspace/read-pairs";
import type { ChangedFile } from "@/lib/services/workspace/take-back";
import { type MemoryChange, openMemory } from "@/lib/services/memory/change-memory";
import { findNear } from "@/lib/services/workspace/related-lines";
import { chooseFile } from "@/lib/core/protocol/plan-init";
import { readProjectLines } from "@/lib/services/workspace/project-lines";
import { addToInstructions, type Insertion } from "@/lib/services/sessions/instructions";
import { allow, type Caller } from "@/lib/services/workspace/caller";
import { pauses } from "@/lib/services/workspace/in-slices";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/** For so many items the nearest lines are looked for. */
const LOOKED_FOR = 200;

/** Nobody is called so: lines of everybody are looked for. */
const NOBODY = " ";

const LEARNINGS = `${SHARED_FOLDER}/learnings.md`;

type Wanted = NonNullable<FinishSession["harvest"]>;

/** The agents of a workspace, and what its project is called. */
export type FindAgents = (workspace: string) => Promise<{ agents: readonly FoundAgent[]; project: string }>;

interface FoundAgent {
  name: string;
  path: string;
  disabled: boolean;
}

/** Where the lines of a session live on when it ends. */
export function harvestService(context: ServiceContext, find: FindAgents) {
  return {
    /** Each line that stands, with where it might live on and the nearest lines there; and what is open. The Lead's. */
    async propose(caller: Caller, params: SessionParams): Promise<Harvest> {
      allow(caller, "finish a session");
      const { session, state } = await openMemory(context, caller, params);
      const { queries } = context.database;
      const { agents } = await find(params.workspace);
      const agentOf = agentsOf(agents, await listRoles(queries, session.key));
      const places = HARVEST_PLACES.filter((place) => refusedAt(context, caller, params, place) === null);
      const told = places.includes("instructions")
        ? (await readProjectLines(context.places.workspaces.get(params.workspace) ?? "")).held.lines
        : [];
      const items: HarvestItem[] = [];
      const pause = pauses();
      for (const { id, role, item } of standing(state)) {
        const text = wordsOf(item);
        const looks = items.length < LOOKED_FOR;
        const near = looks ? await findNear(context, { workspace: params.workspace }, { text, role: NOBODY }) : [];
        const agent = agentOf(role);
        const isSaid = (line: { id: string; text: string }) =>
          wordingOf(line.text) === wordingOf(text) && placeOf(line.id, agent) !== null;
        const said = [...near, ...told].find(isSaid)?.id ?? null;
        const nearest = near[0] === undefined ? null : placeOf(near[0].id, agent);
        const to = proposePlace({ tag: item.tag, isSaid: said !== null, nearest }, agent, places);
        items.push({ id, role, tag: item.tag, text, to, agent, said, near: near.map(shortly) });
        if (pause.isDue()) await pause.take();
      }
      return { items, places, open: await openIn(queries, session.key, state) };
    },
  };
}

/** What is to live on where, and what has to be known of the files before it is decided. */
export interface Harvesting extends Awaited<ReturnType<FindAgents>> {
  wanted: Wanted;
}

/** Looks at the files that a harvest needs; throws `forbidden` for places that are not the caller's to write to. */
export async function prepareHarvest(
  context: ServiceContext,
  caller: Caller,
  params: SessionParams,
  wanted: Wanted,
  find: FindAgents,
): Promise<Harvesting> {
  for (const place of new Set(wanted.map(({ to }) => to))) {
    const refused = refusedAt(context, caller, params, place);
    if (refused !== null) throw refused;
  }
  return { wanted, ...(await find(params.workspace)) };
}

/** Writes lines to where they live on, but for those that are said there already, and answers which files that changed. */
export async function carryOutHarvest(
  { draft, state, session }: MemoryChange,
  { wanted, agents, project }: Harvesting,
): Promise<ChangedFile[]> {
  const agentOf = agentsOf(agents, await draft.roles(session.key));
  const stands = new Map(standing(state).map((each) => [each.id, each]));
  const lines = [...new Map(wanted.map((each) => [each.item, each])).values()].map(({ item, to }) => {
    const line = stands.get(item);
    if (line === undefined)
      throw new AppError("conflict", `No item ${item} stands in this session (anymore).`, {
        hint: "Look at {session.harvest} again; nothing was changed.",
        current: { item },
      });
    return { to, tag: line.item.tag, text: wordsOf(line.item), agent: agentOf(line.role), role: line.role };
  });
  const date = draft.now.toISOString().slice(0, 10);
  const files: ChangedFile[] = [];
  const ofAgents = lines.filter(({ to }) => to === "agent");
  for (const [agent, own] of groupBy(ofAgents, (line) => line.agent)) {
    if (agent === null) throw noAgent(own[0]?.role ?? "");
    const path = agents.find(({ name }) => name === agent)?.path ?? agentMemoryPath(agent);
    const before = await draft.document(path);
    assertEditable(before);
    const isNew = before.hash === "";
    let document = parseAgentMemory(isNew ? scaffoldAgentMemory({ agent, project, date }) : (before.text ?? ""));
    const fresh = unsaid(
      document.sections.flatMap(({ entries }) => entries.map(wordsOf)),
      own,
    );
    for (const [section, added] of groupBy(fresh, ({ tag }) => harvestSection(tag)))
      document = addEntry(document, section, ...added.map(({ text }) => text));
    if (document.text === before.text) continue;
    const detail = { agent, harvest: session.id };
    const revision = draft.edit(path, { text: document.text, operation: isNew ? "create" : "edit", detail });
    draft.event(isNew ? "agent.created" : "agent.edited", path, null, { ...detail, revision });
    files.push({ path, revision });
  }
  const shared = lines.filter(({ to }) => to === "knowledge");
  return [...files, ...(shared.length === 0 ? [] : await addToLearnings(draft, session.id, date, shared))];
}

/** Of these lines, each once, those that no known one says already. */
function unsaid<Line extends { text: string }>(known: readonly string[], lines: readonly Line[]): Line[] {
  const said = new Set(known.map(wordingOf));
  return lines.filter(({ text }) => !said.has(wordingOf(text)) && said.add(wordingOf(text)).size > 0);
}

async function addToLearnings(
  draft: MemoryChange["draft"],
  session: string,
  date: string,
  lines: readonly { text: string }[],
): Promise<ChangedFile[]> {
  const before = await draft.document(LEARNINGS);
  assertEditable(before);
  const known = readLearnings(before.text ?? "").flatMap(({ items }) => items);
  const added = unsaid(known, lines).map(({ text }) => singleSpaces(text).trim());
  if (added.length === 0) return [];
  const { text, diagnostics } = addLearnings(before.hash === "" ? null : before.text, "all teams", date, added);
  const [problem] = diagnostics;
  if (problem !== undefined)
    throw new AppError("unparseable", problem.message, { hint: "Close it in the file first." });
  const recorded = { operation: "add learnings", detail: { harvest: session } };
  const files = [{ path: LEARNINGS, revision: draft.edit(LEARNINGS, { text, ...recorded }) }];
  const registry = await draft.document(REGISTRY_PATH);
  const { entries } = parseRegistry(registry.text ?? "");
  const isListed = entries.some(({ id, path }) => id === "learnings" || path === LEARNINGS);
  if (!isListed && !registry.binary && (await draft.document(OLDER_REGISTRY_PATH)).hash === "") {
    const fields = { reference: "learnings.md", tokensEstimate: null, tags: [], applicableTeams: [] };
    const entry = { ...fields, description: "What sessions left that all teams should know" };
    const listed = editRegistry(registry.text ?? "", { type: "add", id: "learnings", fields: entry });
    files.push({ path: REGISTRY_PATH, revision: draft.edit(REGISTRY_PATH, { text: listed, ...recorded }) });
  }
  draft.event("knowledge.added", "learnings", null, { id: "learnings", path: LEARNINGS, revision: files[0]?.revision });
  return files;
}

/** What a session leaves open, a line each: its questions and conflicts, and its pairs that nobody settled. */
export async function openIn(queries: Queries, sessionKey: number, state: DocumentState): Promise<string[]> {
  const items = standing(state).filter(({ item }) => isOpenItem(item));
  const pairs = (await readPairs(queries, sessionKey, state)).filter((pair) => pair.state === "open");
  return [
    ...items.map(({ id, role, item }) => `${role}'s [${item.tag}] ${singleSpaces(item.text)} (${id})`),
    ...pairs.map(({ said }) => said),
  ];
}

/** Why the caller lets no lines live on at a place; null where it may. */
export function refusedAt(
  { inFolders }: ServiceContext,
  caller: Caller,
  { workspace }: SessionParams,
  place: HarvestPlace,
): AppError | null {
  if (place === "nowhere") return null;
  if (place === "instructions" && !inFolders.includes(workspace))
    return new AppError("not_found", `No project of workspace ${workspace} lies on this server.`, {
      hint: "Let its lines live on as knowledge, or with their agents.",
    });
  return decideAccess(caller, DEEDS[place], { workspace });
}

const DEEDS = {
  agent: "change the memory of the agent",
  knowledge: "change the knowledge of the workspace",
  instructions: "set up a project",
} as const;

/** Lines of the instructions that are to get new ones, without those that stand there. */
export async function writeInstructions(
  { committer, places: { workspaces } }: ServiceContext,
  { workspace, session }: SessionParams,
  wanted: Wanted,
): Promise<Insertion | null> {
  const places = new Map(wanted.map(({ item, to }) => [item, to]));
  const ids = new Set([...places.keys()].filter((item) => places.get(item) === "instructions"));
  if (ids.size === 0) return null;
  const folder = workspaces.get(workspace) ?? "";
  const { held, texts } = await readProjectLines(folder);
  const lines = unsaid(
    held.lines.map(({ text }) => text),
    standing(await committer.current(workspace, memoryPath(session)))
      .filter(({ id }) => ids.has(id))
      .map(({ item }) => ({ text: singleSpaces(wordsOf(item)).trim() })),
  );
  if (lines.length === 0) return null;
  if (lines.some(({ text }) => withholdSecrets(text) !== text))
    throw new AppError("invalid_input", "A line for the instructions holds a secret.", {
      hint: "Redact it, or let that line live nowhere; nothing was changed.",
      errors: [{ path: "harvest", message: "a line holds a secret" }],
    });
  return addToInstructions(
    folder,
    chooseFile({ read: (path) => texts.get(path) ?? null }),
    lines.map(({ text }) => text),
  );
}

function standing(state: DocumentState) {
  return identifyItems(memoryOf(state), state.identity).filter((each) => each.state === "active");
}

function wordsOf({ text, body }: { text: string; body: string }): string {
  return body.trim() === "" ? text : `${text}\n${body}`;
}

/** Which place a line stands in that is not the session's, as `path:line`: a place of one agent is none for another. */
function placeOf(line: string, agent: string | null): HarvestPlace | null {
  const path = line.replace(/:\d+$/, ""); // .kaizen/agents/tester/memory.md:12
  if (!path.includes("/")) return "instructions";
  if (!isAgentMemoryPath(path)) return "knowledge";
  return agent !== null && path === agentMemoryPath(agent) ? "agent" : null;
}

/** The agent that a role's lines live on with, who may have no memory yet; null for the Lead, and for one that opted out. */
function agentsOf(agents: readonly FoundAgent[], roles: readonly RoleRow[]): (role: string) => string | null {
  return (role) => {
    const type = roles.find(({ id }) => id === role)?.type ?? null;
    const found = agents.find(({ name }) => worksAs(role, type, name));
    if (found !== undefined) return found.disabled ? null : found.name;
    const name = typeOf(role, type) ?? role.replace(/-\d+$/, ""); // implementer-2
    return role === "Lead" || !isAgentName(name) ? null : name;
  };
}

/** Signs of a near line that are shown. */
const SHOWN = 160;

function shortly(line: RelatedLine): RelatedLine {
  return line.text.length > SHOWN ? { ...line, text: `${line.text.slice(0, SHOWN).trimEnd()}…` } : line;
}

function noAgent(role: string): AppError {
  return new AppError("invalid_input", `${role} has no agent with a memory.`, {
    hint: "Let its lines live on as knowledge, or nowhere.",
    errors: [{ path: "harvest", message: `${role} has no agent` }],
  });
}
