import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { citesOf, findGone } from "@/lib/core/context/find-cites";

const BEFORE = `---
version: GC-v2
---
# Limiter

## Behaviour
- **S4:** Default 60 per 60 seconds
- **S6:** Burst: a token bucket, capacity 10, full at the start
- **S7:** The burst is taken from the bucket first
- **S8:** \`limiter.burstLeft()\` says what the bucket has left of the burst
- **S9:** Refused checks take nothing

## Scope
- goal: one limiter for all tenants
- files: src/limiter.js

## Decisions
| # | Decision |
|---|----------|
| D-1 | Hits use performance.now() |
| D-2 | One row for each tenant |

### D-3 Expired rows
They are swept by the limiter
at every hundredth check.
`;
const AFTER = BEFORE.replace("GC-v2", "GC-v3")
  .replace("Default 60", "Default 100")
  .replace(/- \*\*S[678]:.*\n/g, "")
  .replace("one limiter for all tenants", "a limiter for each tenant")
  .replace("| D-2 | One row for each tenant |", "| D-2 | One row for each client |")
  .replace("at every hundredth check", "at every tenth check");

const cites = citesOf(findGone(BEFORE, AFTER));

describe("what a text cites of that which a version changed", () => {
  it.each([
    ["the name of an entry that changed", "S4 is read from the config", ["S4"]],
    ["the name of an entry that went", "Tests for S6 and S7 pass", ["S6", "S7"]],
    ["the name of a table row that changed", "As D-2 says, rows are counted", ["D-2"]],
    ["the name of a heading below which a line changed", "D-3 holds", ["D-3"]],
    ["an entry that changed, by its reference", "See §Scope.goal, there is one", ["§Scope.goal"]],
    ["code that stands nowhere any more", "limiter.burstLeft() is never negative", ["limiter.burstleft"]],
    [
      "a phrase that stands nowhere any more",
      "I rely on a Token bucket, capacity 10 as given",
      ["a Token bucket, capacity 10"],
    ],
  ])("finds %s", (_, text, expected) => {
    expect(cites(text)).toEqual(expect.arrayContaining(expected));
  });

  it.each([
    ["what stands as it was", "S9 and D-1 hold, and src/limiter.js is whole"],
    ["a name that only begins alike", "S40, XS4 and S4-b are other things"],
    ["an entry of a section that changed elsewhere", "§Scope.files names it"],
    ["a reference that names nothing", "§Nowhere.at all"],
    ["one word, although every line that had it went", "The bucket is full again after ten seconds"],
    ["plain words in the order of a line that went", "The burst is taken from the bucket first, I think"],
    ["words that are in other lines as well", "The limiter takes nothing from a tenant"],
  ])("finds nothing in %s", (_, text) => {
    expect(cites(text)).toEqual([]);
  });

  it("finds nothing where only the version and the order of lines changed", () => {
    const lines = BEFORE.replace("GC-v2", "GC-v9").split("\n");
    const moved = [...lines.slice(0, 6), lines[8], lines[7], lines[6], ...lines.slice(9)].join("\n");
    const none = citesOf(findGone(BEFORE, moved));
    expect([none("S4 and S6"), none("a token bucket, capacity 10")]).toEqual([[], []]);
  });

  it("finds nothing in plain words, whichever lines went", () => {
    const word = fc.constantFrom(
      ..."string number error limit tenant row the of each bucket full text value list order name first".split(" "),
    );
    const prose = fc.array(
      fc.array(word, { minLength: 3, maxLength: 12 }).map((words) => words.join(" ")),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(prose, prose, fc.nat(), (before, after, at) => {
        const gone = citesOf(
          findGone(before.map((line) => `- ${line}`).join("\n"), after.map((line) => `- ${line}`).join("\n")),
        );
        expect(gone(before[at % before.length] ?? "")).toEqual([]);
      }),
    );
  });
});
