import fc from "fast-check";
import { expect, test } from "vitest";
import { anchorsIn, codeOf, findCites, judgeAnchor } from "@/lib/core/places/code-anchor";
import { processorMs } from "@/lib/services/testing/timed.fixture";

const ROOT = "/home/me/shop";

test.each([
  ["src/cart/total.ts:12 rounds twice", ["src/cart/total.ts:12 12-12"]],
  ["see (`src/cart/total.ts:12-20`), and ./a.ts#L3-L5.", ["src/cart/total.ts:12-20 12-20", "./a.ts#L3-L5 3-5"]],
  [
    "[total](src/total.ts#L7) in app/[id]/(shop)/page.tsx:9:4",
    ["src/total.ts#L7 7-7", "app/[id]/(shop)/page.tsx:9 9-9"],
  ],
  ["src/상품/가격.ts:12에서 두 번 반올림", ["src/상품/가격.ts:12 12-12"]],
  [`${ROOT}/src/a.ts:4`, [`${ROOT}/src/a.ts:4 4-4`]],
  [
    "`totalOf` of src/cart/total.ts rounds, and Rounding(x) too",
    ["totalOf @src/cart/total.ts", "Rounding @src/cart/total.ts"],
  ],
  ["src/cart/total.ts#totalOf rounds", ["totalOf @src/cart/total.ts"]],
  [
    "../src/a.ts:4, /etc/passwd:1, .env:3, .git/config:2, C:\\a.ts:1, http://host.com:80/a, 14:02, localhost:3000, v1.2:3",
    [],
  ],
  ["nothing of the code. Or is it?", []],
])("finds the places that %j names", (text, cites) => {
  const found = findCites(text, ROOT).map(
    ({ cite, path, lines }) => `${cite} ${lines === null ? `@${path}` : lines.join("-")}`,
  );
  expect(found).toEqual(cites);
});

test("looks at few places of a line of 8,000 characters of them", () => {
  const text = Array.from({ length: 600 }, (_, at) => `src/a${at}.ts:${at}`).join(" ");
  const found = findCites(text, ROOT);
  expect([found.length, new Set(found.map(({ path }) => path)).size]).toEqual([8, 8]);
  const names = Array.from({ length: 800 }, (_, at) => `\`name${at}\``).join(" ");
  expect(findCites(`a.ts b.ts c.ts d.ts e.ts ${names}`, ROOT)).toHaveLength(8);
});

test.each([
  "a/".repeat(4_000),
  "(".repeat(8_000),
  "a:1".repeat(2_600),
  "`a".repeat(4_000),
  "aA_".repeat(2_600),
  "a.".repeat(4_000),
  "#L1".repeat(2_600),
])("reads a hostile line in little time", async (text) => {
  expect(await processorMs(() => findCites(`x/y.ts ${text}`, ROOT))).toBeLessThan(100);
});

const CODE = `import a from "a";

export function totalOf(
  lines: Line[],
): number {
  const sum = add(lines);

  return round(sum);
}

class Cart {
  total() {
    return 1;
  }
}
`;

const anchorOf = (text: string, said: string) => anchorsIn(text, findCites(said, ROOT))[0];

test("a name stands for its declaration, as far as that goes", () => {
  const anchor = anchorOf(CODE, "src/a.ts#totalOf");
  if (anchor === undefined) throw new Error("no anchor");
  expect([anchor.size, anchor.at]).toEqual([7, 0]);
  const after = (from: string, to: string) => judgeAnchor(anchor, codeOf(CODE.replace(from, to)));
  expect(after("return 1", "return 2")).toBe("same");
  expect(after("import", "// first\n\nimport")).toBe("same");
  expect(after("round(sum)", "sum")).toBe("changed");
  expect(after("round(sum);", "round(sum);\n  never();")).toBe("changed");
  expect(after("totalOf", "sumOf")).toBe("gone");
  expect(anchorOf("def total(x):\n    return 1\n\nother = 2\n", "a.py#total")?.size).toBe(2);
});

test("says nothing of a place that is not there, says nothing, or holds a secret", () => {
  const token = `key = "sk-ant-api03-${"aB3dE6gH9jK2".repeat(8)}"`;
  for (const said of ["a.ts:9", "a.ts:1-2000", "a.ts:2", "a.ts:4", "a.ts#nothing"]) {
    expect(anchorOf(`const a = 1;\n}\n\n${token}\n`, said), said).toBeUndefined();
  }
  const whole = "x\n".repeat(600_000);
  const anchor = anchorOf("const a = 1;\nb\n", "a.ts:1");
  expect([anchorOf(whole, "a.ts:1"), anchor && judgeAnchor(anchor, codeOf(whole))]).toEqual([undefined, "same"]);
});

/** One step of a file's history: lines that come, go, change or move, or a step back to an earlier text. */
const step = fc.oneof(
  fc.record({ type: fc.constant("insert" as const), at: fc.nat(30), count: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ type: fc.constant("delete" as const), at: fc.nat(30), count: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ type: fc.constant("change" as const), at: fc.nat(30) }),
  fc.record({
    type: fc.constant("move" as const),
    at: fc.nat(30),
    count: fc.integer({ min: 1, max: 6 }),
    to: fc.nat(30),
  }),
  fc.record({ type: fc.constant("ends" as const) }),
  fc.record({ type: fc.constant("revert" as const), to: fc.nat(20) }),
);

test("lines are to be checked exactly where their text changed, in any history of their file", () => {
  fc.assert(
    fc.property(fc.nat(19), fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 12 }), (from, size, steps) => {
      let fresh = 100;
      let lines = Array.from({ length: 24 }, (_, at) => `line ${at}`);
      let end = "\n";
      const cited = lines.slice(from, from + size);
      const anchor = anchorOf(`${lines.join(end)}\n`, `src/a.ts:${from + 1}-${from + size}`);
      if (anchor === undefined) throw new Error("no anchor");
      const history = [lines];
      for (const each of steps) {
        lines = [...lines];
        if (each.type === "insert")
          lines.splice(each.at, 0, ...Array.from({ length: each.count }, () => `new ${fresh++}`));
        if (each.type === "delete") lines.splice(each.at, each.count);
        if (each.type === "change" && each.at < lines.length) lines[each.at] = `other ${fresh++}`;
        if (each.type === "move") lines.splice(each.to, 0, ...lines.splice(each.at, each.count));
        if (each.type === "ends") end = end === "\n" ? " \r\n" : "\n";
        if (each.type === "revert") lines = history[each.to % history.length] ?? lines;
        history.push(lines);
        const stands = `\n${lines.join("\n")}\n`.includes(`\n${cited.join("\n")}\n`);
        const verdict = judgeAnchor(anchor, codeOf(lines.join(end) + end));
        expect(verdict === "same").toBe(stands);
        if (verdict === "gone")
          expect(lines.some((line) => cited.includes(line))).toBe(
            size > 1 && lines.some((line) => cited.includes(line)),
          );
      }
    }),
    { numRuns: 400 },
  );
});

test("of lines that a file has twice, one that went is missed", () => {
  const anchor = anchorOf("a();\nreturn x;\nb();\nreturn x;\n", "src/a.ts:2");
  const judge = (text: string) => anchor && judgeAnchor(anchor, codeOf(text));
  expect(judge("a();\nreturn y;\nb();\nreturn x;\n")).toBe("changed");
  expect(judge("0;\na();\nreturn x;\nb();\nreturn x;\n")).toBe("same");
  expect(judge("a();\nb();\nreturn x;\n")).toBe("gone");
  expect(judge("a();\nreturn x;\nb();\nreturn y;\n")).toBe("same");
});
