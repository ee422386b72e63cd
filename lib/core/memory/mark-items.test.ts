import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "@/lib/core/errors";
import { applyMemoryOperation } from "@/lib/core/memory/apply-operation";
import { identifyItems } from "@/lib/core/memory/identity";
import { nastyMemory } from "@/lib/core/memory/nasty-memory.fixture";
import type { MemoryOperation } from "@/lib/core/memory/operation";
import { parseMemory } from "@/lib/core/memory/parse-memory";

function idsOf(text: string): string[] {
  return identifyItems(parseMemory(text), {}).map((placed) => placed.id);
}

function apply(text: string, operation: MemoryOperation): string {
  return applyMemoryOperation(parseMemory(text), {}, operation).document.text;
}

test.each<[string, (id: string) => MemoryOperation]>([
  ["archive", (id) => ({ type: "archive-items", items: [id] })],
  ["archive with a note", (id) => ({ type: "archive-items", items: [id], note: "Phase 2" })],
  ["resolve", (id) => ({ type: "resolve-item", item: id, resolution: "fixed in Phase 3" })],
])("%s keeps every id, touches one item, and comes off without a trace", (_, operationOn) => {
  fc.assert(
    fc.property(nastyMemory, fc.nat(), (text, pick) => {
      const document = parseMemory(text);
      const placed = identifyItems(document, {});
      const target = placed[pick % Math.max(placed.length, 1)];
      if (target?.item.state !== "active") return;
      let marked;
      try {
        marked = applyMemoryOperation(document, {}, operationOn(target.id));
      } catch (error) {
        expect((error as AppError).code).toBe("unparseable");
        // What begins with a paragraph, as everything that has a tag does, can be marked.
        expect(target.item.tag).toBeNull();
        return;
      }
      const after = identifyItems(marked.document, marked.identity);
      expect(after.map((each) => each.id)).toEqual(placed.map((each) => each.id));
      expect(marked.result.items.map((each) => each.id)).toEqual([target.id]);
      expect(marked.result.items[0]?.item).toMatchObject({ tag: target.item.tag, timestamp: target.item.timestamp });
      expect(marked.result.items[0]?.item.state).not.toBe("active");
      expect(marked.result.removed).toEqual([]);
      expect(after.filter((each) => each.item.state !== "active")).toHaveLength(
        placed.filter((each) => each.item.state !== "active").length + 1,
      );
      const takeBack: MemoryOperation = { type: "unarchive-items", items: [target.id] };
      if (document.sections[target.sectionIndex]?.state === "archived") {
        expect(() => applyMemoryOperation(marked.document, marked.identity, takeBack)).toThrow(/archived/);
        return;
      }
      const back = applyMemoryOperation(marked.document, marked.identity, takeBack);
      if (target.item.text !== "" || target.item.body !== "") expect(back.document.text).toBe(text);
      expect(identifyItems(back.document, back.identity).map((each) => each.id)).toEqual(placed.map((each) => each.id));
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ["- [Finding] a\n  - b\n", "- [ARCHIVED] [Finding] a\n  - b\n", "- ~~[Finding] a~~ → ok\n  - b\n"],
  ["*   a\r\n    b\r\n", "*   [ARCHIVED] a\r\n    b\r\n", "*   ~~a\r\n    b~~ → ok\r\n"],
  ["- ~a\n", "- [ARCHIVED] ~a\n", "- ~~ ~a~~ → ok\n"],
  ["- a  ", "- [ARCHIVED] a  ", "- ~~a~~ → ok  "],
])("%j is marked as the format says", (item, archived, resolved) => {
  const text = `## a\n${item}`;
  const [id = ""] = idsOf(text);
  expect(apply(text, { type: "archive-items", items: [id] })).toBe(`## a\n${archived}`);
  expect(apply(text, { type: "resolve-item", item: id, resolution: "→ ok" })).toBe(`## a\n${resolved}`);
});

test("an item that begins with a fence is archived on a line of its own", () => {
  const text = "## a\n- ```\n  ## x\n  ```\n- b\n";
  const [id = ""] = idsOf(text);
  const archived = apply(text, { type: "archive-items", items: [id] });
  expect(archived).toBe("## a\n- [ARCHIVED]\n  ```\n  ## x\n  ```\n- b\n");
  expect(apply(archived, { type: "unarchive-items", items: [id] })).toBe(text);
});

test("a resolved item can be archived, and gets both marks off one by one", () => {
  const text = "## a\n- ~~[Finding] x~~ → done\n";
  const [id = ""] = idsOf(text);
  const archived = apply(text, { type: "archive-items", items: [id], note: "Phase 2" });
  expect(archived).toBe("## a\n- [ARCHIVED — Phase 2] ~~[Finding] x~~ → done\n");
  const once = apply(archived, { type: "unarchive-items", items: [id] });
  expect(once).toBe(text);
  expect(apply(once, { type: "unarchive-items", items: [id] })).toBe("## a\n- [Finding] x\n");
});

test("several items are archived in one go", () => {
  const text = "## a\n- x\n- y\n\n## b\n- x\n";
  expect(apply(text, { type: "archive-items", items: idsOf(text) })).toBe(
    "## a\n- [ARCHIVED] x\n- [ARCHIVED] y\n\n## b\n- [ARCHIVED] x\n",
  );
});

const ITEM = "## a\n- [Finding] x\n";
const ARCHIVED = "## a\n- [ARCHIVED] [Finding] x\n";
const RESOLVED = "## a\n- ~~[Finding] x~~ → ok\n";
const [ID = ""] = idsOf(ITEM);

test.each<[string, string, MemoryOperation, string]>([
  ["archived twice", ARCHIVED, { type: "archive-items", items: [ID] }, "conflict"],
  ["resolved twice", RESOLVED, { type: "resolve-item", item: ID, resolution: "x" }, "conflict"],
  [
    "resolved with other words than were seen",
    ITEM,
    { type: "resolve-item", item: ID, was: "else", resolution: "x" },
    "conflict",
  ],
  ["resolved when archived", ARCHIVED, { type: "resolve-item", item: ID, resolution: "x" }, "conflict"],
  ["active already", ITEM, { type: "unarchive-items", items: [ID] }, "conflict"],
  ["gone", "## a\n- [Finding] changed\n", { type: "archive-items", items: [ID] }, "conflict"],
  ["no items", ITEM, { type: "archive-items", items: [] }, "invalid_input"],
  ["a note with brackets", ITEM, { type: "archive-items", items: [ID], note: "a] b" }, "invalid_input"],
  ["a resolution with a strike", ITEM, { type: "resolve-item", item: ID, resolution: "a ~~ b" }, "invalid_input"],
  ["an empty resolution", ITEM, { type: "resolve-item", item: ID, resolution: " → " }, "invalid_input"],
  ["a control character", ITEM, { type: "resolve-item", item: ID, resolution: "a\0" }, "invalid_input"],
])("%s is refused with a hint", (_, text, operation, code) => {
  const refused = () => apply(text, operation);
  expect(refused).toThrow(AppError);
  try {
    refused();
  } catch (error) {
    expect((error as AppError).code).toBe(code);
    expect((error as AppError).details.hint).toBeTruthy();
  }
});

test("a resolution of several lines becomes one", () => {
  expect(apply(ITEM, { type: "resolve-item", item: ID, resolution: "one\n## two" })).toBe(
    "## a\n- ~~[Finding] x~~ → one ## two\n",
  );
});
