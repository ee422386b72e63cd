import type { Asked, Claim } from "@/lib/soak/claim.fixture";
import { addressKind, fault } from "@/lib/soak/fault.fixture";
import type { Random } from "@/lib/soak/random.fixture";
import type { Reply, Said, Send } from "@/lib/soak/send.fixture";

const BASE = "/api/v1/workspaces/demo";

/** Who writes in each session, directly or through the Lead. */
const WRITERS = ["implementer-1", "implementer-2", "integrator-1"];
const RELAYED = "researcher-1";

/** An answer that says that a change was not made, and may be: the file or the database was busy. */
const BUSY = 503;

/** Runs as long as its server does; what it was refused for another reason than the server's end is a fault of the server. */
export class Workload {
  readonly asked: Asked[] = [];
  readonly faults: string[] = [];
  #stopped = false;
  #count = 0;

  constructor(
    private readonly send: Send,
    private readonly random: Random,
    /** Begins the name of whatever is made; no two workloads on one workspace share it. */
    private readonly prefix: string,
    private readonly tell: (what: { asked: Asked } | { acknowledged: Asked }) => void = () => undefined,
  ) {}

  get acknowledged(): number {
    return this.asked.filter(({ acknowledged }) => acknowledged).length;
  }

  /** Makes the two sessions that all write in. Called once for a workspace. */
  static async prepare(send: Send, sessions: string[]): Promise<void> {
    for (const id of sessions) {
      const roles = [...WRITERS, RELAYED].map((role) => ({ id: role }));
      const made = await send("POST", `${BASE}/sessions`, { body: { id, feature: id, roles } });
      if (made.status !== 201) throw new Error(`${id} was not made: ${JSON.stringify(made.body)}`);
    }
  }

  /** Several agents at once, each one thing after another, until `steps` were done by each, or all are told to stop. */
  async run(sessions: string[], steps: number): Promise<void> {
    const agents = [
      ...sessions.flatMap((session) => WRITERS.map((role) => () => this.#write(session, role))),
      ...sessions.map((session) => () => this.#relay(session)),
      ...sessions.map((session) => () => this.#publish(session)),
      () => this.#live(),
      () => this.#learn(),
    ];
    const all = agents.map(async (act) => {
      for (let step = 0; step < steps && !this.#stopped; step++) await act();
    });
    await Promise.all(all);
  }

  /** No further step is begun. What is under way fails by itself once its server is gone. */
  stop(): void {
    this.#stopped = true;
  }

  async #write(session: string, role: string): Promise<void> {
    const text = this.#text(role);
    const claim: Claim = { kind: "item", session, role, text };
    const done = await this.#ask(claim, "POST", `${path(session)}/memory/items`, {
      as: role,
      body: { tag: "Finding", text },
    });
    const id = (done?.body as { item?: { id: string } } | undefined)?.item?.id;
    if (id === undefined || !this.random.chance(0.1)) return;
    await this.#ask({ kind: "archived", session, text }, "POST", `${path(session)}/memory/archive`, {
      body: { items: [id] },
    });
  }

