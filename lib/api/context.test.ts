import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import {
  AckGiven,
  AckMatrix,
  AppliedDelta,
  Context,
  DeltaBetween,
  Known,
  Published,
  Savings,
} from "@/lib/contracts/context";
import { StatusReported, Update, UpdateList, VersionList, VersionText } from "@/lib/contracts/context";
import { Gate, GateConcluded, GateList } from "@/lib/contracts/gates";
import { call, problem, serve, type Said } from "@/lib/api/testing/api.fixture";
import { CONTEXT } from "@/lib/services/testing/context-session.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { setVersion } from "@/lib/core/context/version";

const SESSION = "/api/v1/workspaces/demo/sessions/one";
const V2 = CONTEXT.replace("six hours", "four hours").replace("- Phase 2: IN PROGRESS", "- Phase 2: COMPLETE");
const V3 = V2.replace("two month-ends", "three month-ends");
const ROLES = ["implementer-1", "implementer-2", "tester-1", "architect-1"];
const ACK = "[ACK-UPDATE] GC-v1 received. Items: 1/1. Impact: NONE. Action: CONTINUE";

let wardroom: TestWardroom;
const tokens = new Map<string, string>();
const as = (role: string, said: Said = {}): Said => ({ ...said, token: tokens.get(role) ?? "none" });

beforeAll(async () => {
  wardroom = await TestWardroom.open();
  serve(wardroom);
  await wardroom.session("one", ROLES);
  for (const role of ROLES) {
    const minted = await call("POST", `${SESSION}/roles/${role}/tokens`, { body: {} });
    tokens.set(role, ((await minted.json()) as { token: string }).token);
  }
});

/** The answer as its contract has it, nothing more and nothing less. */
async function read<T>(contract: { parse(value: unknown): T }, response: Response | Promise<Response>, status = 200) {
  const answer = await response;
  const body: unknown = await answer.json();
  expect({ status: answer.status, body }).toMatchObject({ status });
  const parsed = contract.parse(body);
  expect(parsed).toEqual(body);
  return parsed;
}
const file = (name: string) => readFile(join(wardroom.files, ".agent/teams/one", name), "utf8");
const put = (text: string, said: Said = {}, query = "") =>
  call("PUT", `${SESSION}/context${query}`, { ...said, body: { text } });
const cellOf = async (role: string, version: string) => {
  const matrix = await read(AckMatrix, call("GET", `${SESSION}/context/acks`));
  const cell = matrix.roles.find((each) => each.role === role)?.cells.find((each) => each.version === version);
  if (cell === undefined) throw new Error(`there is no ${version} for ${role}`);
  return cell;
};

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

