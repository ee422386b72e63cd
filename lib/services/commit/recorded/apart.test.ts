import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Runtime } from "@/lib/runtime";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { TeamServers } from "@/lib/services/testing/team-servers.fixture";
import { OWNER_TOKEN } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const NAMES = ["demo", "other"];
const MEMORY = ".agent/teams/one/TEAM-MEMORY.md";
const paramsOf = (workspace: string) => ({ workspace, session: "one" });

describe("workspaces that are used at different servers", () => {
  let servers: TeamServers;
  let at: Record<string, Runtime>;
  let a: Runtime;
  let b: Runtime;
  beforeAll(async () => {
    servers = await TeamServers.open();
    const both = { WARDROOM_WORKSPACES: NAMES.join(",") };
    [a, b] = await Promise.all([servers.start("a", both), servers.start("b", both)]);
    at = { a, b };
    const body = { id: "one", feature: "One", roles: [{ id: "implementer-1" }] };
    for (const workspace of NAMES) await a.services.sessions.create(OWNER, { workspace }, body, PLAIN_REQUEST);
  });

  const say = (runtime: Runtime, workspace: string, text: string) =>
    runtime.services.memory.add(
      actingAs("implementer-1"),
      paramsOf(workspace),
      { tag: "Finding", text },
      PLAIN_REQUEST,
    );
  /** As a request about a workspace does. */
  const enter = (runtime: Runtime, workspace: string) =>
    runtime.services.authentication.authenticate({ token: OWNER_TOKEN, source: "api", role: null, workspace });
  const copyAt = (server: string, workspace: string) =>
    readFile(join(servers.copyOf(server, workspace), MEMORY), "utf8");
  const textsAt = async (runtime: Runtime, workspace: string) => {
    await enter(runtime, workspace);
    const { sections } = await runtime.services.memory.read(OWNER, paramsOf(workspace));
    return sections.flatMap(({ items }) => items.map(({ text }) => text));
  };

  it("cost the other server no file until somebody asks for them there", async () => {
    await enter(b, "demo");
    await say(a, "demo", "said at a");
    await enter(b, "other");
    await say(b, "other", "said at b");
    expect(await copyAt("b", "demo")).not.toContain("said at a");
    expect(await copyAt("b", "other")).toContain("said at b");
    expect(await textsAt(b, "demo")).toEqual(["said at a"]);
    expect(await copyAt("b", "demo")).toContain("said at a");
  });

  it("have nothing read anew by a server that alone writes to one, whatever others write elsewhere", async () => {
    const spy = vi.spyOn(pg.Client.prototype, "query");
    const says = async () => {
      for (const text of ["first", "second"]) {
        await say(a, "demo", `${text} at a`);
        await say(b, "other", `${text} at b`);
      }
    };
    await says();
    spy.mockClear();
    await says();
    const asked = spy.mock.calls.map(([query]) => (query as { text?: string }).text ?? "");
    spy.mockRestore();
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((text) => /FROM "(Document|Revision)"|"id" > /.test(text))).toEqual([]);
    expect(await textsAt(a, "other")).toContain("second at b");
  });

  it("leave no text that was redacted in a copy that nobody asks for", async () => {
    await say(a, "demo", "The password is hunter2-correct-horse");
    expect(await textsAt(b, "demo")).toContain("The password is hunter2-correct-horse");
    await a.services.redactions.redact(
      OWNER,
      { workspace: "demo" },
      { text: "hunter2-correct-horse", reason: "Pasted" },
    );
    await enter(b, "other");
    expect(await copyAt("b", "demo")).not.toContain("hunter2");
  });

  it("reach a listener at the other server, who then finds them in the files", async () => {
    await b.watch((error) => {
      throw error;
    });
    const found: boolean[] = [];
    const stop = await b.services.events.subscribe(OWNER, { workspace: "demo" }, ({ payload }) => {
      if (payload["text"] === "heard of")
        void copyAt("b", "demo").then((text) => found.push(text.includes("heard of")));
    });
    await say(a, "demo", "heard of");
    await vi.waitFor(() => expect(found).toEqual([true]));
    stop();
  });

  it.each([1, 2, 3])("hold every line once wherever it is said and read, in any order (%s)", async (seed) => {
    let state = seed;
    const next = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * below);
    };
    const said: Record<string, string[]> = { demo: [], other: [] };
    for (let step = 0; step < 40; step++) {
      const workspace = NAMES[next(2)] ?? "demo";
      const runtime = at[next(2) === 0 ? "a" : "b"] ?? a;
      if (next(3) > 0) {
        const text = `${String(seed)}-${String(step)}`;
        await say(runtime, workspace, text);
        said[workspace]?.push(text);
      } else expect(await textsAt(runtime, workspace)).toEqual(expect.arrayContaining(said[workspace] ?? []));
    }
    for (const workspace of NAMES) {
      for (const runtime of [a, b])
        expect((await textsAt(runtime, workspace)).filter((text) => text.startsWith(`${String(seed)}-`))).toEqual(
          said[workspace],
        );
      expect(await copyAt("a", workspace)).toBe(await copyAt("b", workspace));
      expect(await b.services.events.verify(OWNER, { workspace })).toMatchObject({ ok: true, problems: [] });
    }
  });
});
