import fc from "fast-check";
import { expect, it } from "vitest";
import { mergeBoth } from "@/lib/core/history/stale-save";
import { intoSections } from "@/lib/core/memory/into-sections";
import { memoryFaults } from "@/lib/core/memory/memory-faults";
import { parseMemory } from "@/lib/core/memory/parse-memory";

const codes = (text: string) => memoryFaults(parseMemory(text)).map(({ code }) => code);

it("names an item that stands in no section, and leaves prose above the first section alone", () => {
  expect(codes("- [Finding] lost\n# T\n\n## a\n- [Finding] in it\n")).toEqual(["item_outside_section"]);
  expect(codes("# T\n\n- [ARCHIVED] old\n## a\n")).toEqual(["item_outside_section"]);
  expect(codes("# T\n\nWords, and\n\n- a list\n- [a link](to)\n- [x] a task\n\n## a\n- [Finding] in it\n")).toEqual([]);
});

it("leaves no item outside a section that stood in one, whatever was made of the text meanwhile", () => {
  const name = fc.constantFrom("a", "b", "c");
  const sections = fc.array(fc.tuple(name, fc.array(fc.nat(9), { maxLength: 4 })), { maxLength: 4 });
  const memory = sections.map(
    (all) =>
      `# T\n${all.map(([role, items]) => `\n## ${role}\n${items.map((item) => `- [Finding] ${item}\n  more\n`).join("")}`).join("")}`,
  );
  const present = fc.oneof(memory, fc.constantFrom("", "# x\n- only me\n", "only words", "## b\n- own"));
  fc.assert(
    fc.property(memory, memory, present, (base, missing, now) => {
      const merged = mergeBoth(base, missing, now).text;
      const text = intoSections(merged, missing, now);
      expect(codes(text)).not.toContain("item_outside_section");
      const sorted = (all: string) =>
        all
          .split(/\r?\n/)
          .filter((line) => /^\s*[-\w]/.test(line))
          .sort();
      expect(sorted(text)).toEqual(sorted(merged));
    }),
  );
});