it("runs through versions, answers and a gate as the contract says", async () => {
  await problem("not_found", call("GET", `${SESSION}/context`));
  await problem("not_found", call("GET", `${SESSION}/context`, { headers: { accept: "text/markdown" } }));

  const preview = await read(Published, put(CONTEXT, {}, "?dryRun=true"));
  expect(preview).toMatchObject({
    version: "GC-v1",
    deliveries: ROLES.map((role) => ({ id: "", role, mode: "full", reason: "FC-3" })),
  });
  await problem("not_found", call("GET", `${SESSION}/context`));

  const sent = await put(CONTEXT);
  const etag = sent.headers.get("etag");
  const first = await read(Published, sent);
  expect(first).toMatchObject({ version: "GC-v1", etag, changed: true });
  const got = await call("GET", `${SESSION}/context`);
  expect(got.headers.get("etag")).toBe(etag);
  expect(await read(Context, got)).toMatchObject({
    version: "GC-v1",
    draft: false,
    text: setVersion(CONTEXT, "GC-v1"),
    etag,
  });
  const markdown = await call("GET", `${SESSION}/context`, { headers: { accept: "text/markdown" } });
  expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  expect(markdown.headers.get("etag")).toBe(etag);
  expect(await markdown.text()).toBe(await file("global-context.md"));

  // Three of four confirm; each with its own token, in one form or the other.
  for (const role of ROLES.slice(0, 3)) {
    const { items } = await read(UpdateList, call("GET", `${SESSION}/context/updates?role=${role}`, as(role)));
    expect(items).toMatchObject([{ kind: "update", mode: "full", reason: "FC-3", version: "GC-v1" }]);
    const given = await read(
      AckGiven,
      call("POST", `${SESSION}/context/acks`, as(role, { body: { role, text: ACK } })),
    );
    expect(given).toMatchObject({ leadAction: "none", repeated: false, ack: { role, confirmed: true, actor: role } });
  }

  // A long poll is answered by a publication of another client.
  const polls = ROLES.map((role) =>
    role === "architect-1" ? null : call("GET", `${SESSION}/context/updates?wait=60`, as(role)),
  );
  const second = await read(Published, put(V2));
  expect(second.deliveries.map(({ mode, reason }) => reason ?? mode)).toEqual(["delta", "delta", "delta", "FC-3"]);
  for (const poll of polls) {
    if (poll === null) continue;
    const { items } = await read(UpdateList, poll);
    const [update] = items;
    expect(items).toHaveLength(1);
    expect(update).toMatchObject({ mode: "delta", version: "GC-v2", fromVersion: "GC-v1", total: 2 });
    const body = { base: setVersion(CONTEXT, "GC-v1"), delta: update?.text ?? "" };
    const applied = await read(AppliedDelta, call("POST", `${SESSION}/context/apply`, as("tester-1", { body })));
    expect(applied).toEqual({ text: await file("global-context.md"), applied: 2, total: 2, unresolved: [] });
  }

  // One applies all; one half of it; one not at all and falls behind.
  const fields = { role: "implementer-1", version: "GC-v2", applied: 2, total: 2, action: "CONTINUE" };
  await read(AckGiven, call("POST", `${SESSION}/context/acks`, as("implementer-1", { body: fields })));
  const partial = {
    ...fields,
    role: "implementer-2",
    applied: 1,
    action: "NEED_CLARIFICATION",
    unclear: ["§Constraints"],
  };
  const asked = await read(AckGiven, call("POST", `${SESSION}/context/acks`, as("implementer-2", { body: partial })));
  expect(asked).toMatchObject({
    leadAction: "resend",
    ack: { confirmed: false, unclear: ["§Constraints"], impact: "NONE" },
  });
  const { delivery } = await cellOf("implementer-2", "GC-v2");
  const act = (what: string, said: Said = {}) =>
    call("POST", `${SESSION}/context/deliveries/${delivery ?? ""}/${what}`, said);
  await problem("forbidden", act("resend", as("implementer-2")));
  expect((await act("guidance", { body: { text: "It is about the retries." } })).status).toBe(200);
  expect((await act("resend")).status).toBe(200);
  const { items } = await read(UpdateList, call("GET", `${SESSION}/context/updates`, as("implementer-2")));
  expect(items.map(({ kind }) => kind).sort()).toEqual(["clarification", "guidance"]);
  const pinged = await call(
    "POST",
    `${SESSION}/context/deliveries/${items.find(({ kind }) => kind === "clarification")?.id ?? ""}/ping`,
  );
  expect((await read(Update, pinged)).pingedAt).not.toBeNull();

  const third = await read(Published, put(V3));
  expect(third.deliveries.map(({ mode, reason }) => reason ?? mode)).toEqual(["delta", "FC-1", "FC-1", "FC-3"]);
  await read(
    AckGiven,
    call(
      "POST",
      `${SESSION}/context/acks`,
      as("implementer-1", { body: { ...fields, version: "GC-v3", total: 1, applied: 1 } }),
    ),
  );

  const gate = await read(Gate, call("POST", `${SESSION}/gates`, { body: { phase: 1 } }), 201);
  expect(gate.blockers.map(({ id }) => id)).toEqual(["role:implementer-2", "role:tester-1", "role:architect-1"]);
  expect((await problem("gate_open", put(CONTEXT))).current).toMatchObject({ gate: gate.id });
  const conclude = (body: unknown) => call("POST", `${SESSION}/gates/${gate.id}/conclude`, { body });
  const blocked = await problem("gate_blocked", conclude({ result: "APPROVED" }));
  expect(blocked.current?.blockers).toEqual(gate.blockers);
  for (const role of ["implementer-2", "tester-1"]) {
    await call("POST", `${SESSION}/context/acks`, {
      body: { ...fields, role, version: "GC-v3", applied: 1, total: 1 },
    });
  }
  const waivers = [{ role: "architect-1", reason: "joins in phase 2" }];
  const passed = await read(GateConcluded, conclude({ result: "APPROVED", waivers, criteria: ["all replayed"] }));
  expect(passed).toMatchObject({ gate: { state: "concluded" }, record: ".agent/teams/one/phase-1/gate-record.yaml" });
  expect(await file("phase-1/gate-record.yaml")).toContain("result: APPROVED\n");
  expect((await read(GateList, call("GET", `${SESSION}/gates`))).records).toMatchObject([
    { phase: "phase-1", result: "APPROVED" },
  ]);
  expect((await read(Gate, call("GET", `${SESSION}/gates/${gate.id}`))).blockers).toMatchObject([
    { waived: "joins in phase 2" },
  ]);

  const lost = await read(
    StatusReported,
    call("POST", `${SESSION}/context/status`, as("tester-1", { body: { role: "tester-1", status: "CONTEXT_LOST" } })),
  );
  expect(lost.deliveries).toMatchObject([{ role: "tester-1", mode: "full", reason: "FC-2" }]);
  expect(
    (await read(VersionList, call("GET", `${SESSION}/context/versions`))).items.map(({ version }) => version),
  ).toEqual(["GC-v3", "GC-v2", "GC-v1"]);
  expect((await read(VersionText, call("GET", `${SESSION}/context/versions/2`))).text).toBe(setVersion(V2, "GC-v2"));
  const delta = await read(DeltaBetween, call("GET", `${SESSION}/context/delta?from=GC-v1&to=GC-v3`));
  expect(delta).toMatchObject({ fallback: null });
  expect(delta.tokens).toBeLessThan(delta.fullTokens);
  const known = await read(Known, call("GET", `${SESSION}/context/known?role=implementer-1`));
  expect(known).toMatchObject({ version: "GC-v3", behind: 0, text: setVersion(V3, "GC-v3") });
  const savings = await read(Savings, call("GET", `${SESSION}/savings`));
  expect(savings.updates).toHaveLength(3);
  expect(savings.roles).toHaveLength(4);
});

