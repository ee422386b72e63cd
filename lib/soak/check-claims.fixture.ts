import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Asked, Claim } from "@/lib/soak/claim.fixture";
import type { Send } from "@/lib/soak/send.fixture";

const BASE = "/api/v1/workspaces/demo";

interface Item {
  id: string;
  text: string;
  role: string;
  state: string;
}

/** What a session holds, as its file, its pages and its history say it. */
interface Held {
  file: string;
  items: Map<string, Item[]>;
  /** Who added each item, by its id. */
  authors: Map<string, string[]>;
  relays: Set<string>;
}

/**
 * Everything that is not as it was promised: an acknowledged change that is missing or there twice, a part of one, an author who is
 * another, an outside edit that nobody made, a history that does not fit. Empty where all is well. What was asked and not
 * acknowledged may be there or not, as a whole and once.
 */
export async function findBroken(send: Send, files: string, asked: readonly Asked[]): Promise<string[]> {
  const checker = new Checker(send, files);
  for (const each of lastOfEach(asked)) await checker.check(each);
  await checker.checkHistory();
  return checker.broken;
}

/** Of several changes of one thing the last acknowledged one counts, with those that came after it and may have happened. */
function lastOfEach(asked: readonly Asked[]): Asked[] {
  const uncertain = new Set<string>();
  const last = new Map<string, Asked>();
  const others: Asked[] = [];
  for (const each of asked) {
    const { claim, acknowledged } = each;
    if (claim.kind !== "session") others.push(each);
    else if (acknowledged) {
      last.set(claim.session, each);
      uncertain.delete(claim.session);
    } else uncertain.add(claim.session);
  }
  return [...[...last].filter(([session]) => !uncertain.has(session)).map(([, each]) => each), ...others];
}

class Checker {
  readonly broken: string[] = [];
  readonly #held = new Map<string, Promise<Held | null>>();
  readonly #agents = new Map<string, string>();

  constructor(
    private readonly send: Send,
    private readonly files: string,
  ) {}

  async check({ claim, acknowledged }: Asked): Promise<void> {
    switch (claim.kind) {
      case "item":
      case "approved":
        return this.#checkItem(claim, acknowledged);
      case "relay":
        return this.#checkRelay(claim, acknowledged);
      case "archived": {
        const held = await this.#hold(claim.session);
        const state = held?.items.get(claim.text)?.[0]?.state;
        if (acknowledged && held !== null && state !== "archived") this.#say(claim, `is ${state ?? "gone"}`);
        return;
      }
      case "session": {
        const { status } = await this.send("GET", `${BASE}/sessions/${claim.session}`);
        const isThere = existsSync(join(this.files, ".agent/teams", claim.session, "TEAM-MEMORY.md"));
        if ((status === 200) !== claim.isThere || isThere !== claim.isThere)
          this.#say(claim, `answers ${status}, and its file is ${isThere ? "there" : "not there"}`);
        return;
      }
      case "published": {
        const reply = await this.send("GET", `${BASE}/sessions/${claim.session}/context/versions/${claim.version}`);
        const text = (reply.body as { text?: string } | undefined)?.text ?? "";
        if (acknowledged && !text.includes(claim.sentence)) this.#say(claim, `answers ${reply.status} and other words`);
        return;
      }
      case "token": {
        const { status } = await this.send("GET", "/api/v1/me", { token: claim.token });
        if (status !== 200) this.#say(claim, `lets nobody in: ${status}`);
        return;
      }
      case "learnt": {
        const text = this.#agentFile(claim.agent);
        const count = text.split(claim.text).length - 1;
        if (count > 1 || (acknowledged && count === 0)) this.#say(claim, `is there ${count} times`);
      }
    }
  }

  async checkHistory(): Promise<void> {
    const { body, status } = await this.send("GET", `${BASE}/integrity`);
    if (status !== 200 || (body as { ok?: boolean }).ok !== true)
      this.broken.push(`the history does not fit: ${status} ${JSON.stringify(body)}`);
    const outside = await this.send("GET", `${BASE}/events?action=document.edited_outside&limit=5`);
    const removed = await this.send("GET", `${BASE}/events?action=document.removed_outside&limit=5`);
    for (const each of [outside, removed]) {
      const { items = [] } = (each.body ?? {}) as { items?: { target: string; action: string }[] };
      for (const { target, action } of items) this.broken.push(`${action} of ${target}, which nobody made`);
    }
  }

