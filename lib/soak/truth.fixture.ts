import type { AckMatrix, UpdateList, VersionList } from "@/lib/contracts/context";
import type { Gate } from "@/lib/contracts/gates";
import type { Memory, RelayList } from "@/lib/contracts/memory";
import type { NeedCount } from "@/lib/contracts/needs";
import type { Presence } from "@/lib/contracts/presence";
import type { SearchResults } from "@/lib/contracts/search";
import type { Session, SessionList } from "@/lib/contracts/sessions";
import { countItems } from "@/lib/core/memory/tags";
import { fault } from "@/lib/soak/fault.fixture";
import type { Random } from "@/lib/soak/random.fixture";
import type { Send } from "@/lib/soak/send.fixture";
import { RELAYED, TESTER, TruthActs, WRITERS } from "@/lib/soak/truth-acts.fixture";
import { compareFile, compareHistory } from "@/lib/soak/truth-exports.fixture";
import { compareContextPage, compareGatesPage, comparePages, type Page } from "@/lib/soak/truth-pages.fixture";
import { COMMON, itemsOf, SESSION, SESSIONS, TruthSession, type Command } from "@/lib/soak/truth-session.fixture";

/** The doors that are asked for the same numbers. */
export interface Doors {
  send: Send;
  command: Command;
  /** The dashboard, where there is one. */
  page?: Page;
}

/** What the tool `status` says of a session. */
type Status = Partial<
  Record<"pendingRelays" | "openQuestions" | "openConflicts" | "contextVersion" | "pendingUpdates", unknown>
>;

/**
 * Random acts of a team in one session, over all doors and in an editor, and a comparison of every number that the doors give of
 * the state they lead to. Whatever is refused changes nothing, so a refusal is as good as an act.
 */
export class Truth {
  /** How many numbers were compared. */
  compared = 0;
  readonly #session: TruthSession;
  readonly #acts: TruthActs;

  constructor(
    private readonly doors: Doors,
    random: Random,
    files: string,
  ) {
    this.#session = new TruthSession(doors.send, doors.command, files);
    this.#acts = new TruthActs(this.#session, random);
  }

  /** How many open items were there when something was curated. */
  get curated(): number {
    return this.#acts.curated;
  }

  /** Makes the session. Called once for a workspace. */
  async prepare(): Promise<void> {
    const roles = [...WRITERS.slice(1), RELAYED, TESTER].map((id) => ({ id }));
    const made = await this.doors.send("POST", SESSIONS, { body: { id: SESSION, feature: SESSION, roles } });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  }

  /** One act of somebody. */
  act(): Promise<void> {
    return this.#acts.any();
  }

