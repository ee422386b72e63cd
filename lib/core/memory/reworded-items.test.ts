import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { applyMemoryOperation } from "@/lib/core/memory/apply-operation";
import { carryIdentity, identifyItems } from "@/lib/core/memory/identity";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { carryReworded, changedItems } from "@/lib/core/memory/reworded-items";

const QUEUE = "refunds go through the same queue as charges";
const FONTS = "the card form loads two fonts of its own";
const TEXT = `## a\n- [Finding] ${QUEUE}\n- [Finding] ${FONTS}\n\n## b\n- [Finding] rates are cached\n`;

/** What a file holds after it was saved with other texts, one after the other. */
function saved(...texts: string[]) {
  const [first = "", ...rest] = texts;
  return rest.reduce(
    (before, text) => {
      const document = parseMemory(text);
      const identity = carryIdentity(before.document, before.identity, document);
      return { document, identity: carryReworded(before, { document, identity }) };
    },
    { document: parseMemory(first), identity: {} },
  );
}
const idsOf = ({ document, identity }: ReturnType<typeof saved>) =>
  identifyItems(document, identity).map(({ id }) => id);

describe("an item that was changed in an editor", () => {
  const ids = idsOf(saved(TEXT));
  it.each([
    ["reworded", TEXT.replace("as charges", "as every charge")],
    ["given another tag", TEXT.replace(`[Finding] ${QUEUE}`, `[Decision] ${QUEUE}`)],
    ["given a body", TEXT.replace(QUEUE, `${QUEUE}\n  - at night`)],
    [
      "reworded on its way to another place",
      `## a\n- [Finding] ${FONTS}\n- [Finding] ${QUEUE} do\n\n## b\n- [Finding] rates are cached\n`,
    ],
  ])("keeps its id when it is %s", (_, text) => {
    expect(new Set(idsOf(saved(TEXT, text)))).toEqual(new Set(ids));
  });

  it("has it through several rewordings, and with its first words again", () => {
    const second = TEXT.replace("as charges", "as every charge");
    const third = second.replace("the same queue", "the second queue");
    for (const texts of [
      [TEXT, second, third],
      [TEXT, second, TEXT],
      [TEXT, second, third, second],
    ])
      expect(idsOf(saved(...texts))).toEqual(ids);
  });

  it("is another one where less than half of it is left, and where another section has it", () => {
    expect(idsOf(saved(TEXT, TEXT.replace(QUEUE, "nothing of this was said before")))[0]).not.toBe(ids[0]);
    const moved = idsOf(saved(TEXT, TEXT.replace(`- [Finding] ${QUEUE}\n`, "").concat(`- [Finding] ${QUEUE} now\n`)));
    expect(moved).not.toContain(ids[0]);
  });

  it("is another one where an equal item stood in its section, or stands there now", () => {
    const twice = TEXT.replace(`- [Finding] ${QUEUE}\n`, `- [Finding] ${QUEUE}\n- [Finding] ${QUEUE}\n`);
    const two = idsOf(saved(twice));
    const reworded = twice.replace("as charges", "as every charge");
    expect(two).not.toContain(idsOf(saved(twice, reworded))[0]);
    const both = twice.replaceAll("as charges", "as every charge");
    expect(idsOf(saved(TEXT, both)).slice(0, 2)).not.toContain(ids[0]);
  });

  it("is told as reworded, and one that went as lost", () => {
    const before = saved(TEXT);
    const text = TEXT.replace("as charges", "as every charge").replace(`- [Finding] ${FONTS}\n`, "");
    const { lost, reworded } = changedItems(before, saved(TEXT, text));
    expect(lost.map(({ id }) => id)).toEqual([ids[1]]);
    expect(reworded.map(({ id }) => id)).toEqual([ids[0]]);
  });
});

test("an edit of the text through a door keeps the id of the item it gave other words, and names it", () => {
  const document = parseMemory(TEXT);
  const edit = {
    type: "edit",
    scope: "a",
    oldString: QUEUE,
    newString: "nothing of this was said before",
  } as const;
  const after = applyMemoryOperation(document, {}, edit);
  expect(idsOf(after)).toEqual(idsOf(saved(TEXT)));
  expect(after.result).toMatchObject({ items: [{ id: idsOf(after)[0] }], removed: [] });
});

test("ids are unique, whatever the file is saved as", () => {
  const item = fc
    .tuple(fc.constantFrom("a", "b"), fc.array(fc.constantFrom("one", "two", "three"), { minLength: 1, maxLength: 4 }))
    .map(([role, words]) => ({ role, words: words.join(" ") }));
  const text = fc.array(item, { maxLength: 6 }).map((items) =>
    ["a", "b"]
      .map((role) => [
        `## ${role}`,
        ...items.filter((each) => each.role === role).map(({ words }) => `- [Finding] ${words}`),
      ])
      .map((lines) => `${lines.join("\n")}\n`)
      .join("\n"),
  );
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (texts) => {
      const ids = idsOf(saved(...texts));
      expect(new Set(ids).size).toBe(ids.length);
    }),
    { numRuns: 300 },
  );
});
