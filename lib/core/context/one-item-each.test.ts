import { applyDelta, computeDelta } from "@/lib/core/context/at-once.fixture";
import fc from "fast-check";
import { expect, it } from "vitest";
import { parseDelta, renderOperation } from "@/lib/core/context/delta";

const words = (text: string): number => text.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu)?.length ?? 0;

const SUBJECTS = [
  "queue",
  "ledger",
  "mailbox",
  "invoice",
  "lease",
  "parser",
  "검색 색인",
  "window",
  "bucket",
  "header",
];
const VALUES = ["COMPLETE", "rounded up by one second", "a → b", "is gone: nobody asked for it", "of 100 every 60 s"];

/** The forms in which contexts say one thing a line; each line begins with a name that stands nowhere else. */
const FORMS: Record<string, (name: string, value: string) => string> = {
  Pairs: (name, value) => `- ${name}: ${value}`,
  Sentences: (name, value) => `- ${name} ${value}.`,
  Rows: (name, value) => `| ${name} | ${value} | P1 |`,
  Listed: (name, value) => `- ${name} (${value})`,
};

interface Line {
  name: string;
  value: string;
}

const OPENINGS: Record<string, string[]> = {
  Rows: ["| # | What | Phase |", "|---|---|---|"],
  Listed: ["**In Scope:**"],
};

function textOf(sections: Record<string, Line[]>): string {
  const written = Object.entries(sections).map(([form, lines]) =>
    [
      `## ${form}`,
      ...(OPENINGS[form] ?? []),
      ...lines.map(({ name, value }) => FORMS[form]?.(name, value) ?? ""),
      "",
    ].join("\n"),
  );
  return ["---", "version: GC-v1", "---", "# Context", "", ...written].join("\n");
}

const line = fc.record({ subject: fc.constantFrom(...SUBJECTS), value: fc.constantFrom(...VALUES) });
const edit = fc.record({ at: fc.nat(), act: fc.constantFrom("change", "drop", "add", "take its place"), line });
const section = fc.record({
  lines: fc.array(line, { minLength: 4, maxLength: 9 }),
  edits: fc.array(edit, { maxLength: 5 }),
});
const pair = fc.record(Object.fromEntries(Object.keys(FORMS).map((form) => [form, section])));

/** Two versions, and the names of what came, went or changed from one to the other. */
function versionsOf(
  sections: Record<
    string,
    {
      lines: { subject: string; value: string }[];
      edits: { at: number; act: string; line: { subject: string; value: string } }[];
    }
  >,
) {
  let count = 0;
  const fresh = ({ subject, value }: { subject: string; value: string }): Line => ({
    name: `N${++count} ${subject}`,
    value,
  });
  const before = Object.fromEntries(Object.entries(sections).map(([form, { lines }]) => [form, lines.map(fresh)]));
  const after = Object.fromEntries(
    Object.entries(sections).map(([form, { edits }]) => {
      const lines = [...(before[form] ?? [])];
      for (const { at, act, line: said } of edits) {
        const place = at % Math.max(1, lines.length);
        const old = lines[place];
        if (act === "add") lines.splice(at % (lines.length + 1), 0, fresh(said));
        // Of a section from which everything goes, nothing is left to say it by.
        else if (old === undefined || lines.length < 3) continue;
        else if (act === "drop") lines.splice(place, 1);
        else
          lines.splice(
            place,
            1,
            act === "change" ? { name: old.name, value: `${old.value} ${said.value}` } : fresh(said),
          );
      }
      return [form, lines];
    }),
  );
  const all = (each: Record<string, Line[]>) =>
    new Map(
      Object.values(each)
        .flat()
        .map(({ name, value }) => [name, value]),
    );
  const [old, now] = [all(before), all(after)];
  const came = [...now].filter(([name, value]) => old.get(name) !== value).map(([name]) => name);
  const went = [...old.keys()].filter((name) => !now.has(name));
  return { before: textOf(before), after: textOf(after), came, went };
}

/** A name as a word of its own: `N1` is not in `N12`. */
function names(text: string, name: string): boolean {
  const [number = ""] = name.split(" ");
  return new RegExp(`(?<![\\w])${number}(?![\\d])`).test(text);
}

it("says each entry that came or changed in an item of its own, and names each that went", () => {
  fc.assert(
    fc.property(pair, (sections) => {
      const { before, after, came, went } = versionsOf(sections);
      const delta = computeDelta(before, after, words);
      const { operations } = parseDelta(delta.text);
      expect(applyDelta(parseDelta(delta.text), before).text).toBe(after);
      // Of a section that was written anew nothing stayed.
      const items = operations
        .filter(({ kind }) => kind !== "REPLACED")
        .map((each) => ({ ...each, text: renderOperation(each) }));
      const replaced = operations
        .filter(({ kind }) => kind === "REPLACED")
        .map(({ subject }) => subject.split(":")[0] ?? "");
      for (const { subject, text, content } of items) {
        // Where one goes is said behind another.
        const said =
          content?.join("\n") ??
          text
            .replace(/ \(after .*\)$/, "")
            .split(" → ")
            .at(-1) ??
          "";
        const told = came.filter((name) => names(said, name));
        expect(told.length, `${text}\nsays ${told.join(" and ")} of\n${before}\n→\n${after}`).toBeLessThanOrEqual(1);
        expect(subject).not.toMatch(/^document/);
      }
      for (const name of went) {
        const gone = items.some(({ kind, subject }) => kind !== "ADDED" && names(subject, name));
        const isReplaced = replaced.some((form) => before.split(`## ${form}\n`)[1]?.split("\n## ")[0]?.includes(name));
        expect(gone || isReplaced, `${name} went unnamed:\n${delta.text}`).toBe(true);
      }
    }),
    { numRuns: 400 },
  );
});