describe("a request about contexts", () => {
  it("has the rights of its token", async () => {
    const token = tokens.get("tester-1") ?? "";
    const mine = (method: string, path: string, body?: unknown) => call(method, `${SESSION}${path}`, { token, body });
    await problem("forbidden", mine("PUT", "/context", { text: "x" }));
    await problem("forbidden", mine("POST", "/gates", { phase: 1 }));
    await problem("forbidden", mine("GET", "/context/updates?role=implementer-1"));
    await problem("forbidden", mine("POST", "/context/acks", { role: "implementer-1", text: ACK }));
    await problem("forbidden", mine("POST", "/context/status", { role: "implementer-1", status: "CONTEXT_LOST" }));
    for (const path of ["/context", "/context/acks", "/context/versions", "/gates", "/savings", "/context/updates"]) {
      expect((await mine("GET", path)).status, path).toBe(200);
    }
    await wardroom.session("other", ["tester-1"]);
    await problem("forbidden", call("GET", "/api/v1/workspaces/demo/sessions/other/context/updates", { token }));
    await problem("unauthenticated", call("GET", `${SESSION}/context`, { token: null }));
  });

  it("is told what is not valid in it, by its path", async () => {
    const post = (path: string, body: unknown) => call("POST", `${SESSION}${path}`, { body });
    const base = { role: "tester-1", version: "GC-v3", applied: 1, total: 1, action: "CONTINUE" };
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

  it("is checked against what it has seen, and answered again to its key", async () => {
    const stale = await put(CONTEXT, { headers: { "if-match": `"${"0".repeat(64)}"` } });
    const etag = (await call("GET", `${SESSION}/context`)).headers.get("etag") ?? "";
    expect(stale.headers.get("etag")).toBe(etag);
    await problem("stale", stale);
    const headers = { "if-match": etag, "idempotency-key": "publish-4" };
    const first = await read(Published, put(CONTEXT, { headers }));
    expect(first.version).toBe("GC-v4");
    await read(Published, put(V2));
    expect(await read(Published, put(CONTEXT, { headers }))).toEqual(first);
    await problem("idempotency_mismatch", put(V3, { headers }));
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
