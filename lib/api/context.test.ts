import { describe, expect, it } from "vitest";
import { call, problem, serve, type Said } from "@/lib/api/testing/api.fixture";
import { CONTEXT } from "@/lib/services/testing/context-session.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const SESSION = "/api/v1/workspaces/demo/sessions/one";

const put = (text: string, said: Said = {}, query = "") =>
  call("PUT", `${SESSION}/context${query}`, { ...said, body: { text } });

const wardroom = await TestWardroom.open();
serve(wardroom);
await wardroom.session("one", ["implementer-1", "tester-1"]);
await put(CONTEXT);

it.each([
  ["an escape", "\u001B[2J", "control character U+001B"],
  ["a turn of direction", "\u202Egnp", "invisible character U+202E"],
  ["tags", "\u{E0064}", "invisible character U+E0064"],
])("refuses %s in a context and in guidance, as in an item", async (_, hidden, name) => {
  for (const [method, path, body] of [
    ["PUT", "context", { text: `${CONTEXT}${hidden}` }],
    ["PUT", "context?dryRun=true", { text: CONTEXT, requiredActions: hidden }],
    ["POST", "context/deliveries/none/guidance", { text: hidden }],
    ["POST", "memory/items", { tag: "Finding", text: `a ${hidden}`, role: "implementer-1" }],
  ] as const) {
    const refused = await problem("invalid_input", call(method, `${SESSION}/${path}`, { body }));
    expect(refused.detail).toContain(name);
  }
});

describe("a request about contexts", () => {
  it("is told what is not valid in it, by its path", async () => {
    const post = (path: string, body: unknown) => call("POST", `${SESSION}${path}`, { body });
    const base = { role: "tester-1", version: "GC-v1", applied: 1, total: 1, action: "CONTINUE" };
    for (const body of [
      { ...base, applied: "all" },
      { ...base, applied: 2 },
      { ...base, applied: -1 },
      { ...base, applied: 0.5 },
      { ...base, version: "v3" },
      { ...base, action: "MAYBE" },
      { ...base, extra: 1 },
      { role: "tester-1", text: "read it" },
      { role: "tester-1" },
    ]) {
      expect((await problem("invalid_input", post("/context/acks", body))).errors, JSON.stringify(body)).not.toEqual(
        [],
      );
    }
    await problem("conflict", post("/context/acks", { ...base, version: "GC-v9" }));
    await problem("not_found", post("/context/acks", { ...base, role: "nobody-1" }));
    await problem("invalid_input", put("a \ud800 b"));
    await problem("invalid_input", put(CONTEXT, {}, "?dryRun=perhaps"));
    await problem("invalid_input", put("x".repeat(950_000)));
    await problem("too_large", put("x".repeat(1_000_001)));
    await problem("invalid_input", post("/context/status", { role: "tester-1", status: "FINE" }));
    await problem("invalid_input", post("/gates", { phase: "two" }));
    await problem("invalid_input", call("GET", `${SESSION}/context/updates?role=tester-1&wait=999`));
    await problem("invalid_input", call("GET", `${SESSION}/context/delta?from=1`));
    await problem("not_found", call("GET", `${SESSION}/context/versions/77`));
    await problem("not_found", post("/context/deliveries/none/ping", {}));
    await problem(
      "conflict",
      post("/context/apply", {
        base: "# C\n",
        delta: "[CONTEXT-UPDATE] GC-v1 → GC-v2 (base 000000000000)\n\n## Delta\n- REMOVED §A\n",
      }),
    );
  });
});

it("ends every wait when the server ends", async () => {
  const own = await TestWardroom.open();
  serve(own);
  await own.session("one", ["tester-1"]);
  const waiting = call("GET", `${SESSION}/context/updates?role=tester-1&wait=60`);
  // A server that ends does so before it closes its database.
  own.runtime.endConnections();
  expect(await (await waiting).json()).toEqual({ items: [], nextCursor: null });
});
