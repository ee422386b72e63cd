import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDocument } from "yaml";
import { yamlFault } from "@/lib/core/yaml/yaml-value";

const faultOf = (source: string) =>
  yamlFault(parseDocument(source, { prettyErrors: false, uniqueKeys: false }), source)?.message;

test.each([
  ["name: a\ndescription: it says: no\n", 'another key. Put the value in quotes. Write: description: "it says: no"'],
  ["a:\n\tb: 1\n", "tab"],
  ['a: "open\n', "never closed"],
  ["a: @here\n", "quotes"],
])("tells people what is meant: %j", (source, words) => {
  expect(faultOf(source)).toContain(words);
});

test("tells a fault once, however often the parser does", () => {
  expect(parseDocument("status: [active\n: : :\nb: c\n").errors.length).toBeGreaterThan(1);
  expect(faultOf("status: [active\n: : :\nb: c\n")).toBeTypeOf("string");
});

test("tells of every text that is not valid, and of none that is", () => {
  fc.assert(
    fc.property(fc.string(), (source) => {
      const isValid = parseDocument(source, { uniqueKeys: false }).errors.length === 0;
      expect(faultOf(source) === undefined).toBe(isValid);
    }),
  );
});
