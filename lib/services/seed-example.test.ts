import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRuntime, type Runtime } from "@/lib/runtime";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { startDoomed } from "@/lib/services/testing/doomed.fixture";
import { PROJECT } from "@/lib/services/testing/test-wardroom.fixture";

const SESSIONS = ["invoice-import", "search-rework"];
const BUNDLED = join(PROJECT, "example/workspace/.agent/teams");
/** Present wherever a moment of the replay stands in a file. */
const MOMENT = /timestamp: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g; // timestamp: 2026-11-20T07:02:00Z

const folders: string[] = [];
const runtimes: Runtime[] = [];
afterAll(async () => {
  for (const runtime of runtimes) await runtime.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "example-"));
  folders.push(folder);
  return folder;
}
async function start(data: string): Promise<Runtime> {
  const runtime = await openRuntime({ WARDROOM_DATA: data }, PROJECT);
  runtimes.push(runtime);
  return runtime;
}

/** Where each role stands with each version, as `role GC-vN state mode reason`. */
async function states({ services }: Runtime): Promise<string[]> {
  const told: string[] = [];
  for (const session of SESSIONS) {
    const { roles } = await services.context.matrix(OWNER, { workspace: "example", session });
    for (const { role, cells } of roles) {
      for (const { version, state, mode, reason } of cells) {
        told.push(`${session} ${role} ${version} ${state} ${reason ?? mode ?? "-"}`);
      }
    }
  }
  return told;
}

async function actions({ services }: Runtime): Promise<Record<string, number>> {
  const { items } = await services.events.list(OWNER, { workspace: "example" }, { limit: 500, format: "json" });
  const counts: Record<string, number> = {};
  for (const { action } of items) counts[action] = (counts[action] ?? 0) + 1;
  // Each file that was there before is found once.
  const { "document.edited_outside": found, ...told } = counts;
  const { items: agents } = await services.agents.list(OWNER, { workspace: "example" });
  expect(found).toBeGreaterThan(agents.filter(({ exists }) => exists).length + SESSIONS.length);
  return told;
}

const ACTIONS = {
  "session.found": 2,
  "relay.created": 2,
  "context.published": 7,
  "context.acknowledged": 15,
  "context.lost": 1,
  "context.resent": 1,
  "gate.opened": 1,
  "agent.started": 2,
};

let runtime: Runtime;

