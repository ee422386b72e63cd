import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aMemory, aRelay, aSection, anItem } from "./memory.fixture";
import { NO_FILTER, filterMemory, timeOfItem, type Filter, type News } from "./memory-filter";
import { buildRows, countMoves, findActive, findStaying, type MemoryRow } from "./memory-rows";

const memory = aMemory([
  aSection("Lead", [anItem({ id: "d1", tag: "Decision", text: "Review before matching" })]),
  aSection("implementer-1", [
    anItem({ id: "f1", text: "Retries hide TIMEOUTS" }),
    anItem({ id: "w1", tag: "Warning", body: "  see timeouts" }),
    anItem({ id: "u1", tag: null }),
    anItem({ id: "a1", state: "archived" }),
    anItem({ id: "r1", tag: "Question", state: "resolved", resolution: "asked" }),
  ]),
  aSection("researcher-1", [anItem({ id: "k1", text: "원장 API는 거부함" })]),
  aSection("tester-1", [anItem({ id: "t1", state: "archived" })], { state: "archived" }),
]);
const relays = [aRelay({ id: "r", role: "researcher-1", text: "EDI partners resend" })];

const ids = (filter: Partial<Filter>, news?: News) => {
  const filtered = filterMemory(memory, relays, { ...NO_FILTER, ...filter }, news);
  return filtered.sections.flatMap((section) => [
    ...section.relays.map((relay) => `relay ${relay.id}`),
    ...section.items.map((item) => item.id),
  ]);
};

describe("filtering", () => {
  test("shows what still counts, and relays with it", () => {
    expect(ids({})).toEqual(["d1", "f1", "w1", "u1", "relay r", "k1"]);
  });
  test("what stands in an archived section is archived", () => {
    expect(ids({ state: "archived" })).toEqual(["a1", "t1"]);
  });
  test("narrows items and relays alike to what is new", () => {
    expect(ids({ new: true }, new Set(["w1", "r", "a1"]))).toEqual(["w1", "relay r"]);
    expect(ids({ new: true })).toEqual([]);
  });
  test("finds text in body and resolution, whatever its case", () => {
    expect(ids({ q: "Timeouts " })).toEqual(["f1", "w1"]);
    expect(ids({ q: "ASKED", state: "all" })).toEqual(["r1"]);
  });
  test("finds Korean however it was composed", () => {
    expect(ids({ q: "원장".normalize("NFD") })).toEqual(["k1"]);
  });
  test("several tags are one or the other; none is the untagged", () => {
    expect(ids({ tag: ["Warning", "none"] })).toEqual(["w1", "u1"]);
  });
  test("a role shows its own section and relays alone", () => {
    expect(ids({ role: ["researcher-1"] })).toEqual(["relay r", "k1"]);
  });
  test("each count says what choosing it would show", () => {
    const { counts, shown, total } = filterMemory(memory, relays, { ...NO_FILTER, tag: ["Finding"] });
    expect(counts.states).toEqual({ open: 2, archived: 2, resolved: 0, all: 4 });
    expect(Object.fromEntries(counts.tags)).toEqual({ Decision: 1, Finding: 2, Warning: 1, none: 1 });
    expect([counts.anyTag, shown, total]).toEqual([5, 2, 8]);
  });
});

test("the newest first holds every line once, none above a newer one, and stale are those alone that are old and count", () => {
  const dated = fc.array(fc.option(fc.integer({ min: 1, max: 28 })), { maxLength: 12 }).map((days) =>
    aMemory(
      ["Lead", "tester-1"].map((role, index) =>
        aSection(
          role,
          days.flatMap((day, at) =>
            at % 2 === index
              ? [anItem({ id: `i${at}`, timestamp: day === null ? null : `2026-11-${String(day).padStart(2, "0")}` })]
              : [],
          ),
        ),
      ),
    ),
  );
  fc.assert(
    fc.property(dated, (some) => {
      const all = { ...NO_FILTER, newest: true };
      const rows = buildRows(filterMemory(some, [], all), false, true);
      const times = rows.map((row) => (row.kind === "item" ? (timeOfItem(row.item) ?? -Infinity) : Infinity));
      expect(new Set(rows.map(({ key }) => key)).size).toBe(some.sections.flatMap(({ items }) => items).length);
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      const old = Date.UTC(2026, 10, 15);
      const { shown, counts } = filterMemory(some, [], { ...all, stale: true }, undefined, old);
      expect([shown, counts.narrow.stale]).toEqual(
        Array(2).fill(times.filter((at) => at > -Infinity && at < old).length),
      );
    }),
  );
});

const rowsOf = (filter: Partial<Filter> = {}, narrowed = false) =>
  buildRows(filterMemory(memory, relays, { ...NO_FILTER, ...filter }), narrowed);

describe("rows", () => {
  test("follow the file, a relay heads the section it waits for", () => {
    expect(rowsOf().map((row) => row.key)).toEqual([
      "section:0:Lead",
      "d1",
      "section:1:implementer-1",
      "f1",
      "w1",
      "u1",
      "section:2:researcher-1",
      "relay:r",
      "k1",
      "section:3:tester-1",
    ]);
  });
  test("of a narrowed list leave out sections with nothing in them", () => {
    expect(rowsOf({ tag: ["Warning"] }, true).map((row) => row.key)).toEqual(["section:1:implementer-1", "w1"]);
  });
  test("headings are passed over when moving", () => {
    const rows = rowsOf();
    expect(findActive(rows, 2, 1)?.key).toBe("f1");
    expect(findActive(rows, 2, -1)?.key).toBe("d1");
    expect(findActive(rows, 9, 1)).toBeUndefined();
  });
});

describe("what would move under the reader's eyes", () => {
  const before = rowsOf();
  const more = buildRows(filterMemory(memory, [], { ...NO_FILTER, state: "all" }), false);

  test("nothing is looked at: nothing moves", () => {
    expect(countMoves(before, more, undefined)).toBe(0);
  });
  test("rows that come or go above count, those below do not", () => {
    expect(countMoves(before, more, "f1")).toBe(0);
    expect(countMoves(before, more, "k1")).toBe(3);
  });
  test("the row looked at going away counts", () => {
    expect(
      countMoves(
        before,
        before.filter((row) => row.key !== "f1"),
        "f1",
      ),
    ).toBeGreaterThan(0);
  });
});

test("after rows are settled, the cursor moves to the next row left, or else to the nearest one above", () => {
  const section = aSection("Lead", []);
  fc.assert(
    fc.property(fc.array(fc.record({ settled: fc.boolean(), isText: fc.boolean() })), fc.nat(), (given, at) => {
      const rows = given.map(({ isText }, index): MemoryRow =>
        isText
          ? { kind: "section", key: String(index), section, shown: 0 }
          : { kind: "item", key: String(index), item: anItem({ id: String(index) }), section },
      );
      const settled = given.flatMap((each, index) => (each.settled ? [String(index)] : []));
      const from = rows.length === 0 ? 0 : at % rows.length;
      const staying = rows.flatMap(({ kind, key }) =>
        kind === "section" || settled.includes(key) ? [] : [Number(key)],
      );
      const next = staying.find((index) => index >= from) ?? staying.findLast((index) => index < from);
      expect(findStaying(rows, from, new Set(settled))?.key).toBe(next === undefined ? undefined : String(next));
    }),
  );
});
