import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AckMatrix, UpdateList, VersionList } from "@/lib/contracts/context";
import type { Gate } from "@/lib/contracts/gates";
import type { Memory, RelayList } from "@/lib/contracts/memory";
import type { SearchResults } from "@/lib/contracts/search";
import type { Session, SessionList } from "@/lib/contracts/sessions";
import { countItems } from "@/lib/core/memory/count-items";
import { fault } from "@/lib/soak/fault.fixture";
import type { Random } from "@/lib/soak/random.fixture";
import type { Reply, Said, Send } from "@/lib/soak/send.fixture";
import { compareContextPage, compareGatesPage, comparePages, type Page } from "@/lib/soak/truth-pages.fixture";

const SESSION = "truth";
const SESSIONS = "/api/v1/workspaces/demo/sessions";
const WRITERS = ["Lead", "implementer-1", "integrator-1"];
const RELAYED = "researcher-1";
const TAGS = ["Finding", "Decision", "Question", "Conflict"];
/** In every item, so that a search finds all of them. */
const COMMON = "pomegranate";

/** Runs `wardroom` with these words and answers what it printed. */
export type Command = (words: string[]) => Promise<string>;

/** The doors that are asked for the same numbers. */
export interface Doors {
  send: Send;
  command: Command;
  /** The dashboard, where there is one. */
  page?: Page;
}

/**
 * Random acts of a team in one session, over REST and in an editor, and a comparison of every number that the doors give of
 * the state they lead to. Whatever is refused changes nothing, so a refusal is as good as an act.
 */
export class Truth {
  #count = 0;
  #version = 0;
  /** How many numbers were compared, and how many open items were there when something was curated. */
  compared = 0;
  curated = 0;
  /** Open items that a curation removed. */
  readonly lost: string[] = [];
  private readonly send: Send;

  constructor(
    private readonly doors: Doors,
    private readonly random: Random,
    private readonly files: string,
  ) {
    this.send = doors.send;
  }

  /** Makes the session. Called once for a workspace. */
  async prepare(): Promise<void> {
    const roles = [...WRITERS.slice(1), RELAYED, "tester-1"].map((id) => ({ id }));
    const made = await this.send("POST", SESSIONS, { body: { id: SESSION, feature: SESSION, roles } });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  }

