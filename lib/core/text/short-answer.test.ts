import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  namesEtag,
  sayRefusal,
  shortAnswer,
  shortEtag,
  shortRefusal,
  withShortEtags,
} from "@/lib/core/text/short-answer";

const hash = fc.stringMatching(/^[0-9a-f]{64}$/);

describe("an ETag", () => {
  it("is told in twelve characters, which name it and no other", () => {
    fc.assert(
      fc.property(hash, hash, (etag, other) => {
        const told = shortEtag(`"${etag}"`);
        expect(told).toHaveLength(12);
        expect(namesEtag(told, etag) && namesEtag(etag, etag)).toBe(true);
        expect(namesEtag(told, other)).toBe(other.startsWith(told));
        expect(namesEtag(etag.slice(0, 11), etag)).toBe(false);
        expect(withShortEtags([{ etag: `"${etag}"` }])).toEqual([{ etag: told }]);
      }),
    );
  });
});

describe("the answer to a change", () => {
  it("has nothing that was sent, nothing empty, and no ETag but a preview's", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 24 }), hash, fc.nat(), fc.boolean(), (text, etag, revision, dryRun) => {
        const answer = {
          revision,
          etag: `"${etag}"`,
          item: { text, id: "9" },
          role: "a",
          none: null,
          list: [],
          at: {},
        };
        const told = shortAnswer(answer, { said: { text }, role: "a", dryRun });
        expect(told).toEqual({ revision, item: { id: "9" }, ...(dryRun && { etag: shortEtag(etag) }) });
      }),
    );
  });

  it("says that it is done where nothing is left to say", () => {
    expect(shortAnswer({ etag: "x", role: "a" }, { role: "a" })).toEqual({ done: true });
  });
});

describe("a refusal", () => {
  const blockers = ["1", "2", "3", "4", "5"].map((id) => ({ id, role: "a", message: `waits\nfor ${id}` }));

  it("shows three of a list, the faults behind the first, and no text of the present state", () => {
    const told = shortRefusal({
      code: "conflict",
      detail: 'Something in the arguments is not valid. tag: one of "a"|"b"',
      hint: "Do it.",
      errors: [
        { path: "tag", message: "no" },
        { path: "text", message: "is empty" },
      ],
      current: { blockers, text: "x".repeat(1000), etag: "f".repeat(64) },
    });
    expect(sayRefusal(told).split("\n")).toEqual([
      "conflict: tag: one of a|b",
      "Do it.",
      "text: is empty",
      ...["1 waits for 1", "2 waits for 2", "3 waits for 3", "and 2 more"],
    ]);
  });

  it("tells the ETag where its hint speaks of it", () => {
    const told = shortRefusal({
      code: "stale",
      detail: "No.",
      hint: "Use the new ETag.",
      current: { etag: "f".repeat(64) },
    });
    expect(told.shown).toEqual([`etag ${"f".repeat(12)}`]);
  });
});
