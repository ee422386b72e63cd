import { afterEach, expect, it, vi } from "vitest";
import { call, HOST, serve, signIn } from "@/lib/api/testing/api.fixture";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { linesWithEnds } from "@/lib/core/text/lines";
import { connect } from "@/lib/mcp/testing/client.fixture";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { OWNER_TOKEN, TestWardroom, type TestSession } from "@/lib/services/testing/test-wardroom.fixture";
import { Random } from "@/lib/soak/random.fixture";

afterEach(() => {
  globalThis.wardroomRuntime = undefined;
  vi.useRealTimers();
});

/** Edits of a run; the long form is `BLAME_EDITS=1000 npx vitest run lib/soak/blame.test.ts`. */
const EDITS = Number(process.env["BLAME_EDITS"] ?? 80);
/** Milliseconds that a run may take: the long form needs more than a test usually gets. */
const LONGEST = 60_000 + EDITS * 3_000;
const BELOW = "/api/v1/workspaces/demo/sessions/s";

/** A line as it was truly written: by whom and over which door; null where a program did it in the file. */
interface TrueLine {
  text: string;
  by: string | null;
}

interface Written {
  id: string;
  line: number;
}

type Post = (path: string, body: object) => Promise<unknown>;

/** Everything that edits: each door writes items, gives them other words and archives them; the disk does whatever it likes. */
class Editing {
  lines: TrueLine[] = [];
  readonly past: TrueLine[][] = [];
  #count = 0;

  constructor(
    readonly session: TestSession,
    readonly random: Random,
    readonly doors: Readonly<Record<string, Post>>,
  ) {}

  async begin(): Promise<void> {
    this.lines = linesWithEnds(await this.session.text()).map((text) => ({ text, by: "Lead api" }));
  }

  async act(): Promise<void> {
    this.past.push(this.lines);
    if (this.random.chance(0.3)) await this.onDisk();
    else await this.overDoor();
  }

  async overDoor(): Promise<void> {
    const source = this.random.pick(Object.keys(this.doors));
    const post = this.doors[source] as Post;
    const items = await this.session.items();
    const open = items.filter(({ state }) => state === "active");
    const item = open[this.random.below(open.length || 1)];
    const roll = this.random.next();
    if (item === undefined || roll < 0.5) await post("items", { tag: "Finding", text: this.words() });
    else if (roll < 0.85 || source === "mcp" || source === "cli")
      await post("edit", { item: item.id, newString: `${item.text.slice(0, 60)} again ${++this.#count}` });
    else await post("archive", { items: [item.id] });
    await this.see(`Lead ${source}`);
  }

  /** What a door did is one line more, or one line that reads otherwise. */
  async see(by: string): Promise<void> {
    const now = linesWithEnds(await this.session.text());
    const { items } = (await this.session.last()).detail as { items?: string[] };
    const placed = (await this.session.items()).filter(({ id }) => items?.includes(id));
    const at = ((placed.at(-1) as Written | undefined)?.line ?? 0) - 1;
    const grown = now.length - this.lines.length;
    const before = this.lines;
    this.lines = now.map((text, index) => {
      const old = before[index <= at ? index : index - grown];
      return index === at || old === undefined ? { text, by } : { ...old, text };
    });
    // All other lines are as they were, or the model is wrong.
    this.lines.forEach(({ text }, index) => {
      const old = before[index <= at ? index : index - grown];
      if (index !== at) expect(text).toBe(old?.text);
    });
  }

