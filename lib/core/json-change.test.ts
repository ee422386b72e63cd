import { expect, test } from "vitest";
import { applyChange, type Change, changeOf } from "./json-change";

interface Item {
  id: string;
  line: number;
  text: string;
  pairs?: { with: string }[];
}

const item = (id: string, line: number, text = id): Item => ({ id, line, text });
const section = (role: string, items: Item[], texts: { line: number; text: string }[] = []) => ({
  role,
  heading: role,
  total: items.length,
  items,
  texts,
});
const view = (sections: ReturnType<typeof section>[], lines = 0) => ({
  lines,
  sections,
  preface: [{ line: 1, text: "# T" }],
  diagnostics: [{ code: "long", range: { start: { line: lines, column: 1 } } }],
});

/** Numbers that are the same again for the same seed. */
function chance(seed: number): (end: number) => number {
  let state = seed;
  return (end) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

test("what is kept is told as a run, and what moved with it by how far", () => {
  const many = Array.from({ length: 1000 }, (_, index) => item(`b${index}`, index + 10));
  const before = view([section("a", [item("a1", 4)]), section("b", many)]);
  const after = view([
    section("a", [item("a1", 4), item("a2", 5)]),
    section(
      "b",
      many.map((each) => ({ ...each, line: each.line + 1 })),
    ),
  ]);
  const change = changeOf(before, after);
  expect(change).toMatchObject({ fields: { lines: null, preface: 0 } });
  expect(JSON.stringify(change)).toContain(
    JSON.stringify({ list: [[0, 1, 0], { was: -1, change: { new: item("a2", 5) } }] }),
  );
  expect(JSON.stringify(change)).toContain("[1,1,1]");
  expect(JSON.stringify(change).length).toBeLessThan(400);
  expect(applyChange(before, change)).toEqual(after);
});

test("what did not move stays the very same", () => {
  const before = view([section("a", [item("a1", 4), item("a2", 5)])]);
  const next = view([section("a", [item("a1", 4), item("a2", 5, "new")])]);
  const after = applyChange(before, changeOf(before, next)) as typeof before;
  expect(after.sections[0]?.items[0]).toBe(before.sections[0]?.items[0]);
});

test.each(Array.from({ length: 200 }, (_, index) => index))("from any view to any other, story %i", (seed) => {
  const below = chance(seed + 1);
  const make = () => {
    let line = 1;
    // Few names, so that entries come back, move between lists, and stand twice.
    const some = () =>
      Array.from({ length: below(6) }, () => ({
        ...item(["__proto__", "kept", "x", "y", "z"][below(5)] ?? "", (line += 1 + below(3)), `t${below(2)}`),
        ...(below(4) === 0 && { pairs: [{ with: String(below(2)) }] }),
      }));
    const texts = () => Array.from({ length: below(3) }, () => ({ line: (line += 1), text: `p${below(2)}` }));
    const roles = ["a", "b", "a", "c"].slice(below(3));
    return view(
      roles.map((role) => section(role, some(), texts())),
      line,
    );
  };
  let shown = make();
  for (let step = 0; step < 10; step++) {
    const next = make();
    shown = applyChange(shown, JSON.parse(JSON.stringify(changeOf(shown, next))) as Change) as typeof next;
    expect(shown).toEqual(next);
  }
});

test("an object that both views share stays where it is when its neighbour moves", () => {
  const shared = item("a1", 5);
  const before = view([section("a", [shared, item("a2", 6)])]);
  const after = view([section("a", [shared, item("a2", 7)])]);
  expect(applyChange(before, changeOf(before, after))).toEqual(after);
  const two = [section("a", [shared]), section("b", [item("b1", 8)])];
  const moved = [section("a", [shared]), section("b", [item("b1", 9)])];
  expect(applyChange(view(two), changeOf(view(two), view(moved)))).toEqual(view(moved));
});