  /** One act of somebody. */
  async act(): Promise<void> {
    const { random } = this;
    const acts = [
      ...Array.from({ length: 6 }, () => () => this.#say()),
      () => this.#decideRelay(),
      () => this.#curate(() => this.#mark()),
      () => this.#curate(() => this.#mark()),
      () => this.#curate(() => this.#section()),
      () => this.#curate(() => this.#prune()),
      () => this.#edit(),
      () => this.#publish(),
      () => this.#answer(),
      () => this.#answer(),
      () => this.#post("/context/status", { as: "tester-1", body: { role: "tester-1", status: "CONTEXT_LOST" } }),
    ];
    await random.pick(acts)();
  }

  /** Where two doors or lists give another number for the same state. */
  async compare(): Promise<string[]> {
    const session = await this.#get<Session>("");
    const list = await this.#read<SessionList>(SESSIONS);
    const memory = await this.#get<Memory>("/memory");
    const relays = await this.#get<RelayList>("/relays");
    const matrix = await this.#get<AckMatrix>("/context/acks");
    const versions = await this.#get<VersionList>("/context/versions");
    const told = new Told();

    const { pendingRelays, ...counts } = session.counts;
    told.say("session in the list", list.items.find(({ id }) => id === SESSION)?.counts, session.counts);
    told.say("all items of the memory", countItems(itemsOf(memory)), counts);
    told.say("relays that wait", relays.items.filter(({ state }) => state === "pending").length, pendingRelays);
    for (const state of ["active", "archived", "resolved"] as const) {
      told.say(
        `memory?state=${state}`,
        itemsOf(await this.#get<Memory>(`/memory?state=${state}`)).length,
        counts[state],
      );
    }
    for (const [tag, open] of [
      ["Question", counts.openQuestions],
      ["Conflict", counts.openConflicts],
    ] as const) {
      told.say(`memory?tag=${tag}`, itemsOf(await this.#get<Memory>(`/memory?state=active&tag=${tag}`)).length, open);
    }
    told.say("search", await this.#found(), counts.active);

    const overMcp = (await this.#tool("status")) as Record<string, unknown>;
    told.say("MCP status: relays", overMcp["pendingRelays"], pendingRelays);
    told.say("MCP status: questions", overMcp["openQuestions"], counts.openQuestions);
    told.say("MCP status: conflicts", overMcp["openConflicts"], counts.openConflicts);
    told.say("MCP status: version", overMcp["contextVersion"], session.gcVersion);
    const row = await this.#row();
    told.say("command: active", row["ACTIVE"], String(counts.active));
    told.say("command: relays", row["RELAYS"], String(pendingRelays));

    const current = versions.items[0];
    told.say("session's version", session.gcVersion, current?.version ?? session.gcVersion);
    for (const { version, confirmedBy, sentTo } of versions.items) {
      const cells = matrix.roles.flatMap(({ role, cells }) =>
        cells.filter((cell) => cell.version === version).map(({ state }) => ({ role, state })),
      );
      if (!matrix.versions.includes(version)) continue;
      const confirmed = cells.filter(({ state }) => state === "confirmed").map(({ role }) => role);
      told.say(`${version} confirmed by`, confirmed, confirmedBy);
      told.say(
        `${version} sent to`,
        cells.filter(({ state }) => state !== "none").map(({ role }) => role),
        sentTo,
      );
    }
    const behind = matrix.roles.filter((role) => role.behind > 0).map(({ role }) => role);
    if (current !== undefined) {
      const currentBy = matrix.roles.map(({ role }) => role).filter((role) => !current.confirmedBy.includes(role));
      told.say("behind", currentBy, behind);
    }
    for (const { role, confirmed, cells } of matrix.roles) {
      const last = cells.findLast(({ state }) => state === "confirmed")?.version;
      if (matrix.versions.length < 8) told.say(`${role} has confirmed`, last ?? null, confirmed);
    }
    const { page } = this.doors;
    if (page !== undefined) {
      const say = told.say.bind(told);
      await comparePages(page, session, say);
      await compareContextPage(page, SESSION, { matrix, versions: versions.items }, say);
    }
    const faults = [...told.faults, ...(await this.#compareGate(counts, behind, current === undefined))];
    this.compared += told.said;
    return [...faults, ...this.lost.splice(0)];
  }

  /** A gate is opened to see what blocks it, and given up again. */
  async #compareGate(counts: Omit<Session["counts"], "pendingRelays">, behind: string[], isNew: boolean) {
    const told = new Told();
    const opened = await this.#post("/gates", { body: { phase: 1 } });
    const gate = opened.body as Gate;
    if (opened.status !== 201) return [`the gate was not opened: ${JSON.stringify(opened.body)}`];
    const kind = (wanted: string) => gate.blockers.filter((blocker) => blocker.kind === wanted);
    told.say("gate: questions", kind("question").length, counts.openQuestions);
    told.say("gate: conflicts", kind("conflict").length, counts.openConflicts);
    told.say(
      "gate: behind",
      kind("behind").map(({ id }) => id),
      isNew ? [] : behind.map((role) => `role:${role}`),
    );
    if (this.doors.page !== undefined) await compareGatesPage(this.doors.page, SESSION, gate, told.say.bind(told));
    await this.#post(`/gates/${gate.id}/abandon`, { body: {} });
    this.compared += told.said;
    return told.faults;
  }

  async #say(): Promise<void> {
    const as = this.random.pick([...WRITERS, RELAYED]);
    const text = `${COMMON} ${++this.#count} of ${as}`;
    await this.#post("/memory/items", { as, body: { tag: this.random.pick(TAGS), text } });
  }

  async #decideRelay(): Promise<void> {
    const { items } = await this.#get<RelayList>("/relays");
    const relay = items.find(({ state }) => state === "pending");
    if (relay === undefined) return;
    if (this.random.chance(0.7)) await this.#post(`/relays/${relay.id}/approve`, { body: {} });
    else await this.#post(`/relays/${relay.id}/reject`, { body: { reason: "known" } });
  }

  async #mark(): Promise<void> {
    const items = itemsOf(await this.#get<Memory>("/memory"));
    if (items.length === 0) return;
    const { id } = this.random.pick(items);
    const act = this.random.pick(["archive", "unarchive", "resolve"]);
    await this.#post(`/memory/${act}`, {
      body: act === "resolve" ? { item: id, resolution: "settled" } : { items: [id] },
    });
  }

  async #section(): Promise<void> {
    const role = this.random.pick([...WRITERS.slice(1), RELAYED]);
    const act = this.random.pick(["archive", "unarchive", "archive by hand", "unarchive by hand"]);
    if (act === "archive") await this.#post("/memory/archive", { body: { role, includeOpen: true } });
    else if (act === "unarchive") await this.#post("/memory/unarchive", { body: { role } });
    else if (act === "archive by hand")
      this.#rewrite((text) => text.replace(`## ${role}\n`, `## ${role} [ARCHIVED]\n`));
    else this.#rewrite((text) => text.replace(`## ${role} [ARCHIVED]\n`, `## ${role}\n`));
  }

  /** Deletes what may be deleted, to a few lines or to none. */
  async #prune(): Promise<void> {
    const target = this.random.pick([0, 50, 500]);
    await this.#post("/memory/prune", { body: { target, dryRun: false } });
  }

  /** A curation: an item that was active before is there afterwards, whatever its state. */
  async #curate(act: () => Promise<void>): Promise<void> {
    const before = itemsOf(await this.#get<Memory>("/memory?state=active"));
    await act();
    const after = new Set(itemsOf(await this.#get<Memory>("/memory")).map(({ id }) => id));
    this.curated += before.length;
    for (const { id, text } of before) {
      if (!after.has(id)) this.lost.push(fault("a curation removed an open item", `${id}: ${text}`));
    }
  }

  /** An editor of the file: a line reworded, removed or added. */
  async #edit(): Promise<void> {
    const number = ++this.#count;
    this.#rewrite((text) => {
      const lines = text.split("\n");
      const bullets = lines.flatMap((line, index) => (line.startsWith("- [") ? [index] : []));
      const at = bullets.length === 0 ? -1 : this.random.pick(bullets);
      const added = `- [${this.random.pick(TAGS)}] ${COMMON} ${number} by hand`;
      if (at < 0) return `${text}\n`;
      if (this.random.chance(0.3)) lines.splice(at, 1);
      else if (this.random.chance(0.5)) lines.splice(at, 0, added);
      else lines[at] = `${lines[at] ?? ""} and ${number} more`;
      return lines.join("\n");
    });
    await this.#get<Memory>("/memory");
  }

