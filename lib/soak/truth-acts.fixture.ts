import type { UpdateList } from "@/lib/contracts/context";
import type { Gate } from "@/lib/contracts/gates";
import type { Inbox } from "@/lib/contracts/inbox";
import type { Memory, RelayList } from "@/lib/contracts/memory";
import type { Session } from "@/lib/contracts/sessions";
import { fault } from "@/lib/soak/fault.fixture";
import type { Random } from "@/lib/soak/random.fixture";
import { COMMON, itemsOf, SESSION, type TruthSession } from "@/lib/soak/truth-session.fixture";

export const WRITERS = ["Lead", "implementer-1", "integrator-1"];
export const RELAYED = "researcher-1";
export const TESTER = "tester-1";
const TAGS = ["Finding", "Decision", "Question", "Conflict"];
/** So many roles are added at most, each of which may replace one that was added before. */
const MOST_ADDED = 3;

/** Everything that is done to the session, over REST, MCP, the command and in an editor. What is refused changes nothing. */
export class TruthActs {
  #count = 0;
  #version = 0;
  #added = 0;
  /** How many open items were there when something was curated. */
  curated = 0;
  /** Open items that a curation removed. */
  readonly lost: string[] = [];

  constructor(
    private readonly session: TruthSession,
    private readonly random: Random,
  ) {}

  /** One act of somebody. */
  async any(): Promise<void> {
    const { random, session } = this;
    const rare = [
      () => this.#sayOverMcp(),
      () => this.#sayInTerminal(),
      () => this.#role(),
      () => this.#conclude(),
      () => this.#publishOnDisk(),
      () => this.#undo(),
      () => session.post("/finish", { body: { finished: random.chance(0.2) } }),
    ];
    const acts: (() => Promise<unknown>)[] = [
      ...Array.from({ length: 6 }, () => () => this.#say()),
      () => this.#decideRelay(),
      () => this.#ask(),
      () => this.#reword(),
      () => this.#withdraw(),
      () => this.#readInbox(),
      () => this.#curate(() => this.#mark()),
      () => this.#curate(() => this.#mark()),
      () => this.#curate(() => this.#section()),
      () => this.#curate(() => this.#prune()),
      () => this.#edit(),
      () => this.#publish(),
      () => this.#answerUpdate(),
      () => this.#answerUpdate(),
      () => session.post("/context/status", { as: TESTER, body: { role: TESTER, status: "CONTEXT_LOST" } }),
      () => random.pick(rare)(),
    ];
    await random.pick(acts)();
  }

  #words(as: string): string {
    return `${COMMON} ${++this.#count} of ${as}`;
  }

