import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { ConcludeGate, Gate } from "@/lib/contracts/gates";
import { PLAIN_REQUEST, type ChangeRequest } from "@/lib/services/workspace/caller";
import { actingAs, ifMatch, once, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const V2 = CONTEXT.replace("six hours", "four hours");
const CONCLUSION: ConcludeGate = { result: "APPROVED", criteria: [], waivers: [], archive: [] };

const wardroom = await TestWardroom.open();

/** A session whose roles have confirmed GC-v1, with a gate of phase 2 open. */
async function open(id: string, phase = 2): Promise<{ demo: ContextSession; gate: Gate }> {
  const demo = await ContextSession.open(wardroom, id, ["implementer-1", "tester-1"]);
  await demo.publish(CONTEXT);
  for (const role of ["implementer-1", "tester-1"]) await demo.ack(role, 1);
  return { demo, gate: await begin(demo, phase) };
}
const begin = (demo: ContextSession, phase: number, request = PLAIN_REQUEST) =>
  wardroom.services.gates.open(OWNER, demo.params, { phase }, request);
const conclude = (
  demo: ContextSession,
  gate: Gate,
  body: Partial<ConcludeGate> = {},
  request: ChangeRequest = PLAIN_REQUEST,
) => wardroom.services.gates.conclude(OWNER, { ...demo.params, gate: gate.id }, { ...CONCLUSION, ...body }, request);
async function write(demo: ContextSession, tag: "Question" | "Conflict" | "Finding", text: string, role = "tester-1") {
  await wardroom.services.memory.add(OWNER, demo.params, { tag, text, role }, PLAIN_REQUEST);
  return demo.session.item(text);
}

describe("an open gate", () => {
  it("freezes the context until it is concluded or abandoned, whatever the result", async () => {
    const { demo, gate } = await open("freeze");
    expect(gate).toMatchObject({ phase: 2, state: "open", gcVersion: "GC-v1", openedBy: "Lead", blockers: [] });
    const files = () =>
      Promise.all(["global-context.md", "TEAM-MEMORY.md", "orchestration-plan.md"].map((name) => demo.file(name)));
    const before = await files();
    const { details } = await refusal("gate_open", demo.publish(V2));
    expect(details.current).toEqual({ gate: gate.id, phase: 2 });
    await refusal("gate_open", begin(demo, 3));
    expect(await files()).toEqual(before);
    // A preview publishes nothing, and a lost context has to be sent again all the same.
    expect((await demo.publish(V2, {}, PLAIN_REQUEST, true)).version).toBe("GC-v2");
    const lost = { role: "tester-1", status: "CONTEXT_LOST" } as const;
    await demo.service.reportLost(OWNER, demo.params, lost, PLAIN_REQUEST);
    expect((await demo.update("tester-1")).version).toBe("GC-v1");

    const abandoned = await wardroom.services.gates.abandon(OWNER, { ...demo.params, gate: gate.id }, PLAIN_REQUEST);
    expect(abandoned).toMatchObject({ state: "abandoned", result: null, endedBy: "Lead" });
    expect((await demo.publish(V2)).version).toBe("GC-v2");
    const second = await begin(demo, 2);
    await conclude(demo, second, { result: "REJECTED" });
    expect((await demo.publish(CONTEXT)).version).toBe("GC-v3");
    await refusal("conflict", conclude(demo, second));
    await refusal("conflict", wardroom.services.gates.abandon(OWNER, { ...demo.params, gate: gate.id }, PLAIN_REQUEST));
    const { items } = await wardroom.services.gates.list(OWNER, demo.params);
    expect(items.map(({ state, result }) => result ?? state)).toEqual(["REJECTED", "abandoned"]);
  });

  it("is the Lead's, and opened once by one key", async () => {
    const { demo, gate } = await open("rights");
    for (const caller of [actingAs("tester-1"), VIEWER]) {
      const params = { ...demo.params, gate: gate.id };
      await refusal("forbidden", wardroom.services.gates.open(caller, demo.params, { phase: 1 }, PLAIN_REQUEST));
      await refusal("forbidden", wardroom.services.gates.conclude(caller, params, CONCLUSION, PLAIN_REQUEST));
      await refusal("forbidden", wardroom.services.gates.abandon(caller, params, PLAIN_REQUEST));
      expect((await wardroom.services.gates.get(caller, params)).state).toBe("open");
    }
    await refusal("not_found", wardroom.services.gates.get(OWNER, { ...demo.params, gate: "none" }));
    await wardroom.services.gates.abandon(OWNER, { ...demo.params, gate: gate.id }, PLAIN_REQUEST);
    const first = await begin(demo, 3, once("gate-3"));
    expect(await begin(demo, 3, once("gate-3"))).toEqual(first);
  });

  it("proposes what was written before the previous gate and not touched since", async () => {
    const text = [
      "# T\n\n## Lead",
      "- [Decision] 2026-02-01T10:00:00Z old and done with",
      "- [Question] 2026-02-01T10:00:00Z still asked",
      "- [Gate] 2026-02-02T10:00:00Z Phase 1 PASSED",
      "- [Decision] 2026-02-03T10:00:00Z of this phase",
      "\n## tester-1\n",
    ].join("\n");
    const demo = new ContextSession(wardroom, await wardroom.session("stale", [], text));
    const gate = await begin(demo, 2);
    expect(gate.stale).toEqual([await demo.session.item("old and done with")]);
    expect(gate.blockers).toMatchObject([{ kind: "question" }]);
  });
});

describe("what blocks APPROVED", () => {
  it("is every teammate behind and every open Conflict and Question, until resolved, archived, confirmed or waived", async () => {
    const { demo, gate } = await open("blocked");
    await wardroom.services.gates.abandon(OWNER, { ...demo.params, gate: gate.id }, PLAIN_REQUEST);
    await demo.publish(V2);
    await demo.ack("implementer-1", 2);
    const question = await write(demo, "Question", "who renews a lease?");
    const conflict = await write(demo, "Conflict", "two owners of one file");
    const archived = await write(demo, "Question", "is it late?");
    await write(demo, "Finding", "nothing is asked here");
    const evaluated = await begin(demo, 2);
    expect(evaluated.blockers.map(({ id, kind, waived }) => ({ id, kind, waived }))).toEqual([
      { id: "role:tester-1", kind: "behind", waived: null },
      { id: `item:${question}`, kind: "question", waived: null },
      { id: `item:${conflict}`, kind: "conflict", waived: null },
      { id: `item:${archived}`, kind: "question", waived: null },
    ]);
    const memory = await demo.session.text();
    const refused = await refusal("gate_blocked", conclude(demo, evaluated));
    expect(refused.details.current?.blockers).toEqual(evaluated.blockers);
    expect(await demo.session.text()).toBe(memory);
    expect(await demo.file("phase-2/gate-record.yaml")).toBeNull();

    const { curation } = wardroom.services;
    await curation.resolve(OWNER, demo.params, { item: question, resolution: "the worker" }, PLAIN_REQUEST);
    await curation.archive(OWNER, demo.params, { items: [archived] }, PLAIN_REQUEST);
    const waive = (reason: string) => [
      { item: conflict, reason },
      { role: "tester-1", reason: "reads along in the review" },
    ];
    await refusal("gate_blocked", conclude(demo, evaluated, { waivers: waive(" ") }));
    await refusal("gate_blocked", conclude(demo, evaluated, { waivers: waive("x").slice(1) }));
    await refusal(
      "invalid_input",
      conclude(demo, evaluated, { waivers: [...waive("x"), { id: "role:nobody-1", reason: "y" }] }),
    );
    const { gate: passed } = await conclude(demo, evaluated, { waivers: waive("split next week") });
    expect(passed.blockers.map(({ id, waived }) => `${id} ${waived ?? ""}`)).toEqual([
      "role:tester-1 reads along in the review",
      `item:${conflict} split next week`,
    ]);
    const record = parse((await demo.file("phase-2/gate-record.yaml")) ?? "") as unknown;
    expect(record).toEqual({
      phase: 2,
      result: "APPROVED",
      date: passed.endedAt?.replace(/\.\d+Z$/, "Z"),
      gc_version: "GC-v2",
      criteria: [],
      waivers: [
        { kind: "conflict", role: "tester-1", text: "two owners of one file", reason: "split next week" },
        {
          kind: "behind",
          role: "tester-1",
          text: "has confirmed GC-v1; the current one is GC-v2",
          reason: "reads along in the review",
        },
      ],
      teammates: { "implementer-1": "GC-v2", "tester-1": "GC-v1" },
    });
  });

  it("keeps nobody from a conditional pass or a rejection, nor from a gate before the first version", async () => {
    const { demo, gate } = await open("unblocked");
    await write(demo, "Question", "open");
    expect((await conclude(demo, gate, { result: "CONDITIONAL_PASS" })).gate).toMatchObject({
      result: "CONDITIONAL_PASS",
    });
    expect(await demo.session.text()).toMatch(/- \[Gate\] \S+ Phase 2 CONDITIONAL_PASS\n/);
    await conclude(demo, await begin(demo, 3), { result: "REJECTED" });
    expect(await demo.session.text()).toMatch(/- \[Gate\] \S+ Phase 3 REJECTED\n/);
    const early = await ContextSession.open(wardroom, "early", ["tester-1"]);
    const concluded = await conclude(early, await begin(early, 0));
    expect(concluded.gate).toMatchObject({ phase: 0, gcVersion: "GC-v0", result: "APPROVED" });
  });
});

describe("concluding", () => {
  it("leaves a record in Markdown, or a broken one, as it is, and writes the next", async () => {
    const { demo, gate } = await open("recorded");
    const markdown = "---\nphase: 2\nresult: CONDITIONAL_PASS\n---\n\n# Gate 2\n\n| Criterion | Met |\n| --- | --- |\n";
    await demo.put("phase-2/gate-record.yaml", markdown);
    await demo.put("phase-2/gate-record-2.yaml", "result: [\n");
    const { record } = await conclude(demo, gate, {});
    expect(record).toBe(".agent/teams/recorded/phase-2/gate-record-3.yaml");
    expect(await demo.file("phase-2/gate-record.yaml")).toBe(markdown);
    expect(parse((await demo.file("phase-2/gate-record-3.yaml")) ?? "")).toMatchObject({ result: "APPROVED" });
  });

  it("archives, writes the Gate item and the record, all in one act", async () => {
    const { demo, gate } = await open("concluded");
    const old = await write(demo, "Finding", "measured in January", "implementer-1");
    const before = await demo.session.text();
    const criteria = ["the replay runs", { name: "no open question", met: true, note: "the last was settled" }];
    const answer = await conclude(demo, gate, { criteria, archive: [old] }, ifMatch(await demo.session.hash()));
    const after = await demo.session.text();
    const time = /- \[Gate\] (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ) Phase 2 PASSED\n/.exec(after)?.[1] ?? "";
    expect(after).toBe(
      before
        .replace("- [Finding] measured", "- [ARCHIVED] [Finding] measured")
        .replace("## Lead\n", `## Lead\n- [Gate] ${time} Phase 2 PASSED\n`),
    );
    expect(answer).toMatchObject({
      record: ".agent/teams/concluded/phase-2/gate-record.yaml",
      etag: `"${await demo.session.hash()}"`,
      gate: { state: "concluded", result: "APPROVED", endedBy: "Lead" },
    });
    expect((await demo.session.last()).revision).toBe(answer.revision);
    expect(parse((await demo.file("phase-2/gate-record.yaml")) ?? "")).toMatchObject({
      criteria: [
        { name: "the replay runs", met: true },
        { name: "no open question", met: true, note: "the last was settled" },
      ],
    });
    expect((await demo.session.story()).slice(-3)).toEqual([
      "Lead: items.archived implementer-1",
      "Lead: item.added Lead",
      "Lead: gate.concluded phase-2",
    ]);
    expect((await wardroom.services.events.verify(OWNER, { workspace: "demo" })).ok).toBe(true);
  });

  it("does nothing at all where one part of it cannot be done", async () => {
    const { demo, gate } = await open("whole");
    const before = await demo.session.text();
    await refusal("stale", conclude(demo, gate, {}, ifMatch("0".repeat(64))));
    await demo.put("phase-2/gate-record.yaml", "result: PENDING\n");
    await refusal("conflict", conclude(demo, gate, { archive: ["nothing"] }));
    expect(await demo.session.text()).toBe(before);
    expect(await demo.file("phase-2/gate-record.yaml")).toBe("result: PENDING\n");
    expect((await wardroom.services.gates.get(OWNER, { ...demo.params, gate: gate.id })).state).toBe("open");
  });

  it("is answered again to its key, with the first answer", async () => {
    const { demo, gate } = await open("key");
    const first = await conclude(demo, gate, {}, once("conclude-1"));
    await write(demo, "Finding", "later");
    expect(await conclude(demo, gate, {}, once("conclude-1"))).toEqual(first);
    expect((await demo.session.text()).match(/\[Gate\]/g)).toHaveLength(1);
  });

  it("keeps everything else of a record that exists, and fills it in", async () => {
    const { demo, gate } = await open("existing");
    const record =
      "# evidence: run 41\r\nphase: 2\r\nverdict: PENDING  # to be decided\r\nnotes: |\r\n  kept as is\r\n";
    await demo.put("phase-2/gate-record.yaml", record);
    await conclude(demo, gate);
    const text = (await demo.file("phase-2/gate-record.yaml")) ?? "";
    expect(text.startsWith(record.replace("PENDING", "APPROVED"))).toBe(true);
    expect(parse(text)).toMatchObject({ verdict: "APPROVED", gc_version: "GC-v1", notes: "kept as is\n" });
    expect(parse(text)).not.toHaveProperty("result");
  });
});

describe("a conclusion that claims what is not so", () => {
  it("is refused with the reason, and nothing is written", async () => {
    const { demo, gate } = await open("claims");
    const unmet = { criteria: [{ name: "under a second", met: false }] };
    const refused = await refusal("gate_blocked", conclude(demo, gate, unmet));
    expect(refused.message).toBe("The gate cannot pass yet: 1 criterion not met.");
    expect(refused.details.current).toEqual({ blockers: [], criteria: unmet.criteria });
    await wardroom.services.gates.abandon(OWNER, { ...demo.params, gate: gate.id }, PLAIN_REQUEST);
    await demo.publish(V2);
    const next = await begin(demo, 2);
    expect(next.current).toEqual({ current: 0, teammates: 2 });
    const bare = await refusal("gate_blocked", conclude(demo, next, { result: "CONDITIONAL_PASS" }));
    expect(bare.message).toContain("no ACK of the current version, and no condition named");
    expect(await demo.file("phase-2/gate-record.yaml")).toBeNull();
    const passed = await conclude(demo, next, { ...unmet, result: "CONDITIONAL_PASS" });
    expect(passed.gate).toMatchObject({ result: "CONDITIONAL_PASS", current: null });
  });

  it("passes no phase over a criterion that was asked as its gate opened and is not named as met", async () => {
    const { demo, gate: first } = await open("asked");
    await wardroom.services.gates.abandon(OWNER, { ...demo.params, gate: first.id }, PLAIN_REQUEST);
    const asked = { phase: 2, criteria: ["under a second", "no leaks"] };
    const gate = await wardroom.services.gates.open(OWNER, demo.params, asked, PLAIN_REQUEST);
    const named = { criteria: [{ name: "no leaks", met: true }] };
    for (const [body, said] of [
      [{}, "2 criteria not judged"],
      [named, "1 criterion not judged"],
    ] as const) {
      expect((await refusal("gate_blocked", conclude(demo, gate, body))).message).toContain(said);
    }
    await conclude(demo, gate, { ...named, result: "REJECTED" });
    const again = await wardroom.services.gates.open(OWNER, demo.params, asked, PLAIN_REQUEST);
    await conclude(demo, again, { criteria: ["no leaks", "under a second", "replay is clean"] });
    const { records } = await wardroom.services.gates.list(VIEWER, demo.params);
    expect(records.map(({ text }) => (parse(text) as { criteria: unknown }).criteria)).toEqual([
      [{ name: "under a second" }, { name: "no leaks", met: true }],
      ["under a second", "no leaks", "replay is clean"].map((name) => ({ name, met: true })),
    ]);
  });

  it("records no criterion of a rejection as met that nobody said was", async () => {
    const { demo, gate } = await open("unsaid");
    await conclude(demo, gate, { result: "REJECTED", criteria: ["the replay runs", { name: "fast", met: true }] });
    const record = parse((await demo.file("phase-2/gate-record.yaml")) ?? "") as unknown;
    expect(record).toMatchObject({ criteria: [{ name: "the replay runs" }, { name: "fast", met: true }] });
    expect(record).not.toHaveProperty("criteria.0.met");
  });
});

it("adds a second evaluation behind the first, which stays as it was, without its waivers", async () => {
  const { demo, gate } = await open("again");
  const question = await write(demo, "Question", "who renews a lease?");
  const waivers = [{ item: question, reason: "asked on Monday" }];
  await conclude(demo, gate, { result: "REJECTED", waivers, criteria: [{ name: "replay is clean", met: false }] });
  const first = (await demo.file("phase-2/gate-record.yaml")) ?? "";
  const { curation, gates } = wardroom.services;
  await curation.resolve(OWNER, demo.params, { item: question, resolution: "the worker" }, PLAIN_REQUEST);
  await conclude(demo, await begin(demo, 2), { criteria: ["replay is clean"] });
  const both = (await demo.file("phase-2/gate-record.yaml")) ?? "";
  expect(both.startsWith(first)).toBe(true);
  const { records } = await gates.list(VIEWER, demo.params);
  expect(records.map(({ result, former }) => [result, former])).toEqual([
    ["REJECTED", true],
    ["APPROVED", false],
  ]);
  expect(records[0]?.text).toBe(first);
  expect(records[0]?.text).toContain("asked on Monday");
  expect(records[1]?.text).not.toContain("asked on Monday");
  expect(Date.parse(records[1]?.date ?? "")).toBeGreaterThanOrEqual(Date.parse(records[0]?.date ?? ""));
});

it("lists the records it finds in phase folders, whatever their shape", async () => {
  const demo = await ContextSession.open(wardroom, "records", []);
  await demo.put("phase-1/gate-record.yaml", "phase: 1\nverdict: PASS\ndate: 2026-02-01\n");
  await demo.put("phase-2/gate-record.yaml", "gate_result: REJECTED\n---\nevidence: run 3\n");
  await demo.put("phase-3/gate-record.yaml", "---\nphase: 3\n---\n# Gate\n\n- **Verdict:** APPROVED\n");
  await demo.put("phase-4/gate-record.yaml", "a: 1\nresult: [\n");
  await demo.put("phase-5/gate-record.yaml", Buffer.from([0xff, 0x3a]));
  await demo.put("notes/other.yaml", "result: APPROVED\n");
  await demo.put("phase-5/gate-record-2.yaml", "result: APPROVED\ngc_version_in: GC-v1\ngc_version_out: GC-v2\n");
  await demo.put("gates/gate-6.yaml", "result: APPROVED\n");
  await demo.put("phase-7-gate.md", "# Gate of phase 7\n\n- **Verdict:** REJECTED\n");
  const { records } = await wardroom.services.gates.list(VIEWER, demo.params);
  const told = records.map(({ phase, result, diagnostics }) => ({
    phase,
    result,
    lines: diagnostics.map((each) => each.range.start.line),
  }));
  const named = new Map(told.map(({ phase, result }) => [phase, result]));
  expect([named.get("phase-6"), named.get("phase-7")]).toEqual(["APPROVED", "REJECTED"]);
  const ofPhases = told.filter(({ phase }) => phase < "phase-6");
  expect(ofPhases.slice(0, 3).map(({ phase, result }) => `${phase} ${result ?? ""}`)).toEqual([
    "phase-1 PASS",
    "phase-2 REJECTED",
    "phase-3 APPROVED",
  ]);
  expect(ofPhases[3]).toMatchObject({ phase: "phase-4", result: null });
  expect(ofPhases[3]?.lines.at(0)).toBeGreaterThan(1);
  expect(records).toHaveLength(8);
  const second = records.find(({ path }) => path.endsWith("gate-record-2.yaml"));
  expect(second).toMatchObject({ phase: "phase-5", result: "APPROVED", gcVersion: "GC-v2", gcVersionIn: "GC-v1" });
  expect(records.find(({ path }) => path.endsWith("phase-5/gate-record.yaml"))?.diagnostics[0]).toMatchObject({
    code: "not_utf8",
    severity: "error",
  });
});
