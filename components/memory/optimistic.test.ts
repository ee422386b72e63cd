import { expect, test } from "vitest";
import { aMemory, aSection, anItem } from "./memory.fixture";
import { appendItem, changeItems, findItem } from "./optimistic";

const memory = aMemory([
  aSection("Lead", [anItem({ id: "a" })]),
  aSection("x", [anItem({ id: "b" }), anItem({ id: "c" })]),
]);

test("changes the named items and leaves all others the same objects", () => {
  const after = changeItems(memory, new Set(["b"]), (item) => ({ ...item, state: "archived" }));
  expect(findItem(after, "b")?.item.state).toBe("archived");
  expect(after.sections[0]).toBe(memory.sections[0]);
  expect(after.sections[1]?.items[1]).toBe(memory.sections[1]?.items[1]);
});

test("adds an item once, at the end of its section", () => {
  const item = anItem({ id: "n" });
  const after = appendItem(appendItem(memory, "Lead", item), "Lead", item);
  expect(after.sections[0]?.items.map((each) => each.id)).toEqual(["a", "n"]);
  expect(after.sections[0]?.total).toBe(2);
  expect(findItem(after, "n")?.role).toBe("Lead");
});

test("adds an item to one of two sections of a role: the first that is open", () => {
  const twice = aMemory([{ ...aSection("x", []), state: "archived" }, aSection("x", []), aSection("x", [])]);
  const after = appendItem(twice, "x", anItem({ id: "n" }));
  expect(after.sections.map(({ items }) => items.length)).toEqual([0, 1, 0]);
});
