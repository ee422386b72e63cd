import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  canonicalJson,
  hashEvent,
  findChainFaults,
  FIRST_PREVIOUS_HASH,
  type ChainedEvent,
  type JsonValue,
} from "@/lib/core/history/event-chain";

const json = fc.jsonValue({ stringUnit: "grapheme" }) as fc.Arbitrary<JsonValue>;

function chain(events: JsonValue[]): ChainedEvent[] {
  let previousHash = FIRST_PREVIOUS_HASH;
  return events.map((event) => {
    const link = { previousHash, hash: hashEvent(previousHash, event), event };
    previousHash = link.hash;
    return link;
  });
}

describe("canonicalJson", () => {
  it("keeps the value and is the same whatever the order of keys", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(reversed)).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("sorts keys at every depth, keeps the order of lists and leaves out what is undefined", () => {
    expect(canonicalJson({ b: [{ z: 1, y: null }, "ä"], a: undefined, A: true, 가: "\ud83d" })).toBe(
      '{"A":true,"b":[{"y":null,"z":1},"ä"],"가":"\\ud83d"}',
    );
  });
});

describe("hashEvent", () => {
  it("is the sha256 of the previous hash, a line feed and the canonical JSON", () => {
    const expected = createHash("sha256").update(`${FIRST_PREVIOUS_HASH}\n{"actor":"Lead","n":1}`).digest("hex");
    expect(hashEvent(FIRST_PREVIOUS_HASH, { n: 1, actor: "Lead" })).toBe(expected);
  });
});

describe("findChainFaults", () => {
  it("accepts every untouched chain, also in two runs", () => {
    fc.assert(
      fc.property(fc.array(json, { maxLength: 8 }), fc.nat(8), (events, cut) => {
        const links = chain(events);
        expect(findChainFaults(links)).toEqual([]);
        const last = links.slice(0, cut).at(-1)?.hash;
        expect(findChainFaults(links.slice(cut), last)).toEqual([]);
      }),
    );
  });

  it("names the first event that was changed, removed or moved, and why it does not fit", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer(), { minLength: 3, maxLength: 8 }), fc.nat(100), (events, pick) => {
        const links = chain(events);
        const at = pick % (links.length - 1);
        const changed = links.map((link, i) => (i === at ? { ...link, event: "forged" } : link));
        expect(findChainFaults(changed)).toEqual([{ index: at, why: "content" }]);
        expect(findChainFaults(links.toSpliced(at, 1))).toEqual([{ index: at, why: "link" }]);
        const swapped = links.toSpliced(at, 2, links[at + 1] ?? fail(), links[at] ?? fail());
        expect(findChainFaults(swapped)[0]).toEqual({ index: at, why: "link" });
      }),
    );
  });

  it("accepts a redacted event by what it was redacted to, and nothing else in its place", () => {
    const links = chain(["a", "a secret", "c"]);
    const withEvent = (event: JsonValue) =>
      links.map((link, i) =>
        i === 1 ? { ...link, event, redacted: hashEvent(link.previousHash, "[redacted]") } : link,
      );
    expect(findChainFaults(withEvent("[redacted]"))).toEqual([]);
    expect(findChainFaults(withEvent("a secret"))).toEqual([{ index: 1, why: "content" }]);
  });

  it("names every one of several", () => {
    const links = chain(["a", "b", "c", "d", "e"]);
    const changed = links.map((link, i) => (i === 1 || i === 3 ? { ...link, event: "forged" } : link));
    expect(findChainFaults(changed).map(({ index }) => index)).toEqual([1, 3]);
  });

  it("finds an event whose hash was made to fit its forged content, at the event after it", () => {
    const links = chain(["a", "b", "c"]);
    const [first, second, third] = links;
    if (first === undefined || second === undefined || third === undefined) throw new Error("three events expected");
    const forged = { ...second, event: "forged", hash: hashEvent(second.previousHash, "forged") };
    expect(findChainFaults([first, forged, third])).toEqual([{ index: 2, why: "link" }]);
  });
});

function fail(): never {
  throw new Error("index out of range");
}
