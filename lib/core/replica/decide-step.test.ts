import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideStep, type Ends } from "@/lib/core/replica/decide-step";

const HASH = fc.constantFrom("a", "b", "c", null);
const ENDS: fc.Arbitrary<Ends> = fc.record({
  local: HASH,
  synced: fc.option(HASH, { nil: undefined }),
  remote: fc.option(HASH, { nil: undefined }),
  byGit: fc.boolean(),
  held: fc.option(fc.record({ local: HASH, remote: HASH }), { nil: null }),
});

/** What the server holds, as far as is known. */
const there = ({ remote, synced }: Ends) => (remote === undefined ? (synced ?? null) : remote);
const law = (name: string, holds: (ends: Ends) => boolean) =>
  it(name, () => fc.assert(fc.property(ENDS, holds), { numRuns: 2000 }));

describe("a replica", () => {
  law("overwrites no file that holds something else than both ends held last", (ends) => {
    return decideStep(ends) !== "pull" || ends.local === ends.synced || ends.local === null;
  });
  law("does nothing where both ends hold the same, and never leaves them different without a word", (ends) => {
    const step = decideStep(ends);
    return (step === "nothing" || step === "note") === (ends.local === there(ends));
  });
  law("takes nothing that git wrote for an edit", (ends) => !ends.byGit || decideStep(ends) !== "push");
  law("pushes an edit only where it knows of what text", (ends) => {
    return decideStep(ends) !== "push" || ends.synced !== undefined;
  });
  law("removes nothing at the server that has changed there", (ends) => {
    return ends.local !== null || decideStep(ends) !== "push" || ends.synced === there(ends);
  });
  law("asks again as soon as either end has changed, and not before", (ends) => {
    const isAsIt = ends.held?.local === ends.local && ends.held.remote === there(ends);
    return decideStep(ends) === "hold" ? isAsIt : !isAsIt || ends.local === there(ends) || ends.local === ends.synced;
  });
});

/** A server that joins what is pushed as sets of lines, and two checkouts that edit, crash before they remember, and are cut off. */
it("brings two checkouts and a server to one text that has every line of each, whatever order things happen in", () => {
  const moves = fc.array(fc.record({ who: fc.nat(1), what: fc.constantFrom("edit", "step", "hear", "forget") }), {
    maxLength: 60,
  });
  const hash = (lines: readonly string[]) => [...lines].sort().join("+");
  fc.assert(
    fc.property(moves, (steps) => {
      let server: string[] = ["first"];
      const all = new Set(server);
      const known = new Set([hash(server)]);
      const checkouts = [0, 1].map(() => ({
        file: ["first"],
        synced: hash(["first"]),
        former: hash(["first"]),
        remote: undefined as string | undefined,
      }));
      const step = (at: number) => {
        const mine = checkouts[at];
        if (mine === undefined) return;
        const local = hash(mine.file);
        const { synced, remote } = mine;
        const next = decideStep({ local, synced, remote, byGit: false, held: null });
        if (next === "push") {
          const isOld = known.has(local);
          if (!isOld) server = [...new Set([...server, ...mine.file])];
          known.add(hash(server));
        }
        if (next === "push" || next === "pull") mine.file = [...server];
        if (next === "nothing") return;
        mine.former = mine.synced;
        mine.synced = hash(mine.file);
        mine.remote = undefined;
      };
      for (const [count, { who, what }] of steps.entries()) {
        const mine = checkouts[who];
        if (mine === undefined) continue;
        if (what === "edit") {
          mine.file = [...mine.file, `line ${count}`];
          all.add(`line ${count}`);
        } else if (what === "hear") mine.remote = hash(server);
        else if (what === "forget") mine.synced = mine.former;
        else step(who);
      }
      for (const who of [0, 1, 0, 1, 0]) {
        const mine = checkouts[who];
        if (mine !== undefined) mine.remote = hash(server);
        step(who);
      }
      for (const { file } of checkouts) expect(hash(file)).toBe(hash([...all]));
      expect(hash(server)).toBe(hash([...all]));
    }),
    { numRuns: 500 },
  );
});