  async #publish(): Promise<void> {
    const text = `# Global Context\n\n## Scope\n- goal ${++this.#version}\n- the rest stays\n\n## Constraints\n- none\n`;
    await this.#post("/context", { body: { text } }, "PUT");
  }

  async #answer(): Promise<void> {
    const role = this.random.pick([...WRITERS.slice(1), RELAYED, "tester-1"]);
    const reply = await this.send("GET", `${SESSIONS}/${SESSION}/context/updates?role=${role}`);
    // A section that was archived has no teammate.
    const { items = [] } = reply.body as Partial<UpdateList>;
    const update = items.at(-1);
    if (update === undefined) return;
    const { version, total } = update;
    const all = this.random.chance(0.7);
    const body = { role, version, applied: all ? total : 0, total, action: all ? "CONTINUE" : "NEED_CLARIFICATION" };
    await this.#post("/context/acks", { body: all ? body : { ...body, unclear: ["§Scope"] } });
  }

  async #found(): Promise<number | string> {
    for (;;) {
      const path = `/api/v1/workspaces/demo/search?q=${COMMON}&kind=item&state=active&limit=1`;
      const { total, index } = await this.#read<SearchResults>(path);
      if (index.complete) return total;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** The session's line of the command's table, by the titles of its columns. */
  async #row(): Promise<Record<string, string>> {
    const lines = (await this.doors.command(["session", "list"])).split("\n").map((line) => line.trim().split(/ {2,}/));
    const [titles = []] = lines;
    const cells = lines.find(([first]) => first === SESSION) ?? [];
    return Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? ""]));
  }

  async #tool(name: string): Promise<unknown> {
    const message = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: { session: SESSION } },
    };
    const headers = { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25" };
    const { body } = await this.send("POST", "/api/mcp", { as: "Lead", headers, body: message });
    return (body as { result?: { structuredContent?: unknown } }).result?.structuredContent ?? body;
  }

  #rewrite(change: (text: string) => string): void {
    const path = join(this.files, ".agent/teams", SESSION, "TEAM-MEMORY.md");
    writeFileSync(path, change(readFileSync(path, "utf8")));
  }

  #post(path: string, said: Said, method = "POST"): Promise<Reply> {
    return this.send(method, `${SESSIONS}/${SESSION}${path}`, said);
  }

  #get<T>(path: string): Promise<T> {
    return this.#read<T>(`${SESSIONS}/${SESSION}${path}`);
  }

  async #read<T>(path: string): Promise<T> {
    const { status, body } = await this.send("GET", path);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body as T;
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

function itemsOf(memory: Memory) {
  return memory.sections.flatMap(({ items }) => items);
}