  async #checkItem(claim: Extract<Claim, { kind: "item" | "approved" }>, acknowledged: boolean): Promise<void> {
    const held = await this.#hold(claim.session);
    // Its session is in the trash, with all that is in it.
    if (held === null) return;
    const found = held.items.get(claim.text) ?? [];
    const lines = held.file.split(claim.text).length - 1;
    if (found.length > 1 || lines > 1 || (acknowledged && (found.length === 0 || lines === 0))) {
      this.#say(claim, `is there ${found.length} times, and in the file ${lines} times`);
      return;
    }
    for (const { id, role } of found) {
      const authors = held.authors.get(id) ?? [];
      const isRight = claim.kind === "approved" ? authors.length === 1 : authors.join() === claim.role;
      if (role !== claim.role || !isRight) this.#say(claim, `stands below ${role}, by ${authors.join() || "nobody"}`);
    }
  }

  async #checkRelay(claim: Extract<Claim, { kind: "relay" }>, acknowledged: boolean): Promise<void> {
    const held = await this.#hold(claim.session);
    if (held === null || !acknowledged) return;
    if (!held.relays.has(claim.text)) this.#say(claim, "waits for nobody");
  }

  #hold(session: string): Promise<Held | null> {
    let held = this.#held.get(session);
    if (held === undefined) {
      held = this.#readSession(session);
      this.#held.set(session, held);
    }
    return held;
  }

  async #readSession(session: string): Promise<Held | null> {
    const path = `${BASE}/sessions/${session}`;
    const memory = await this.send("GET", `${path}/memory`);
    if (memory.status === 404) return null;
    if (memory.status !== 200) {
      this.broken.push(`${session} cannot be read: ${memory.status} ${JSON.stringify(memory.body)}`);
      return null;
    }
    const { sections } = memory.body as { sections: { role: string; items: Item[] }[] };
    const items = new Map<string, Item[]>();
    for (const { role, items: own } of sections) {
      for (const item of own) items.set(item.text, [...(items.get(item.text) ?? []), { ...item, role }]);
    }
    const authors = new Map<string, string[]>();
    for (const { actor, operation, detail } of await this.#all(`${path}/memory/revisions`)) {
      if (!/^add\b|relay|approve/.test(String(operation))) continue;
      for (const id of (detail as { items?: string[] }).items ?? [])
        authors.set(id, [...(authors.get(id) ?? []), String(actor)]);
    }
    const relays = new Set((await this.#all(`${path}/relays`)).map(({ text }) => String(text)));
    const file = readFileSync(join(this.files, ".agent/teams", session, "TEAM-MEMORY.md"), "utf8");
    return { file, items, authors, relays };
  }

  async #all(path: string): Promise<Record<string, unknown>[]> {
    const items: Record<string, unknown>[] = [];
    let cursor = "";
    do {
      const more = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const { body, status } = await this.send("GET", `${path}${path.includes("?") ? "&" : "?"}limit=500${more}`);
      if (status !== 200) {
        this.broken.push(`${path} cannot be read: ${status} ${JSON.stringify(body)}`);
        return items;
      }
      const page = body as { items: Record<string, unknown>[]; nextCursor: string | null };
      items.push(...page.items);
      cursor = page.nextCursor ?? "";
    } while (cursor !== "");
    return items;
  }

  #agentFile(agent: string): string {
    let text = this.#agents.get(agent);
    if (text === undefined) {
      const path = join(this.files, ".kaizen/agents", agent, "memory.md");
      text = existsSync(path) ? readFileSync(path, "utf8") : "";
      this.#agents.set(agent, text);
    }
    return text;
  }

  #say(claim: Claim, what: string): void {
    this.broken.push(`${JSON.stringify(claim)} ${what}`);
  }
}
