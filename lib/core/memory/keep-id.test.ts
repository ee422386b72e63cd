import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "@/lib/core/errors";
import { applyMemoryOperation } from "@/lib/core/memory/apply-operation";
import { carryIdentity, identifyFormer, identifyItems } from "@/lib/core/memory/identity";
import type { ItemIdentity, MemoryDocument } from "@/lib/core/memory/model";
import type { MemoryOperation } from "@/lib/core/memory/operation";
import { parseMemory } from "@/lib/core/memory/parse-memory";

interface State {
  document: MemoryDocument;
  identity: ItemIdentity;
}

const open = (text: string): State => ({ document: parseMemory(text), identity: {} });
const apply = ({ document, identity }: State, operation: MemoryOperation) =>
  applyMemoryOperation(document, identity, operation);
const edit = (state: State, item: string, text: string): State =>
  apply(state, { type: "edit-item", scope: null, item, text });
const saved = ({ document, identity }: State, text: string): State => {
  const after = parseMemory(text);
  return { document: after, identity: carryIdentity(document, identity, after) };
};
const itemsOf = ({ document, identity }: State) => identifyItems(document, identity);
const idsOf = (state: State) => itemsOf(state).map(({ id }) => id);

const TEXT = "## a\n- [Finding] one\n- [Finding] two\n";

test("an item keeps its id with other words, and tells of no other that came or went", () => {
  const before = open(TEXT);
  const [one = "", two] = idsOf(before);
  const { result, ...after } = apply(before, { type: "edit-item", scope: null, item: one, text: "1" });
  expect(idsOf(after)).toEqual([one, two]);
  expect(result.items).toMatchObject([{ id: one, item: { text: "1" } }]);
  expect(result.removed).toEqual([]);
  expect(idsOf(edit(after, one, "uno"))).toEqual([one, two]);
  const lengthened = apply(after, { type: "add-to-item", scope: null, item: one, text: "more" });
  expect(idsOf(lengthened)).toEqual([one, two]);
});

test("its id is given to nobody else, who says what it said first or says by now", () => {
  const [one = ""] = idsOf(open(TEXT));
  const add = (state: State, text: string) => {
    const item = { type: "add-item", role: "a", tag: "Finding", text, timestamp: null } as const;
    return apply(state, item);
  };
  const after = add(add(edit(open(TEXT), one, "1"), "one"), "1");
  const ids = idsOf(after);
  expect(ids[0]).toBe(one);
  expect(new Set(ids).size).toBe(4);
});

test("it has its id back with its first words, whoever brings them back, and with its second again", () => {
  const before = open(TEXT);
  const [one = "", two] = idsOf(before);
  const after = edit(before, one, "1");
  const undone = saved(after, TEXT);
  expect(idsOf(undone)).toEqual([one, two]);
  expect(idsOf(saved(undone, after.document.text))).toEqual([one, two]);
  expect(idsOf(edit(after, one, "one"))).toEqual([one, two]);
});

test("in every former text it is found by its id", () => {
  const texts = ["one", "1", "uno", "하나"];
  const [one = ""] = idsOf(open(TEXT));
  const states = texts
    .slice(1)
    .reduce((all, words) => [...all, edit(all.at(-1) ?? open(TEXT), one, words)], [open(TEXT)]);
  const { identity } = states.at(-1) ?? open(TEXT);
  for (const { document } of states) expect(identifyFormer(document, identity)[0]?.id).toBe(one);
});

test("a conflict is what says something else than whoever edits it read", () => {
  const [one = ""] = idsOf(open(TEXT));
  const now = edit(open(TEXT), one, "1");
  const operation = { type: "edit-item", scope: null, item: one, text: "uno" } as const;
  expect(() => apply(now, { ...operation, was: "one" })).toThrow(/something else by now/);
  expect(itemsOf(apply(now, { ...operation, was: "1" }))[0]?.item.text).toBe("uno");
});

const areDifferent = (state: State) => {
  const said = itemsOf(state).map(({ role, item }) => `${role} ${item.text}`);
  return new Set(said).size === said.length;
};

const words = fc.constantFrom("one", "two", "three", "four");
const act = fc.oneof(
  fc.record({ do: fc.constant("edit" as const), at: fc.nat(6), words }),
  fc.record({ do: fc.constant("add" as const), at: fc.nat(1), words }),
  fc.record({ do: fc.constant("archive" as const), at: fc.nat(6), words }),
);

test("whatever happens, ids are unique, an edited item has the one it had, and an undone edit leaves all as they were", () => {
  let edits = 0;
  fc.assert(
    fc.property(fc.array(act, { maxLength: 12 }), (acts) => {
      let state = open("## a\n- [Finding] one\n- [Finding] two\n\n## b\n- [Finding] one\n");
      for (const each of acts) {
        const before = state;
        const placed = itemsOf(state).at(each.at % Math.max(1, itemsOf(state).length));
        try {
          if (each.do === "edit") {
            state = edit(state, placed?.id ?? "", each.words);
            const at = itemsOf(before).findIndex(({ id }) => id === placed?.id);
            expect(idsOf(state)[at]).toBe(placed?.id);
            expect(idsOf(state)).toEqual(idsOf(before));
            // Of several that say the same, nobody can tell which of them said something else for a time.
            const isPlain = [before, state].every(areDifferent);
            if (isPlain) expect(idsOf(saved(state, before.document.text))).toEqual(idsOf(before));
            edits++;
          } else if (each.do === "add") {
            const item = { tag: "Finding", text: each.words, timestamp: null };
            state = apply(state, { type: "add-item", role: each.at === 0 ? "a" : "b", ...item });
          } else {
            state = apply(state, { type: "archive-items", items: [placed?.id ?? ""] });
          }
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
        }
        const ids = idsOf(state);
        expect(new Set(ids).size).toBe(ids.length);
      }
    }),
    { numRuns: 200 },
  );
  expect(edits).toBeGreaterThan(50);
});
