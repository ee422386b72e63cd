import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyMemoryOperation } from "@/lib/core/memory/apply-operation";
import { carryIdentity, findItems, identifyItems } from "@/lib/core/memory/identity";
import { changedItems } from "@/lib/core/memory/reworded-items";
import type { ItemIdentity, MemoryDocument } from "@/lib/core/memory/model";
import { nastyMemory, tidyMemory } from "@/lib/core/memory/nasty-memory.fixture";
import { parseMemory } from "@/lib/core/memory/parse-memory";

function idsOf(document: MemoryDocument, identity: ItemIdentity = {}): string[] {
  return identifyItems(document, identity).map((placed) => placed.id);
}

describe("ids", () => {
  test("are unique, opaque and the same in every process", () => {
    fc.assert(
      fc.property(fc.oneof(nastyMemory, tidyMemory), (text) => {
        const ids = idsOf(parseMemory(text));
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.every((id) => /^[0-9a-f]{12}(-\d+)?$/.test(id))).toBe(true);
        expect(idsOf(parseMemory(text))).toEqual(ids);
      }),
    );
  });

  test("stay unique under an identity that belongs to another text", () => {
    fc.assert(
      fc.property(tidyMemory, tidyMemory, tidyMemory, (a, b, c) => {
        const identity = carryIdentity(parseMemory(a), {}, parseMemory(b));
        const ids = idsOf(parseMemory(c), identity);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  test.each([
    ["archived", "- [ARCHIVED] [Finding] a\n  b"],
    ["archived with a note", "- [ARCHIVED — x] [Finding] a\n  b"],
    ["resolved", "- ~~[Finding] a\n  b~~ → done"],
    ["both", "- [ARCHIVED] ~~[Finding] a\n  b~~ → done"],
    ["under another bullet, spaced otherwise", "*  [Finding]  a\n\n   b"],
  ])("stay when an item is %s", (_, item) => {
    expect(idsOf(parseMemory(`## r\n${item}\n`))).toEqual(idsOf(parseMemory("## r\n- [Finding] a\n  b\n")));
  });

  test.each(["- [Finding] a\n  c", "- [Finding] a", "- [Warning] a\n  b", "- a\n  b", "- [Finding] 2026-01-01 a\n  b"])(
    "change with what the item says: %j",
    (item) => {
      expect(idsOf(parseMemory(`## r\n${item}\n`))).not.toEqual(idsOf(parseMemory("## r\n- [Finding] a\n  b\n")));
    },
  );
});

test("items are found by their ids as all of them are listed, whatever is noted of them", () => {
  fc.assert(
    fc.property(fc.oneof(nastyMemory, tidyMemory), tidyMemory, fc.array(fc.nat()), (text, before, picks) => {
      const document = parseMemory(text);
      for (const identity of [{}, carryIdentity(parseMemory(before), {}, document)]) {
        const all = identifyItems(document, identity);
        const ids = new Set(
          all.length === 0 ? ["0123456789ab"] : picks.map((pick) => all[pick % all.length]?.id ?? ""),
        );
        const found = findItems(document, identity, ids);
        expect(new Set(found)).toEqual(new Set(all.filter(({ id }) => ids.has(id))));
        expect(found).toHaveLength(ids.size === 1 && all.length === 0 ? 0 : ids.size);
      }
    }),
  );
});

describe("of several equal items", () => {
  const three = parseMemory("## r\n- [ARCHIVED] a\n- a\n- b\n- a\n");
  const [first = "", second = "", , third = ""] = idsOf(three);

  test("each has its own id", () => {
    expect([second, third]).toEqual([`${first}-2`, `${first}-3`]);
  });

  test("each keeps it when another is pruned, and a new one gets a fresh one", () => {
    const pruned = applyMemoryOperation(three, {}, { type: "prune", items: [first] });
    expect(idsOf(pruned.document, pruned.identity)).toEqual([second, expect.any(String), third]);
    const added = applyMemoryOperation(parseMemory("## r\n- [Finding] a\n- [Finding] a\n"), {}, addA());
    const gone = applyMemoryOperation(added.document, added.identity, {
      type: "edit",
      scope: null,
      oldString: "## r\n- [Finding] a\n- [Finding] a\n",
      newString: "## r\n",
    });
    const again = applyMemoryOperation(gone.document, gone.identity, addA());
    expect(again.result.items[0]?.id).toMatch(/-4$/);
    expect(JSON.parse(JSON.stringify(again.identity))).toEqual(again.identity);
  });

  test.each([
    ["the first goes outside", "## r\n- a\n- b\n- a\n", [1, 3]],
    ["the last goes outside", "## r\n- [ARCHIVED] a\n- a\n- b\n", [0, 1]],
    ["one is added before all outside", "## r\n- z\n- a\n- a\n- b\n- a\n", [0, 1, 3]],
  ])("each keeps it when %s", (_, text, kept) => {
    const after = parseMemory(text);
    const ids = idsOf(after, carryIdentity(three, {}, after)).filter((id) => id.startsWith(first));
    expect(ids).toEqual(kept.map((index) => idsOf(three)[index]));
  });

  test("a new twin before an item does not take its id", () => {
    const before = parseMemory("## r\n- a\n- b\n");
    const edited = applyMemoryOperation(
      before,
      {},
      { type: "edit", scope: null, oldString: "## r\n", newString: "## r\n- a\n" },
    );
    expect(idsOf(edited.document, edited.identity).slice(1)).toEqual(idsOf(before));
    expect(idsOf(edited.document, edited.identity)[0]).toMatch(/-2$/);
  });

  function addA() {
    return { type: "add-item", role: "r", tag: "Finding", text: "a", timestamp: null } as const;
  }
});

test("an identity carried along needs nothing while no two items are equal", () => {
  const before = parseMemory("## r\n- a\n- b\n");
  expect(carryIdentity(before, {}, parseMemory("## r\n- b\n- c\n"))).toEqual({});
});

test("carrying to the same text changes no id, and an untouched item keeps its id when others go", () => {
  fc.assert(
    fc.property(tidyMemory, fc.array(fc.nat(20), { maxLength: 5 }), (text, drop) => {
      const before = parseMemory(text);
      expect(idsOf(before, carryIdentity(before, {}, before))).toEqual(idsOf(before));
      const ids = idsOf(before);
      const archivable = identifyItems(before, {}).filter((placed) => placed.item.state === "archived");
      const gone = new Set(drop.map((index) => archivable[index]?.id).filter((id) => id !== undefined));
      if (gone.size === 0) return;
      const pruned = applyMemoryOperation(before, {}, { type: "prune", items: [...gone] });
      expect(idsOf(pruned.document, pruned.identity)).toEqual(ids.filter((id) => !gone.has(id)));
      const { lost, reworded } = changedItems({ document: before, identity: {} }, pruned);
      expect(lost.map(({ id }) => id)).toEqual(ids.filter((id) => gone.has(id)));
      expect(reworded).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
