import { readFleet } from "@/lib/core/coach/read-fleet.fixture";
import { finish } from "@/lib/core/steps";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Citation, CoachInput } from "@/lib/core/coach/read-sources";
import { fleetInput } from "@/lib/core/coach/fleet.arbitrary";
import { acrossSteps, writeProjectBrief } from "@/lib/core/coach/write-project-brief";
import { orientationSteps, type Orientation } from "@/lib/core/coach/write-orientation";

const count = (text: string) => Math.ceil(text.length / 4);
const target = (agent: string, description = "", task = "") => ({ agent, description, instructions: "", task });

const INPUT: CoachInput = {
  memories: [
    {
      agent: "implementer",
      path: ".kaizen/agents/implementer/memory.md",
      entries: [
        { section: "finding", text: "Advisory locks in `src/queue/lease.ts` are taken by supplier", line: 11 },
        { section: "worked", text: "Replaying fifty documents after each commit", line: 14 },
      ],
    },
    {
      agent: "reviewer",
      path: ".kaizen/agents/reviewer/memory.md",
      entries: [
        { section: "project", text: "Reviews every pull request", line: 9 },
        { section: "watch", text: "Feature flags are not rolled back", line: 20 },
        { section: "watch", text: "Changes to `src/queue` look small and are never", line: 21 },
        { section: "worked", text: "Replaying fifty documents after each commit", line: 25 },
        { section: "log", text: "2026-03-01 · Looked at `src/queue` · done", line: 30 },
      ],
    },
    {
      agent: "releaser",
      path: ".kaizen/agents/releaser/memory.md",
      entries: [{ section: "watch", text: "Feature flags are not rolled back", line: 18 }],
    },
  ],
  items: [
    {
      session: "import",
      path: ".agent/teams/import/TEAM-MEMORY.md",
      role: "architect-1",
      tag: "Warning",
      text: "Certificates of the sandbox expire on Friday",
      line: 40,
    },
  ],
};

const orient = (agent: string, budget = 1000, description = "", task = "") =>
  finish(orientationSteps(readFleet(INPUT), target(agent, description, task), { budget, count }));
/** What all that others say has something to do with. */
const ALL = "Owns feature flags, certificates and pull requests";
const said = ({ sentences }: Pick<Orientation, "sentences">) => sentences.map(({ kind, text }) => `${kind}: ${text}`);