  async #relay(session: string): Promise<void> {
    const text = this.#text(RELAYED);
    const claim: Claim = { kind: "relay", session, role: RELAYED, text };
    const done = await this.#ask(claim, "POST", `${path(session)}/memory/items`, {
      as: RELAYED,
      body: { tag: "Pattern", text },
    });
    const id = (done?.body as { relay?: { id: string } } | undefined)?.relay?.id;
    if (id === undefined || this.random.chance(0.3)) return;
    const approved: Claim = { kind: "approved", session, role: RELAYED, text };
    await this.#ask(approved, "POST", `${path(session)}/relays/${id}/approve`, { body: {} });
  }

  async #publish(session: string): Promise<void> {
    const sentence = this.#text("Lead");
    const text = `# Global Context\n\n## Scope\n**Goal:** ${sentence}\n\n## Constraints\n- none\n`;
    const known = await this.#read("GET", `${path(session)}/context`);
    const before = /^GC-v(\d+)$/.exec((known?.body as { version?: string } | undefined)?.version ?? "GC-v0");
    if (known === null) return;
    const version = `GC-v${Number(before?.[1] ?? 0) + 1}`;
    await this.#ask({ kind: "published", session, version, sentence }, "PUT", `${path(session)}/context`, {
      body: { text, overQuestions: true },
    });
  }

  /** A session of its own is made, deleted and brought back, and tokens are handed out. */
  async #live(): Promise<void> {
    const session = `${this.prefix}-life-${this.#count++}`;
    const there: Claim = { kind: "session", session, isThere: true };
    const roles = [{ id: "implementer-1" }];
    if (
      (await this.#ask(there, "POST", `${BASE}/sessions`, { body: { id: session, feature: "life", roles } })) === null
    )
      return;
    const minted = await this.#read("POST", `${path(session)}/roles/implementer-1/tokens`);
    const token = (minted?.body as { token?: string } | undefined)?.token;
    const isKept = this.random.chance(0.4);
    if (token !== undefined && isKept) this.#note({ claim: { kind: "token", token }, acknowledged: true });
    await this.#write(session, "implementer-1");
    if (isKept) return;
    if ((await this.#ask({ ...there, isThere: false }, "DELETE", path(session))) === null) return;
    if (this.random.chance(0.7)) await this.#ask(there, "POST", `${path(session)}/restore`);
  }

  async #learn(): Promise<void> {
    const agent = `${this.prefix}-agent-${this.random.below(3)}`;
    await this.#read("POST", `${BASE}/agents/${agent}/memory`, { body: { project: "demo" } });
    const started = await this.#read("POST", `${BASE}/agents/${agent}/sessions`);
    const id = (started?.body as { sessionId?: string } | undefined)?.sessionId;
    if (id === undefined) return;
    const text = this.#text(agent);
    const body = { summary: "Went on", outcome: "done", findings: [text] };
    await this.#ask({ kind: "learnt", agent, text }, "POST", `${BASE}/agents/${agent}/sessions/${id}/close`, { body });
  }

  #text(who: string): string {
    const words = ["retry", "ledger", "lease", "queue", "import", "deadline", "currency", "batch", "supplier"];
    const said = Array.from({ length: 3 + this.random.below(12) }, () => this.random.pick(words)).join(" ");
    return `${this.prefix}-${this.#count++} of ${who}: ${said}`;
  }

  #note(asked: Asked): void {
    this.asked.push(asked);
    this.tell(asked.acknowledged ? { acknowledged: asked } : { asked });
  }

  /** Asks for a change, and answers what came, or null where it was not done or nothing came. */
  async #ask(claim: Claim, method: string, address: string, said: Said = {}): Promise<Reply | null> {
    if (this.#stopped) return null;
    const asked: Asked = { claim, acknowledged: false };
    this.#note(asked);
    const reply = await this.#read(method, address, said);
    if (reply === null || reply.status >= 300) return null;
    asked.acknowledged = true;
    this.tell({ acknowledged: asked });
    return reply;
  }

  async #read(method: string, address: string, said: Said = {}): Promise<Reply | null> {
    if (this.#stopped) return null;
    try {
      const reply = await this.send(method, address, said);
      if (reply.status >= 400 && reply.status !== BUSY && !isExpected(method, address, reply.status))
        this.faults.push(
          fault(`${method} ${addressKind(address)}: ${reply.status} ${JSON.stringify(reply.body)}`, address),
        );
      return reply;
    } catch {
      return null;
    }
  }
}

/** One agent of several begins a memory; a context is looked for before it is there. */
function isExpected(method: string, address: string, status: number): boolean {
  return (
    (status === 409 && address.endsWith("/memory")) ||
    (status === 404 && method === "GET" && address.endsWith("/context"))
  );
}

function path(session: string): string {
  return `${BASE}/sessions/${session}`;
}