  async onDisk(): Promise<void> {
    const { random } = this;
    const after = [...this.lines];
    const items = after.flatMap(({ text }, index) => (text.startsWith("- [") ? [index] : []));
    const at = items[random.below(items.length || 1)];
    const line = at === undefined ? undefined : after[at];
    const act = random.pick([
      "insert",
      "reword",
      "remove",
      "move",
      "repeat",
      "split",
      "merge",
      "rename",
      "restore",
      "clock",
    ]);
    const mine = (text: string): TrueLine => ({ text, by: null });
    if (act === "clock") {
      vi.setSystemTime(Date.now() - 86_400_000);
      return;
    }
    if (at === undefined || line === undefined) return;
    if (act === "insert") after.splice(at, 0, mine(`- [Warning] ${this.words()}\n`));
    else if (act === "reword") after[at] = mine(line.text.replace("\n", ` ${this.words()}\n`));
    else if (act === "remove") after.splice(at, 1);
    else if (act === "move") after.splice(random.pick(items), 0, ...after.splice(at, 1));
    else if (act === "repeat") after.splice(random.pick(items), 0, mine(line.text));
    else if (act === "split") {
      const middle = line.text.indexOf(" ", 14);
      if (middle > 0)
        after.splice(at, 1, mine(`${line.text.slice(0, middle)}\n`), mine(`- [Finding]${line.text.slice(middle)}`));
    } else if (act === "merge") {
      const next = after[at + 1];
      if (next?.text.startsWith("- [") === true)
        after.splice(at, 2, mine(`${line.text.trimEnd()} ${next.text.slice(2)}`));
    } else if (act === "rename") {
      const heading = after.findIndex(({ text }) => text.startsWith("## scribe"));
      if (heading >= 0) after[heading] = mine(`## scribe-${++this.#count}\n`);
    } else after.splice(0, after.length, ...this.restored(random.pick(this.past.slice(-12))));
    this.lines = after;
    await this.session.put(after.map(({ text }) => text).join(""));
    await this.session.wardroom.services.memory.read(OWNER, this.session.params);
  }

  /** An earlier file put back: lines that are there anyway stay whose they are. */
  restored(earlier: readonly TrueLine[]): TrueLine[] {
    const left = [...this.lines];
    return earlier.map((line) => {
      const there = left.findIndex(({ text }) => text === line.text);
      return there < 0 ? line : (left.splice(there, 1)[0] ?? line);
    });
  }

  /** Mostly words that nobody wrote before, and sometimes ones that somebody did. */
  words(): string {
    if (this.random.chance(0.1)) return "the ledger takes one currency";
    return `${this.random.pick(["fonts", "rates", "cards", "refunds"])} ${++this.#count} of kind ${this.random.below(97)}`;
  }
}

it(
  "names as certain only who wrote the line, after edits through four doors and the disk",
  async () => {
    const wardroom = await TestWardroom.open();
    const session = await wardroom.session("s", ["scribe"]);
    serve(wardroom);
    const cookie = await signIn(wardroom);
    const mcp = await connect(OWNER_TOKEN, "modern", { "x-wardroom-role": "Lead" });
    const rest =
      (said: { token?: null; headers?: Record<string, string> }): Post =>
      async (path, body) => {
        const response = await call("POST", `${BELOW}/memory/${path}`, { ...said, body });
        expect([response.status, await response.text()]).toEqual([
          response.ok ? response.status : 200,
          expect.anything(),
        ]);
      };
    const commandOf: Record<string, (body: Record<string, string>) => string[]> = {
      items: ({ text = "" }) => ["say", "Lead", "finding", text],
      edit: ({ item = "", newString = "" }) => ["curate", "edit", "--item", item, newString],
    };
    const doors: Record<string, Post> = {
      api: rest({}),
      ui: rest({ token: null, headers: { cookie, origin: `http://${HOST}`, "sec-fetch-site": "same-origin" } }),
      mcp: async (path, body) => {
        const name = path === "items" ? "say" : "edit";
        const result = await mcp.callTool({ name, arguments: { session: "s", ...body } });
        expect([result.isError, JSON.stringify(result.content)]).toEqual([undefined, expect.anything()]);
      },
      cli: async (path, body) => {
        const words = commandOf[path]?.(body as Record<string, string>) ?? [];
        const ended = await wardroomCli(wardroom, [...words, "--session", "s", "--json"]);
        expect([ended.code, ended.err]).toEqual([0, ""]);
      },
    };
    const editing = new Editing(session, new Random(29), doors);
    await editing.begin();
    const wrong: string[] = [];
    let certain = 0;
    for (let edit = 1; edit <= EDITS; edit++) {
      await editing.act();
      if (edit % 10 !== 0) continue;
      const { lines } = await wardroom.services.memory.blame(OWNER, session.params, { from: 1 });
      expect(lines.map((line) => line.text)).toEqual(editing.lines.map((line) => line.text.trimEnd()));
      lines.forEach((line, index) => {
        if (line.certainty !== "certain") return;
        certain++;
        const by = editing.lines[index]?.by ?? "nobody knows who";
        if (`${line.actor} ${line.source}` !== by)
          wrong.push(`after ${edit}: ${line.text} is by ${by}, not ${line.actor} ${line.source}`);
      });
    }
    expect(wrong).toEqual([]);
    expect(certain).toBeGreaterThan(EDITS / 3);
  },
  LONGEST,
);
