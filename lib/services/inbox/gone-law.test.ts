import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { InboxQuery } from "@/lib/contracts/inbox";
import type { Repair } from "@/lib/contracts/repairs";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { ContextSession } from "@/lib/services/testing/context-session.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const WRITERS = ["implementer-1", "implementer-2"] as const;
const READERS = ["Lead", ...WRITERS] as const;
type Name = (typeof READERS)[number];
const ALL: InboxQuery = { wait: 0, again: "false", all: "true" };
const never = () => new AbortController().signal;
const callerOf = (name: Name): Caller => (name === "Lead" ? { ...OWNER, source: "cli" } : actingAs(name));

const which = fc.nat(1000);
const who = fc.constantFrom(...READERS);
/** `back` is a checkout: the file is again as it was at some earlier step. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("say" as const), who, which }) },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constantFrom("delete", "erase", "move", "reword", "archive", "back"), who, which }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("empty" as const), who, which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("dismiss", "apply"), who, which }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("read" as const), who, which }) },
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

const wardroom = await TestWardroom.open();

let runs = 0;

/** Takes the steps; at each look, what the reader was told of lines that are gone must be those that it had and has lost since. */
async function play(steps: readonly Step[]): Promise<void> {
  const { params, session } = await ContextSession.open(wardroom, `gone-${runs++}`, [...WRITERS]);
  const { inbox, memory, curation, repairs, revisions } = wardroom.services;
  const file = join(session.folder, "TEAM-MEMORY.md");
  const textNow = () => readFile(file, "utf8");
  /** Every line as it was said first, by which it is known however it is reworded, and who has it. */
  const has = new Map(READERS.map((name) => [name, new Set<string>()]));
  /** What somebody decided about since a reader looked: it may be told to one that had not been given it by then, or in words that it had before. */
  const doubted = new Map(READERS.map((name) => [name, new Set<string>()]));
  const living = new Map<string, Name>();
  const former: string[] = [];
  const stemOf = (text: string) => /^Line \d+ of the law/.exec(text)?.[0] ?? text;

  const proposed = async () => {
    const query = { session: params.session, state: "proposed" };
    return (await repairs.list(OWNER, { workspace: "demo" }, query)).items;
  };
  /** The lines that a save left out and that came after what it was made from. */
  const leftOut = async ({ before, base }: Repair) => {
    const [lines = [], known] = await Promise.all(
      [before, base].map(async (revision) => {
        const { text } = await revisions.get(callerOf("Lead"), { ...params, revision });
        return [...text.matchAll(/Line \d+ of the law/g)].map(([stem]) => stem);
      }),
    );
    return lines.filter((stem) => known?.includes(stem) !== true);
  };
  /** Decides about all that saves left out: what is put back stands again, and what is not the Lead knows to be gone. */
  const decide = async (how: "dismiss" | "apply") => {
    for (const repair of await proposed()) {
      const stems = await leftOut(repair);
      await repairs[how](callerOf("Lead"), { workspace: "demo", repair: repair.id }, PLAIN_REQUEST);
      const now = await textNow();
      for (const stem of stems) for (const each of doubted.values()) each.add(stem);
      for (const stem of stems) if (!now.includes(`${stem},`)) has.get("Lead")?.delete(stem);
    }
  };
  const read = async (name: Name, isLost: boolean) => {
    const { entries, also, mark } = await inbox.read(callerOf(name), params, ALL, never());
    const [now, mine] = [await textNow(), has.get(name) ?? new Set<string>()];
    const held = (await Promise.all((await proposed()).map(leftOut))).flat();
    const lost = [...mine].filter((stem) => !now.includes(`${stem},`) && !held.includes(stem));
    const told = entries.filter(({ kind }) => kind === "gone").map(({ text }) => stemOf(text));
    const [count] = also.flatMap((line) => /^(\d+) lines gone from the file: /.exec(line)?.[1] ?? []);
    const more = [...(doubted.get(name) ?? [])].filter((stem) => !lost.includes(stem));
    if (count === undefined) {
      expect(told.filter((stem) => !more.includes(stem)).sort(), name).toEqual(lost.sort());
      expect(new Set(told).size).toBe(told.length);
    } else {
      expect([told, Number(count) >= Math.max(4, lost.length)], name).toEqual([[], true]);
      expect(Number(count)).toBeLessThanOrEqual(lost.length + more.length);
    }
    if (isLost) return;
    await inbox.seen(callerOf(name), params, { mark: mark ?? "" });
    for (const stem of lost) mine.delete(stem);
    doubted.get(name)?.clear();
    for (const { kind, text } of entries) if (["said", "reworded"].includes(kind)) mine.add(stemOf(text));
  };
  const write = async (change: (text: string) => string) => {
    former.push(await textNow());
    await writeFile(file, change(await textNow()));
    // As a watcher does: each save is found before the next.
    await memory.read(callerOf("Lead"), params, {});
  };
  const lineOf = (text: string, stem: string) => text.split("\n").find((line) => line.includes(`${stem},`)) ?? "";

  for (const name of READERS) await read(name, false);
  for (const [at, { do: what, who, which }] of steps.entries()) {
    const [stem, author] = [...living][which % Math.max(1, living.size)] ?? ["", "Lead" as const];
    if (what === "dismiss" || what === "apply") await decide(what);
    else if (what === "read") await read(who, which % 5 === 0);
    else if (what === "say") {
      const text = `Line ${at} of the law, which says what was so at step ${at}.`;
      await memory.add(callerOf(who), params, { tag: "Finding", text }, PLAIN_REQUEST);
      living.set(stemOf(text), who);
      has.get(who)?.add(stemOf(text));
    } else if (what === "back" && former.length > 0) {
      const text = former[which % former.length] ?? "";
      await write(() => text);
      // Where a line comes back in place of another, that one may be told as reworded.
      const isBack = [...text.matchAll(/Line \d+ of the law/g)].some(([each]) => !living.has(each));
      for (const each of [...living.keys()].filter((each) => !text.includes(`${each},`))) {
        living.delete(each);
        for (const name of isBack ? READERS : []) {
          has.get(name)?.delete(each);
          doubted.get(name)?.add(each);
        }
      }
    } else if (what === "empty") {
      await write((text) =>
        text
          .split("\n")
          .filter((line) => !line.startsWith("- "))
          .join("\n"),
      );
      living.clear();
    } else if (stem === "") continue;
    else if (what === "delete") {
      await write((text) => text.replace(`${lineOf(text, stem)}\n`, ""));
      living.delete(stem);
    } else if (what === "erase") {
      const line = lineOf(await textNow(), stem);
      former.push(await textNow());
      await memory.edit(callerOf(author), params, { oldString: `${line}\n`, newString: "" }, PLAIN_REQUEST);
      living.delete(stem);
      has.get(author)?.delete(stem);
    } else if (what === "reword") {
      await write((text) => text.replace(`${stem}, which`, `${stem}, at ${at}, which`));
    } else if (what === "move") {
      await write((text) => {
        const line = lineOf(text, stem);
        return `${text.replace(`${line}\n`, "").trimEnd()}\n${line}\n`;
      });
    } else if (what === "archive") {
      const { sections } = await memory.read(callerOf("Lead"), params, {});
      const item = sections.flatMap(({ items }) => items).find(({ text }) => stemOf(text) === stem);
      if (item?.state !== "active") continue;
      await curation.archive(callerOf("Lead"), params, { items: [item.id] }, PLAIN_REQUEST);
      living.delete(stem);
      former.length = 0;
      for (const each of has.values()) each.delete(stem);
    }
  }
  await decide("dismiss");
  for (const name of [...READERS, ...READERS]) await read(name, false);
}

