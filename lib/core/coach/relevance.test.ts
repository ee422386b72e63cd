import { describe, expect, test } from "vitest";
import { readFleet } from "@/lib/core/coach/fleet";
import { relevanceFor } from "@/lib/core/coach/relevance";
import { finish } from "@/lib/core/steps";

/** How relevant each of these findings of others is to an agent with that description and memory, in their order. */
function scores({
  findings,
  description = "",
  own = [],
}: {
  findings: string[];
  description?: string;
  own?: string[];
}) {
  const memoryOf = (agent: string, texts: readonly string[]) => ({
    agent,
    path: `.kaizen/agents/${agent}/memory.md`,
    entries: texts.map((text, at) => ({ section: "finding" as const, text, line: at + 1 })),
  });
  const fleet = readFleet({ memories: [memoryOf("zoe", own), memoryOf("other", findings)], items: [] });
  const of = (agent: string) => fleet.statements.filter((each) => each.agent === agent);
  const { scoreOf } = finish(relevanceFor(fleet, { agent: "zoe", description, instructions: "", task: "" }, of("zoe")));
  return findings.map((finding) => {
    const statement = of("other").find(({ text }) => text === finding);
    if (statement === undefined) throw new Error(`nobody says ${finding}`);
    return scoreOf(statement);
  });
}

describe("a statement of another agent", () => {
  test("concerns whoever remembers something of the same words, and nobody else", () => {
    const findings = ["Certificates expire on Fridays", "Invoices arrive by mail"];
    const [near = 0, far = 0] = scores({ findings, own: ["Certificates were renewed by hand"] });
    expect(near).toBeGreaterThan(0);
    expect(far).toBe(0);
  });

  test("about the very file that the agent names comes before all that shares its words", () => {
    const findings = ["Changes to `src/queue/lease.ts` look small", "Locks by supplier"];
    const [named = 0, worded = 0] = scores({
      findings,
      description: "Locks by supplier",
      own: ["Keeps its state in `src/queue/lease.ts`"],
    });
    expect(worded).toBeGreaterThan(0);
    expect(named).toBeGreaterThan(worded);
  });

  test("on a topic that the agent names is nearer than one of words alone", () => {
    const findings = ["OCR fails at night", "Invoices fail at night"];
    const [topic = 0, words = 0] = scores({ findings, description: "Checks invoices and OCR" });
    expect(topic).toBeGreaterThan(words);
  });

  test("of a single word is not nearer than one that shares most of many", () => {
    const findings = [
      "Invoices",
      "Certificates of the sandbox expire on Fridays, unless renewed",
      "Queues drain slowly",
      "Backups run at night",
    ];
    const description = "Renews certificates of the sandbox before they expire, and sends invoices";
    const [short = 0, long = 0] = scores({ findings, description });
    expect(short).toBeGreaterThan(0);
    expect(long).toBeGreaterThan(short);
  });
});
