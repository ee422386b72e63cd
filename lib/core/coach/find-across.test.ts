import { readFleet } from "@/lib/core/coach/read-fleet.fixture";
import { finish } from "@/lib/core/steps";
import { describe, expect, test } from "vitest";
import type { CoachInput, CoachSection } from "@/lib/core/coach/read-sources";
import { acrossSteps } from "@/lib/core/coach/write-project-brief";

/** Memories of one entry a line, each written as `section: text`. */
function memories(agents: Record<string, string[]>): CoachInput {
  return {
    items: [],
    memories: Object.entries(agents).map(([agent, lines]) => ({
      agent,
      path: `.kaizen/agents/${agent}/memory.md`,
      entries: lines.map((line, at) => {
        const colon = line.indexOf(": ");
        return { section: line.slice(0, colon) as CoachSection, text: line.slice(colon + 2), line: at + 1 };
      }),
    })),
  };
}

const across = (agents: Record<string, string[]>) => finish(acrossSteps(readFleet(memories(agents)), "2026-04-01"));

describe("themes", () => {
  const themes = (agents: Record<string, string[]>) =>
    across(agents).themes.map(({ subject, agents: who }) => `${subject} ${who.join("+")}`);

  test("by the file, wherever its folder or name alone is written", () => {
    expect(themes({ a: ["finding: `src/auth/login.ts` is slow"], b: ["watch: login.ts caches"] })).toEqual([
      "`login.ts` a+b",
    ]);
    expect(themes({ a: ["finding: `src/auth` is slow"], b: ["watch: `src/auth/login.ts` caches"] })).toEqual([
      "`src/auth` a+b",
    ]);
  });

  test("by a package and by a command", () => {
    expect(themes({ a: ["worked: `@scope/kit@2` was quick"], b: ["watch: @scope/kit leaks"] })).toEqual([
      "`@scope/kit` a+b",
    ]);
    expect(themes({ a: ["finding: `pytest` hangs"], b: ["watch: `pytest` leaks"] })).toEqual(["`pytest` a+b"]);
  });

  test("by wording, in either number and order", () => {
    expect(themes({ a: ["finding: Expired leases early"], b: ["watch: An expired lease locks rows"] })).toEqual([
      "“expired leases” a+b",
    ]);
    expect(themes({ a: ["finding: The lease expiry drifts"], b: ["watch: Expiry of leases locks rows"] })).toEqual([
      "“lease expiry” a+b",
    ]);
    expect(themes({ a: ["finding: 인증 토큰이 만료된다"], b: ["watch: 인증 토큰은 캐시하지 않는다"] })).toEqual([
      "“인증 토큰이” a+b",
    ]);
  });

  test("not by what one agent alone writes, nor by grammar, nor by what only logs say", () => {
    expect(themes({ a: ["finding: lease expiry", "watch: lease expiry"], b: ["watch: rows lock"] })).toEqual([]);
    expect(themes({ a: ["finding: in the end of it"], b: ["watch: in the end of it"] })).toEqual([]);
    expect(themes({ a: ["log: lease expiry"], b: ["log: lease expiry"] })).toEqual([]);
  });
});

describe("statements in nearly the same words", () => {
  test.each([
    [
      "`src/queue` drops leases after a restart of the worker",
      "`src/queue` never drops leases after a restart of the worker",
    ],
    [
      "`src/queue` drops 40 leases after a restart of the worker",
      "`src/queue` drops 50 leases after a restart of the worker",
    ],
    ["`src/queue`는 다시 시작하면 임대를 버린다", "`src/queue`는 다시 시작하면 임대를 버리지 않는다"],
  ])("are told apart by numbers and denials: %s", (one, other) => {
    const { risks } = across({
      a: [`watch: ${one}`],
      b: [`watch: ${other}`],
      c: ["finding: Split `src/queue/lease.ts`"],
    });
    expect(risks.map(({ agent }) => agent)).toEqual(["a", "b"]);
  });
});

describe("risks", () => {
  test("a watch point that touches what others work on, those that touch most first", () => {
    const { risks } = across({
      a: ["watch: `src/auth/login.ts` caches tokens", "watch: `src/queue` is never small"],
      b: ["finding: Split `src/queue/lease.ts`", "log: 2026-03-01 · Moved `src/auth/login.ts` · done"],
      c: ["project: Owns `src/queue/lease.ts` and more"],
    });
    expect(risks.map(({ subject, agent, touches }) => ({ subject, agent, touches }))).toEqual([
      { subject: "`src/queue`", agent: "a", touches: ["b", "c"] },
      { subject: "`src/auth/login.ts`", agent: "a", touches: ["b"] },
    ]);
    expect(risks[0]?.citations.map(({ agent, line }) => `${agent ?? ""}:${line}`)).toEqual(["a:2", "b:1", "c:1"]);
  });

  test("of several agents in nearly the same words are one, which names them all", () => {
    const { risks } = across({
      a: ["watch: `src/queue` drops leases after a restart of the worker"],
      b: ["watch: `src/queue` drops leases after a restart of the worker"],
      c: ["finding: Split `src/queue/lease.ts`"],
    });
    expect(risks.map(({ agent, touches, text }) => ({ agent, touches, text }))).toEqual([
      {
        agent: "a",
        touches: ["b", "c"],
        text: "a and b warn of `src/queue`, which c works on: `src/queue` drops leases after a restart of the worker",
      },
    ]);
  });

  test("a team's warning is one as well, by the role that wrote it", () => {
    const { items, memories: known } = memories({ b: ["finding: Split `src/queue/lease.ts`"] });
    const item = { session: "s", path: "p", role: "tester-1", line: 3, text: "`src/queue` drops leases" };
    const all = [...items, { ...item, tag: "Warning" }, { ...item, tag: "Finding", line: 4 }];
    const { risks } = finish(acrossSteps(readFleet({ memories: known, items: all }), "2026-04-01"));
    expect(risks.map(({ agent, touches, citations }) => [agent, touches, citations[0]?.line])).toEqual([
      ["tester-1", ["b"], 3],
    ]);
  });

  test("none where only the agent itself, a folder of every project or a mere topic is meant", () => {
    const { risks } = across({
      a: ["watch: `src` grows, OCR is slow, `src/a.ts` too", "finding: `src/a.ts`"],
      b: ["finding: `src/b.ts` calls OCR"],
    });
    expect(risks).toEqual([]);
  });
});

describe("open threads", () => {
  test("are as old as their own date, the log's line about them, or at least the last session", () => {
    const { threads } = across({
      a: [
        "thread: Ask again after 2027-01-01 about webhooks",
        "thread: Retry loop of the mail intake logs the document",
        "thread: Since 2 January 2026 nobody reads the runbook",
        "log: 2026-03-20 · Certificate replaced · done",
        "log: 2026-02-01 · Mail intake by UID, retry loop · merged",
      ],
      b: ["thread: Undated"],
    });
    expect(
      threads.map(({ since, days, dated, citations }) => [since, days, dated, citations.map((c) => c.line)]),
    ).toEqual([
      ["2026-01-02", 89, "text", [3]],
      ["2026-02-01", 59, "log", [2, 5]],
      ["2026-03-20", 12, "session", [1, 4]],
      [null, null, null, [1]],
    ]);
  });
});