describe("a first start", () => {
  let data: string;
  beforeAll(async () => {
    data = await newFolder();
    runtime = await start(data);
  });

  it("shows every state that a delivery can have, and every reason to fall back", async () => {
    const all = await states(runtime);
    for (const state of ["superseded", "pending", "overdue", "answered", "confirmed"]) {
      expect(
        all.filter((line) => line.includes(` ${state} `)),
        state,
      ).not.toEqual([]);
    }
    for (const reason of ["delta", "FC-1", "FC-2", "FC-3", "FC-4", "FC-5"]) {
      expect(
        all.filter((line) => line.endsWith(` ${reason}`)),
        reason,
      ).not.toEqual([]);
    }
    expect(all).toEqual(
      expect.arrayContaining([
        "invoice-import implementer-2 GC-v5 pending delta",
        "invoice-import implementer-3 GC-v5 answered delta",
        "invoice-import integrator-1 GC-v5 pending FC-1",
        "invoice-import architect-1 GC-v5 confirmed FC-2",
        "search-rework implementer-1 GC-v2 overdue FC-5",
        "search-rework devils-advocate-1 GC-v2 overdue FC-4",
      ]),
    );
    const { roles } = await runtime.services.context.matrix(OWNER, { workspace: "example", session: "invoice-import" });
    const asked = roles.flatMap(({ cells }) => cells.flatMap(({ ack, leadAction }) => [ack?.action, leadAction]));
    expect(asked).toEqual(expect.arrayContaining(["PAUSE", "NEED_CLARIFICATION", "guidance", "resend"]));
    const gates = await runtime.services.gates.list(OWNER, { workspace: "example", session: "search-rework" });
    expect(gates.items).toMatchObject([{ phase: 2, state: "open", gcVersion: "GC-v2" }]);
    expect(gates.items[0]?.blockers.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["behind", "question"]));
    expect(await actions(runtime)).toEqual(ACTIONS);
  });

  it("has agents with memories, with sessions left open, opted out, and remembered by Claude Code", async () => {
    const { items } = await runtime.services.agents.list(OWNER, { workspace: "example" });
    const withOpen = items.filter(({ openSessions }) => openSessions.length > 0).map(({ name }) => name);
    expect(withOpen).toEqual(["code-reviewer", "release-manager"]);
    expect(items.filter(({ exists }) => exists)).toHaveLength(5);
    expect(items.filter(({ memory }) => memory === "disabled").map(({ name }) => name)).toEqual(["changelog-writer"]);
    expect(items.flatMap(({ claudeMemories }) => claudeMemories.map(({ scope }) => scope))).toEqual([
      "project",
      "local",
    ]);
    expect(items.flatMap(({ warnings }) => warnings)).toEqual([]);
  });

  it("leaves the files as they are bundled, but for the moments in the plans", async () => {
    for (const session of SESSIONS) {
      for (const name of ["TEAM-MEMORY.md", "global-context.md", "orchestration-plan.md"]) {
        const path = join(session, name);
        const bundled = await readFile(join(BUNDLED, path), "utf8");
        const copied = await readFile(join(data, "example/.agent/teams", path), "utf8");
        if (name !== "orchestration-plan.md") expect(copied, path).toBe(bundled);
        expect(copied.replaceAll(MOMENT, "")).toBe(bundled.replaceAll(MOMENT, ""));
      }
      expect(await runtime.services.context.read(OWNER, { workspace: "example", session })).toMatchObject({
        draft: false,
      });
    }
    expect(await runtime.services.events.verify(OWNER, { workspace: "example" })).toMatchObject({ ok: true });
  });

  it("has everything happen in its order, each at its own time, and none of it later than now", async () => {
    const { items } = await runtime.services.events.list(
      OWNER,
      { workspace: "example" },
      { limit: 500, format: "json" },
    );
    const times = items.reverse().map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    const days = (Date.now() - Date.parse(times[0] ?? "")) / 86_400_000;
    expect(days).toBeGreaterThan(11);
    expect(Date.parse(times.at(-1) ?? "")).toBeLessThan(Date.now());
    const relays = await runtime.services.relays.list(OWNER, { workspace: "example", session: "search-rework" });
    expect(relays.items).toMatchObject([{ role: "researcher-1", state: "pending" }]);
  });

  it("is the only one that does it", async () => {
    const before = await states(runtime);
    const events = async ({ services }: Runtime) =>
      (await services.events.verify(OWNER, { workspace: "example" })).events;
    const told = await events(runtime);
    await runtime.services.memory.read(OWNER, { workspace: "example", session: "search-rework" });
    const second = await start(data);
    expect(await states(second)).toEqual(before);
    expect(await actions(second)).toEqual(ACTIONS);
    expect(await events(second)).toBe(told);
  });
});

it("is completed by the next start when it was cut short anywhere, nothing happening twice", async () => {
  const expected = (await states(runtime)).map((line) => line.replace("overdue", "pending"));
  for (const version of ["GC-v1", "GC-v4"]) {
    const data = await newFolder();
    const process = await startDoomed({ WARDROOM_DATA: data }, async (open) => {
      await open();
    });
    const context = join(data, "example/.agent/teams/invoice-import/global-context.md");
    const mark = join(data, "example.unfinished");
    let begun = false;
    for (;;) {
      const text = await readFile(context, "utf8").catch(() => "");
      if (text.includes(`\nversion: ${version}\n`)) break;
      const isThere = existsSync(mark);
      // Past it already: then there is nothing left to complete.
      if (begun && !isThere) break;
      begun = isThere;
      // Who looks without a pause takes the time of whom it watches.
      await pause(1);
    }
    await process.kill();
    const next = await start(data);
    expect(
      (await states(next)).map((line) => line.replace("overdue", "pending")),
      version,
    ).toEqual(expected);
    expect(await actions(next)).toEqual(ACTIONS);
    expect(await next.services.events.verify(OWNER, { workspace: "example" })).toMatchObject({ ok: true });
    expect(await readFile(context, "utf8")).toBe(
      await readFile(join(BUNDLED, "invoice-import/global-context.md"), "utf8"),
    );
  }
});