describe("a line that is gone from the file", () => {
  it("is told where an edit through a door took it out, alone or beside a line that it reworded", async () => {
    const { params } = await ContextSession.open(wardroom, "gone-by-door", [...WRITERS]);
    const { inbox, memory } = wardroom.services;
    const [one, two] = [callerOf("implementer-1"), callerOf("implementer-2")];
    const edit = (oldString: string, newString: string) =>
      memory.edit(one, params, { oldString, newString }, PLAIN_REQUEST);
    const look = async () => {
      const { entries, mark } = await inbox.read(two, params, ALL, never());
      await inbox.seen(two, params, { mark: mark ?? "" });
      return entries.map(({ kind, text }) => `${kind} ${text}`);
    };
    for (const text of ["First.", "Second.", "Third."])
      await memory.add(one, params, { tag: "Finding", text }, PLAIN_REQUEST);
    await look();
    await edit("- [Finding] Third.\n", "");
    expect(await look()).toEqual(["gone Third."]);
    await edit("- [Finding] First.\n- [Finding] Second.\n", "- [Finding] First, reworded.\n");
    expect((await look()).sort()).toEqual(["gone Second.", "reworded First, reworded."]);
    expect(await look()).toEqual([]);
  });

  it("is told once to each who had it and did not delete it, by name or as a number; and none that still stands", async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), play), {
      numRuns: Number(process.env["WARDROOM_INBOX_RUNS"] ?? 12),
    });
  });
});
