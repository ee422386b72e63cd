import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ContextSession } from "@/lib/services/testing/context-session.fixture";
import { OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import type { Caller } from "@/lib/services/workspace/caller";

const wardroom = await TestWardroom.open();

const PERSON: Caller = { ...OWNER, source: "ui" };
const LEAD: Caller = { ...OWNER, source: "cli" };
const OUTSIDE = { action: "document.edited_outside", limit: 10, format: "json" } as const;

async function open(id: string) {
  const { params } = await ContextSession.open(wardroom, id, ["implementer-1"]);
  const { inbox, events, memory } = wardroom.services;
  const read = (caller: Caller) =>
    inbox.read(caller, params, { wait: 0, again: "false", all: "true" }, new AbortController().signal);
  return {
    type: async (text: string) => {
      await appendFile(join(wardroom.files, `.agent/teams/${id}/TEAM-MEMORY.md`), `- [Finding] ${text}\n`);
      await memory.read(OWNER, params, {});
    },
    /** How many edits outside are news to a caller. */
    edits: async (caller: Caller) => {
      const { items } = await events.list(caller, params, { ...OUTSIDE, session: id, unseen: "true" });
      return items.length;
    },
    see: async (caller: Caller) => {
      const mark = (await read(caller)).mark ?? "";
      await inbox.seen(caller, params, { mark });
      return () => inbox.seen(caller, params, { mark, undo: true });
    },
    news: async (caller: Caller) => (await read(caller)).entries.map(({ text }) => text),
  };
}

describe("the mark of a person", () => {
  it("narrows the history to what they were not shown, and nobody else's", async () => {
    const team = await open("narrows");
    await team.type("First");
    expect(await team.edits(PERSON)).toBe(1);
    await team.see(PERSON);
    expect(await team.edits(PERSON)).toBe(0);
    expect(await team.edits(LEAD)).toBe(1);
    await team.type("Second");
    expect(await team.edits(PERSON)).toBe(1);
    // Who only looks has no mark: to them all of it is news.
    expect(await team.edits(VIEWER)).toBe(2);
  });

  it("goes back to where it stood before, once, and never over what was read since", async () => {
    const team = await open("goes-back");
    await team.type("First");
    await team.see(PERSON);
    await team.type("Second");
    const undo = await team.see(PERSON);
    expect(await team.news(PERSON)).toEqual([]);
    await undo();
    expect(await team.news(PERSON)).toEqual(["Second"]);
    expect(await team.edits(PERSON)).toBe(1);
    await undo();
    expect(await team.news(PERSON)).toEqual(["Second"]);

    const late = await team.see(PERSON);
    await team.type("Third");
    await team.see(PERSON);
    await late();
    expect(await team.news(PERSON)).toEqual([]);
  });

  it("is gone when the very first look is taken back", async () => {
    const team = await open("first-look");
    await team.type("First");
    const undo = await team.see(PERSON);
    await undo();
    expect(await team.edits(PERSON)).toBe(1);
  });
});