  /** Where two doors or lists give another number for the same state. A finished session is reopened for it. */
  async compare(): Promise<string[]> {
    const told = new Told();
    await this.#compareFinished(told);
    // Who was left out when a version was published is sent it as soon as somebody asks.
    for (const { role } of (await this.#session.get<AckMatrix>("/context/acks")).roles)
      await this.#session.get<UpdateList>(`/context/updates?role=${role}`);
    const session = await this.#session.get<Session>("");
    const memory = await this.#session.get<Memory>("/memory");
    const matrix = await this.#session.get<AckMatrix>("/context/acks");
    const { items: versions } = await this.#session.get<VersionList>("/context/versions");

    await this.#compareItems(told, session, memory);
    await this.#compareRelays(told, session);
    compareVersions(told, session, matrix, versions);
    await this.#compareTeam(told, session, matrix);
    const { page } = this.doors;
    const say = told.say.bind(told);
    await compareFile(this.#session, session, say);
    if (page !== undefined) {
      // Of whoever opens the pages: what was edited outside waits for those who have not seen it.
      const needs = JSON.parse(await page(`${SESSIONS.slice(0, SESSIONS.lastIndexOf("/"))}/needs/count`)) as NeedCount;
      await comparePages(page, session, needs, say);
      await compareContextPage(page, SESSION, { matrix, versions }, say);
    }
    await this.#compareGate(told, session, matrix, versions.length === 0);
    this.compared += told.said;
    return [...told.faults, ...this.#acts.lost.splice(0)];
  }

  /** Where two lists or exports of the whole history differ. */
  async compareHistory(): Promise<string[]> {
    const told = new Told();
    await compareHistory(this.#session, told.say.bind(told));
    this.compared += told.said;
    return told.faults;
  }

  /** A finished session is said to be so everywhere, waits nowhere, and is at work again when it is reopened. */
  async #compareFinished(told: Told): Promise<void> {
    const { finished } = await this.#session.get<Session>("");
    if (finished === null) return;
    const { items } = await this.#session.read<SessionList>(SESSIONS);
    told.say("finished in the list", items.find(({ id }) => id === SESSION)?.finished, finished);
    await this.#session.post("/finish", { body: { finished: false } });
    told.say("finished after it was reopened", (await this.#session.get<Session>("")).finished, null);
  }

  async #compareItems(told: Told, session: Session, memory: Memory): Promise<void> {
    const { pendingRelays: _, ...counts } = session.counts;
    const { items: list } = await this.#session.read<SessionList>(SESSIONS);
    told.say("session in the list", list.find(({ id }) => id === SESSION)?.counts, session.counts);
    told.say("all items of the memory", countItems(itemsOf(memory)), counts);
    const of = async (query: string) => itemsOf(await this.#session.get<Memory>(`/memory?${query}`)).length;
    for (const state of ["active", "archived", "resolved"] as const)
      told.say(`memory?state=${state}`, await of(`state=${state}`), counts[state]);
    told.say("memory?tag=Question", await of("state=active&tag=Question"), counts.openQuestions);
    told.say("memory?tag=Conflict", await of("state=active&tag=Conflict"), counts.openConflicts);
    for (const { id, items, state } of session.roles) {
      const own = memory.sections.filter(({ role, kind }) => kind === "role" && role === id);
      if (state !== "replaced") told.say(`items of ${id}`, own.flatMap((section) => section.items).length, items);
    }
    // What a gate writes has words of its own.
    const common = itemsOf(memory).filter(({ state, text }) => state === "active" && text.includes(COMMON));
    told.say("search", await this.#found(), common.length);
    told.say("MCP memory: active", await this.#overMcp(), counts.active);
    const [row = {}] = await this.#session.table(["session", "list"]);
    told.say("command: active", row["ACTIVE"], String(counts.active));
    told.say("command: relays", row["RELAYS"], String(session.counts.pendingRelays));
  }

  async #compareRelays(told: Told, { counts, gcVersion }: Session): Promise<void> {
    const relays = await this.#session.get<RelayList>("/relays");
    told.say("relays that wait", relays.items.filter(({ state }) => state === "pending").length, counts.pendingRelays);
    const status = await this.#session.tool<Status>("status");
    told.say("MCP status: relays", status.pendingRelays, counts.pendingRelays);
    told.say("MCP status: questions", status.openQuestions, counts.openQuestions);
    told.say("MCP status: conflicts", status.openConflicts, counts.openConflicts);
    told.say("MCP status: version", status.contextVersion, gcVersion);
  }

  /** Who is where with the context: to the team, in the terminal, and by what waits for each. */
  async #compareTeam(told: Told, session: Session, matrix: AckMatrix): Promise<void> {
    const team = await this.#session.get<Presence>("/team");
    told.say("team: version", team.version, session.gcVersion ?? "GC-v0");
    const rows = await this.#session.table(["context", "status", "-s", SESSION]);
    for (const { role, confirmed, behind, cells } of matrix.roles) {
      const present = team.roles.find((each) => each.role === role);
      told.say(`team: ${role}`, [present?.confirmed, present?.behind], [confirmed, behind]);
      const row = rows.find((each) => each["ROLE"] === role);
      told.say(`command: ${role}`, [row?.["CONFIRMED"], row?.["BEHIND"]], [confirmed ?? "-", String(behind)]);
      const { items } = await this.#session.get<UpdateList>(`/context/updates?role=${role}`);
      const state = cells.find(({ version }) => version === matrix.version)?.state;
      const isAwaited = items.some(({ kind }) => kind !== "guidance");
      told.say(`${role} is sent an update`, isAwaited, state === "pending" || state === "overdue");
      const { pendingUpdates } = await this.#session.tool<Status>("status", {}, role);
      told.say(`MCP status of ${role}: updates`, pendingUpdates, items.length);
    }
  }

  /** A gate is opened to see what blocks it, and given up again. */
  async #compareGate(told: Told, { counts }: Session, matrix: AckMatrix, isNew: boolean): Promise<void> {
    const opened = await this.#session.post("/gates", { body: { phase: 1 } });
    const gate = opened.body as Gate;
    if (opened.status !== 201) {
      told.faults.push(`the gate was not opened: ${JSON.stringify(opened.body)}`);
      return;
    }
    const kind = (wanted: string) => gate.blockers.filter((blocker) => blocker.kind === wanted);
    const behind = matrix.roles.filter((role) => role.behind > 0).map(({ role }) => `role:${role}`);
    told.say("gate: questions", kind("question").length, counts.openQuestions);
    told.say("gate: conflicts", kind("conflict").length, counts.openConflicts);
    told.say(
      "gate: behind",
      kind("behind").map(({ id }) => id),
      isNew ? [] : behind,
    );
    if (this.doors.page !== undefined) await compareGatesPage(this.doors.page, SESSION, gate, told.say.bind(told));
    await this.#session.post(`/gates/${gate.id}/abandon`, { body: {} });
  }

  async #found(): Promise<number | string> {
    for (;;) {
      const path = `/api/v1/workspaces/demo/search?q=${COMMON}&kind=item&state=active&limit=1`;
      const { total, index } = await this.#session.read<SearchResults>(path);
      if (index.complete) return total;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** How many active items the tool `memory` gives, page by page. */
  async #overMcp(): Promise<number> {
    let found = 0;
    for (let cursor: string | undefined; ;) {
      const given = cursor === undefined ? {} : { cursor };
      const words = await this.#session.tool<string>("memory", given);
      found += words.split("\n- ").length - 1;
      cursor = /^Goes on: memory {cursor: "(.*)"}$/m.exec(words)?.[1];
      if (cursor === undefined) return found;
    }
  }
}

/** Who confirmed each version and who is behind: the list of versions, the matrix and the session say one thing. */
function compareVersions(told: Told, session: Session, matrix: AckMatrix, versions: VersionList["items"]): void {
  const current = versions[0];
  told.say("session's version", session.gcVersion, current?.version ?? session.gcVersion);
  for (const { version, confirmedBy, sentTo } of versions) {
    if (!matrix.versions.includes(version)) continue;
    const cells = matrix.roles.flatMap(({ role, cells }) =>
      cells.filter((cell) => cell.version === version).map(({ state }) => ({ role, state })),
    );
    const those = (wanted: (state: string) => boolean) =>
      cells.filter(({ state }) => wanted(state)).map(({ role }) => role);
    told.say(
      `${version} confirmed by`,
      those((state) => state === "confirmed"),
      confirmedBy,
    );
    told.say(
      `${version} sent to`,
      those((state) => state !== "none"),
      sentTo,
    );
  }
  if (current !== undefined) {
    const behind = matrix.roles.filter((role) => role.behind > 0).map(({ role }) => role);
    const others = matrix.roles.map(({ role }) => role).filter((role) => !current.confirmedBy.includes(role));
    told.say("behind", others, behind);
  }
  for (const { role, confirmed, cells } of matrix.roles) {
    const last = cells.findLast(({ state }) => state === "confirmed")?.version;
    if (matrix.versions.length < 8) told.say(`${role} has confirmed`, last ?? null, confirmed);
  }
}

/** Compares what places say, and keeps what does not agree. */
class Told {
  readonly faults: string[] = [];
  said = 0;

  say(place: string, said: unknown, wanted: unknown): void {
    this.said++;
    const [one, other] = [said, wanted].map((value) => JSON.stringify(sorted(value)));
    if (one !== other) this.faults.push(fault(`${place} says another thing`, `${one}, and elsewhere ${other}`));
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return [...(value as unknown[])].sort();
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .map(([key, each]): [string, unknown] => [key, sorted(each)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