describe("an orientation", () => {
  test("begins with what touches the agent's own work, and says once what several say", () => {
    const orientation = orient("implementer", 1000, ALL);
    expect(said(orientation)).toEqual([
      "risk: Changes to `src/queue` look small and are never",
      "watch: Feature flags are not rolled back",
      "team: [Warning] Certificates of the sandbox expire on Friday",
      "project: Reviews every pull request",
    ]);
    expect(orientation.sentences[0]?.matched).toContain("src/queue/lease.ts");
    expect(orientation.sentences[1]?.citations.map(({ agent, line }) => `${agent ?? ""}:${line}`)).toEqual([
      "reviewer:20",
      "releaser:18",
    ]);
    expect(orientation.text).toContain("- Feature flags are not rolled back [reviewer:20; releaser:18]\n");
    expect(orientation.text).toContain("[import/architect-1:40]\n");
    expect(orientation.sources).toEqual({ agents: 2, sessions: 1, entries: 6 });
  });

  test("leaves out what the agent knows already, and says so", () => {
    expect(orient("implementer", 1000, ALL).leftOut).toEqual([{ kind: "worked", reason: "known", count: 1 }]);
  });

  test("follows the definition of an agent that has no memory yet", () => {
    expect(said(orient("newcomer", 1000, "Renews certificates"))[0]).toBe(
      "team: [Warning] Certificates of the sandbox expire on Friday",
    );
    expect(said(orient("newcomer", 1000, "Owns feature flags"))[0]).toBe("watch: Feature flags are not rolled back");
  });

  test("shows less within a smaller budget, the most relevant first, and counts the rest", () => {
    const all = orient("implementer", 200, ALL);
    const less = orient("implementer", all.tokens - 1, ALL);
    expect(said(less)).toEqual(said(all).slice(0, -1));
    expect(less.tokens).toBeLessThan(all.tokens);
    expect(less.leftOut).toEqual([{ kind: "project", reason: "budget", count: 1 }, ...all.leftOut]);
  });

  test("is short where little concerns the agent, however much room there is", () => {
    const { leftOut, ...orientation } = orient("implementer");
    expect(said(orientation)).toEqual(["risk: Changes to `src/queue` look small and are never"]);
    expect(leftOut.filter(({ reason }) => reason === "unrelated").map(({ kind }) => kind)).toEqual([
      "watch",
      "team",
      "project",
    ]);
  });

  test("of an agent seen for the first time follows its task, and without one shows what others warn of", () => {
    expect(said(orient("release-manager"))).toContain("watch: Feature flags are not rolled back");
    const { sentences, text } = orient("newcomer", 1000, "", "Renew the certificates of the sandbox");
    expect(sentences.map(({ text: each }) => each)).toEqual(["[Warning] Certificates of the sandbox expire on Friday"]);
    expect(text).toContain("chosen by its name and task alone");
    expect(orient("newcomer").text).toContain("Name its task to find more.");
  });

  test("follows what the agent remembers, by words and by names, names first", () => {
    const own = { agent: "zoe", path: ".kaizen/agents/zoe/memory.md" };
    const entries = (...texts: string[]) =>
      texts.map((text, at) => ({ section: "finding" as const, text, line: at + 1 }));
    const others = [
      "Certificates expire on Fridays",
      "Invoices arrive by mail",
      "OCR fails at night",
      "Changes to `src/queue/lease.ts` look small",
    ];
    const briefOf = (memory: string[]) =>
      finish(
        orientationSteps(
          readFleet({
            memories: [
              { ...own, entries: entries(...memory) },
              { agent: "other", path: "o.md", entries: entries(...others) },
            ],
            items: [],
          }),
          target("zoe"),
          { budget: 1000, count },
        ),
      ).sentences.map(({ text }) => text);
    expect(briefOf(["A certificate was renewed by hand"])).toEqual([others[0]]);
    expect(briefOf(["Certificates expire; state is in `src/queue`"])).toEqual([others[3], others[0]]);
    expect(briefOf(["OCR is slow"])).toEqual([others[2]]);
  });

  test("tells that there is nothing yet", () => {
    const { text, sentences } = finish(
      orientationSteps(readFleet({ memories: [], items: [] }), target("first"), {
        budget: 100,
        count,
      }),
    );
    expect(sentences).toEqual([]);
    expect(text).toContain("Nobody else in this project remembers anything yet.");
  });
});

describe("for any memories", () => {
  test("an orientation cites lines of others that say it, within its budget, and always the same", () => {
    fc.assert(
      fc.property(
        fleetInput,
        fc.constantFrom("tester", "implementer", "new"),
        fc.nat(400),
        ({ input, files }, agent, budget) => {
          const orientation = finish(
            orientationSteps(readFleet(input), target(agent, "leases and migrations"), {
              budget,
              count,
            }),
          );
          expect(orientation.tokens).toBeLessThanOrEqual(budget);
          expect(orientation.tokens).toBe(count(orientation.text));
          for (const { text, citations } of orientation.sentences) {
            expect(orientation.text).toContain(text);
            const isOwn = (citation: Citation) => (citation.agent ?? citation.role ?? "").toLowerCase() === agent;
            expect(citations.length).toBeGreaterThan(0);
            expect(citations.filter(isOwn)).toEqual([]);
            for (const { path, line, quote } of citations) expect(files.get(path)?.[line - 1]).toContain(quote);
          }
          expect(
            finish(
              orientationSteps(readFleet(structuredClone(input)), target(agent, "leases and migrations"), {
                budget,
                count,
              }),
            ),
          ).toEqual(orientation);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("what is found across them cites lines that say it, and fits any budget", () => {
    fc.assert(
      fc.property(fleetInput, fc.nat(400), ({ input, files }, budget) => {
        const found = finish(acrossSteps(readFleet(input), "2026-04-01"));
        for (const { citations } of [...found.themes, ...found.risks, ...found.threads]) {
          expect(citations.length).toBeGreaterThan(0);
          for (const { path, line, quote } of citations) expect(files.get(path)?.[line - 1]).toContain(quote);
        }
        for (const { agents } of found.themes) expect(new Set(agents).size).toBeGreaterThan(1);
        for (const { agent, touches } of found.risks) expect(touches).not.toContain(agent);
        const brief = writeProjectBrief(found, input.memories.length, { budget, count });
        expect(brief.tokens).toBeLessThanOrEqual(budget);
        expect(finish(acrossSteps(readFleet(structuredClone(input)), "2026-04-01"))).toEqual(found);
      }),
      { numRuns: 300 },
    );
  });
});
