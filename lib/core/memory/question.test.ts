import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countsAsSilence, describeQuestion, stateOfQuestion, type ToldQuestion } from "@/lib/core/memory/question";

const moment = fc.date({ min: new Date("2026-01-01"), max: new Date("2026-12-31"), noInvalidDate: true });
const time = moment.map((date) => date.toISOString());
const maybe = fc.option(time);
const facts = fc.record({ due: maybe, seenAt: maybe, answeredAt: maybe, isOpen: fc.boolean() });

describe("the state of a question", () => {
  it("only goes on: shown, then answered, then closed", () => {
    const order = ["asked", "seen", "answered", "closed"];
    fc.assert(
      fc.property(facts, time, (question, at) => {
        const rank = (changed: Partial<typeof question>) => order.indexOf(stateOfQuestion({ ...question, ...changed }));
        expect(rank({ seenAt: at })).toBeGreaterThanOrEqual(rank({ seenAt: null }));
        expect(rank({ answeredAt: at })).toBeGreaterThanOrEqual(rank({ answeredAt: null }));
        expect(rank({ isOpen: false })).toBe(order.length - 1);
      }),
    );
  });

  it("lets silence count only of who was shown it and has not answered", () => {
    fc.assert(
      fc.property(facts, (question) => {
        const { isOpen, seenAt, answeredAt } = question;
        expect(countsAsSilence(stateOfQuestion(question))).toBe(isOpen && seenAt !== null && answeredAt === null);
      }),
    );
  });
});

describe("the line of a question", () => {
  const asked: ToldQuestion = {
    ...{ to: "tester-1", state: "asked", due: "2026-02-09T10:10:00.000Z" },
    ...{ seenAt: null, answer: null, answeredBy: null },
  };

  it.each([
    ["to tester-1, until 10:10 UTC, not shown yet", asked],
    [
      "to tester-1, until 10:10 UTC, seen 10:02 UTC, no answer",
      { ...asked, state: "seen", seenAt: "2026-02-09T10:02:00.000Z" },
    ],
    ["to tester-1, answered by Lead: Yes", { ...asked, state: "closed", answer: "Yes", answeredBy: "Lead" }],
    ["to tester-1, closed without an answer", { ...asked, state: "closed" }],
  ] satisfies [string, ToldQuestion][])("says %j", (line, question) => {
    expect(describeQuestion(question)).toBe(line);
  });
});