  async #items() {
    return itemsOf(await this.session.get<Memory>("/memory"));
  }

  async #say(): Promise<void> {
    const as = this.random.pick([...WRITERS, RELAYED]);
    await this.session.post("/memory/items", { as, body: { tag: this.random.pick(TAGS), text: this.#words(as) } });
  }

  async #sayOverMcp(): Promise<void> {
    const as = this.random.pick([...WRITERS, RELAYED]);
    await this.session.tool("say", { tag: this.random.pick(TAGS), text: this.#words(as), anyway: true }, as);
  }

  async #sayInTerminal(): Promise<void> {
    const as = this.random.pick([...WRITERS, RELAYED]);
    const words = ["say", as, this.random.pick(TAGS), this.#words(as), "--anyway", "-s", SESSION];
    await this.session.command(words).catch(() => undefined);
  }

  async #decideRelay(): Promise<void> {
    const { items } = await this.session.get<RelayList>("/relays");
    const relay = items.find(({ state }) => state === "pending");
    if (relay === undefined) return;
    const path = `/relays/${relay.id}`;
    if (this.random.chance(0.2)) await this.session.post(`${path}/withdraw`, { as: relay.role });
    else if (this.random.chance(0.7)) await this.session.post(`${path}/approve`);
    else await this.session.post(`${path}/reject`, { body: { reason: "known" } });
  }

  /** A question to one role, and an answer to one that is open. */
  async #ask(): Promise<void> {
    const as = this.random.pick([...WRITERS, RELAYED]);
    const role = this.random.pick([...WRITERS.slice(1), RELAYED, TESTER]);
    if (this.random.chance(0.5)) {
      await this.session.post("/questions", { as, body: { role, text: this.#words(as) } });
      return;
    }
    const asked = (await this.#items()).filter(({ question, state }) => question !== undefined && state === "active");
    if (asked.length === 0) return;
    const { id, question } = this.random.pick(asked);
    const by = this.random.chance(0.5) ? "Lead" : (question?.to ?? "Lead");
    await this.session.post(`/questions/${id}/answer`, { as: by, body: { text: "so it is" } });
  }

  async #reword(): Promise<void> {
    const items = await this.#items();
    if (items.length === 0) return;
    const { id, role, text } = this.random.pick(items);
    const as = this.random.chance(0.5) ? role : this.random.pick(WRITERS);
    const newString = `${text.slice(0, 80)} reworded ${++this.#count}`;
    await this.session.post("/memory/edit", { as, body: { item: id, newString } });
  }

  async #withdraw(): Promise<void> {
    const items = await this.#items();
    if (items.length === 0) return;
    const { id, role } = this.random.pick(items);
    await this.session.post(`/memory/items/${id}/withdraw`, { as: this.random.chance(0.7) ? role : "Lead" });
  }

  async #readInbox(): Promise<void> {
    const as = this.random.pick([...WRITERS, RELAYED, TESTER]);
    const { status, body } = await this.session.send("GET", `/api/v1/workspaces/demo/sessions/${SESSION}/inbox`, {
      as,
    });
    const { mark } = body as Partial<Inbox>;
    if (status === 200 && typeof mark === "string") await this.session.post("/inbox/seen", { as, body: { mark } });
  }

  async #mark(): Promise<void> {
    const items = await this.#items();
    if (items.length === 0) return;
    const { id } = this.random.pick(items);
    const act = this.random.pick(["archive", "unarchive", "resolve"]);
    await this.session.post(`/memory/${act}`, {
      body: act === "resolve" ? { item: id, resolution: "settled" } : { items: [id] },
    });
  }

  async #section(): Promise<void> {
    const { session } = this;
    const role = this.random.pick([...WRITERS.slice(1), RELAYED]);
    const act = this.random.pick(["archive", "unarchive", "archive by hand", "unarchive by hand"]);
    if (act === "archive") await session.post("/memory/archive", { body: { role, includeOpen: true } });
    else if (act === "unarchive") await session.post("/memory/unarchive", { body: { role } });
    else if (act === "archive by hand")
      session.rewrite((text) => text.replace(`## ${role}\n`, `## ${role} [ARCHIVED]\n`));
    else session.rewrite((text) => text.replace(`## ${role} [ARCHIVED]\n`, `## ${role}\n`));
  }

  /** Deletes what may be deleted, to a few lines or to none. */
  async #prune(): Promise<void> {
    await this.session.post("/memory/prune", { body: { target: this.random.pick([0, 50, 500]), dryRun: false } });
  }

  /** A curation: an item that was active before is there afterwards, whatever its state. */
  async #curate(act: () => Promise<void>): Promise<void> {
    const before = itemsOf(await this.session.get<Memory>("/memory?state=active"));
    await act();
    const after = new Set((await this.#items()).map(({ id }) => id));
    this.curated += before.length;
    for (const { id, text } of before) {
      if (!after.has(id)) this.lost.push(fault("a curation removed an open item", `${id}: ${text}`));
    }
  }

  /** An editor of the file: a line reworded, removed or added. */
  async #edit(): Promise<void> {
    const number = ++this.#count;
    this.session.rewrite((text) => {
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
    await this.#items();
  }

  #contextText(): string {
    return `# Global Context\n\n## Scope\n- goal ${++this.#version}\n- the rest stays\n\n## Constraints\n- none\n`;
  }

  async #publish(): Promise<void> {
    await this.session.post("/context", { body: { text: this.#contextText(), overQuestions: true } }, "PUT");
  }

  /** The session's own file with a number of its own, published as it stands. */
  async #publishOnDisk(): Promise<void> {
    const { gcVersion } = await this.session.get<Session>("");
    const next = Number(/\d+$/.exec(gcVersion ?? "")?.[0] ?? 0) + 1 + this.random.below(2);
    const text = `---\nversion: GC-v${next}\n---\n${this.#contextText()}`;
    await this.session.post("/context", { body: { text } }, "PUT");
  }

  async #answerUpdate(): Promise<void> {
    const role = this.random.pick([...WRITERS.slice(1), RELAYED, TESTER]);
    const reply = await this.session.send(
      "GET",
      `/api/v1/workspaces/demo/sessions/${SESSION}/context/updates?role=${role}`,
    );
    // A section that was archived has no teammate.
    const { items = [] } = reply.body as Partial<UpdateList>;
    const update = items.at(-1);
    if (update === undefined) return;
    const { version, total } = update;
    const all = this.random.chance(0.7);
    const body = { role, version, applied: all ? total : 0, total, action: all ? "CONTINUE" : "NEED_CLARIFICATION" };
    await this.session.post("/context/acks", { body: all ? body : { ...body, unclear: ["§Scope"] } });
  }

  async #undo(): Promise<void> {
    const { revision } = await this.session.get<Memory>("/memory");
    await this.session.post("/memory/undo", { body: { revision: Math.max(1, revision - this.random.below(4)) } });
  }

  /** A role that comes, and after a while another in its place. */
  async #role(): Promise<void> {
    if (this.#added < MOST_ADDED) {
      await this.session.post("/roles", { body: { id: `implementer-${10 + this.#added++}` } });
      return;
    }
    const role = `implementer-${9 + this.#added}`;
    await this.session.post("/memory/replace-role", { body: { role, by: `implementer-${10 + this.#added}` } });
    if (this.random.chance(0.5)) this.#added++;
  }

  async #conclude(): Promise<void> {
    const opened = await this.session.post("/gates", { body: { phase: 1 + this.random.below(3) } });
    const { id } = opened.body as Partial<Gate>;
    if (opened.status !== 201 || id === undefined) return;
    const result = this.random.pick(["APPROVED", "CONDITIONAL_PASS", "REJECTED"]);
    const concluded = await this.session.post(`/gates/${id}/conclude`, { body: { result } });
    if (concluded.status !== 200) await this.session.post(`/gates/${id}/abandon`);
  }
}
