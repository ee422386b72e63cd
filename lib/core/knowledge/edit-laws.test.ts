import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { editKnowledgeIndex } from "@/lib/core/knowledge/edit-knowledge-index";
import { editRegistry, type RegistryFields } from "@/lib/core/knowledge/edit-registry";
import type { IndexEdit } from "@/lib/core/knowledge/index-intent";
import { parseKnowledgeIndex, parseRegistry } from "@/lib/core/knowledge/parse-knowledge";
import { lineDifference } from "@/lib/core/knowledge/line-difference.fixture";

const edit = (text: string, change: IndexEdit) => editKnowledgeIndex(text, "t", change);
const FIELDS: RegistryFields = {
  reference: "n.md",
  tokensEstimate: 9,
  tags: ["x"],
  applicableTeams: [],
  description: null,
};

/** Registries in many hands' writing, with an id `k` each and a comment on every line. */
const registryText = fc
  .record({
    entries: fc.uniqueArray(fc.constantFrom<string[]>("k0", "k1", "한글", "a b", "go/x", "k-9"), {
      minLength: 1,
      maxLength: 5,
    }),
    style: fc.array(fc.constantFrom("flow", "block", "short"), { minLength: 5, maxLength: 5 }),
    list: fc.boolean(),
    step: fc.constantFrom(2, 4),
    eol: fc.constantFrom("\n", "\r\n"),
    close: fc.boolean(),
    gap: fc.boolean(),
    bom: fc.boolean(),
    after: fc.boolean(),
  })
  .map(({ entries, style, list, step, eol, close, gap, bom, after }) => {
    const pad = " ".repeat(step);
    const lines = ["# top", "knowledge: # all"];
    entries.forEach((id, at) => {
      if (gap && at > 0) lines.push("");
      lines.push(`${pad}# about ${at}`);
      if (list) {
        if (style[at] === "flow") lines.push(`${pad}- {id: ${id}, path: f${at}.md, tags: [t, u]} # c${at}`);
        else
          lines.push(
            `${pad}- id: ${id} # c${at}`,
            `${pad}  path: f${at}.md`,
            `${pad}  tags:`,
            `${pad}    - t # first`,
            `${pad}    - u`,
          );
      } else if (style[at] === "flow") lines.push(`${pad}${id}: {path: f${at}.md, tags: [t, u]} # c${at}`);
      else if (style[at] === "short") lines.push(`${pad}${id}: f${at}.md # c${at}`);
      else lines.push(`${pad}${id}: # c${at}`, `${pad}${pad}tags: [ t, u ]`, `${pad}${pad}path: f${at}.md # p${at}`);
    });
    if (after) lines.push("budgets: {default_auto_load: 5000} # last");
    return { text: (bom ? "\uFEFF" : "") + lines.join(eol) + (close ? eol : ""), entries };
  });

const comments = (text: string) => [...text.matchAll(/#[^\r\n]*/g)].map(([comment]) => comment); // matches "# top"

test("an entry added and removed leaves the text as it was", () => {
  fc.assert(
    fc.property(registryText, ({ text }) => {
      const added = editRegistry(text, { type: "add", id: "new", fields: FIELDS });
      expect(comments(added)).toEqual(comments(text));
      expect(parseRegistry(added).entries.at(-1)).toMatchObject({ id: "new", ...FIELDS });
      expect(editRegistry(added, { type: "remove", id: "new" })).toBe(text);
    }),
    { numRuns: 300 },
  );
});

test("removing an entry takes bytes of its own lines alone", () => {
  fc.assert(
    fc.property(registryText, fc.nat(4), ({ text, entries }, which) => {
      const id = entries[which % entries.length] as string;
      const after = editRegistry(text, { type: "remove", id });
      const { gone, new: added } = lineDifference(text, after);
      expect(added).toEqual([]);
      const at = entries.indexOf(id);
      expect(gone.filter((line) => /f\d\.md|c\d/.test(line)).every((line) => new RegExp(`[fc]${at}`).test(line))).toBe(
        true,
      ); // matches "f1.md"
      expect(parseRegistry(after).entries.map((entry) => entry.id)).toEqual(entries.filter((each) => each !== id));
    }),
    { numRuns: 300 },
  );
});

test("a change of fields reads back as meant, changes no other entry, and loses no comment", () => {
  const wanted = fc.record(
    {
      tags: fc.uniqueArray(fc.constantFrom("t", "u", "v", "한", "a, b", "yes"), { maxLength: 4 }),
      tokensEstimate: fc.option(fc.nat(9999)),
      description: fc.option(fc.constantFrom("x", "a: b", "[z]", "'q\"", "- item", "true", "송장")),
      reference: fc.constantFrom("other.md", "../x y.md", "한.md"),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(registryText, fc.nat(4), wanted, ({ text, entries }, which, fields) => {
      const id = entries[which % entries.length] as string;
      const after = editRegistry(text, { type: "change", id, fields });
      const before = parseRegistry(text).entries;
      for (const entry of parseRegistry(after).entries) {
        const old = before.find((each) => each.id === entry.id);
        if (entry.id !== id) expect({ ...entry, line: 0 }).toEqual({ ...old, line: 0 });
        else
          expect({ ...entry, tags: entry.tags.toSorted() }).toMatchObject({
            ...fields,
            ...(fields.tags ? { tags: fields.tags.toSorted() } : {}),
          });
      }
      // What another reader of YAML sees agrees.
      const read = parse(after.replace(/^\uFEFF/, "")) as { knowledge: Record<string, unknown> }; // matches a byte order mark
      expect(Object.keys(read.knowledge)).toHaveLength(entries.length);
      const kept = comments(after);
      for (const comment of comments(text))
        if (!["# first", `# p${entries.indexOf(id)}`].includes(comment)) expect(kept).toContain(comment);
    }),
    { numRuns: 500 },
  );
});

/** Indexes in many hands' writing. */
const indexText = fc
  .record({
    ids: fc.uniqueArray(fc.constantFrom<string[]>("a", "b", "c-1", "한", "go/x"), { minLength: 1, maxLength: 4 }),
    flow: fc.boolean(),
    map: fc.boolean(),
    lists: fc.boolean(),
    inline: fc.boolean(),
    rules: fc.array(fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 3 }),
    eol: fc.constantFrom("\n", "\r\n"),
  })
  .map(({ ids, flow, map, lists, inline, rules, eol }) => {
    const lines = ["# index", "files: # own"];
    ids.forEach((id, at) => {
      const priority = inline ? ", priority: high" : "";
      if (map)
        lines.push(flow ? `  ${id}: {path: p${at}.md${priority}} # e${at}` : `  ${id}: # e${at}\n    path: p${at}.md`);
      else if (flow) lines.push(`  - {id: ${id}, path: p${at}.md${priority}} # e${at}`);
      else lines.push(`  - id: ${id} # e${at}`, `    path: p${at}.md${inline ? "\n    priority: low # p" : ""}`);
    });
    if (lists) lines.push("priority:", `  high: [${ids[0] ?? ""}] # h`, "  low: []");
    const named = (rule: number[] | undefined) => [...new Set((rule ?? []).map((at) => ids[at % ids.length]))];
    lines.push("auto_load:", "  by_mode:", `    m: [${named(rules[0]).join(", ")}] # m`, "    n:");
    lines.push(...named(rules[1]).map((id) => `      - ${id}`));
    lines.push("  by_keyword: # words", `    w: [${named(rules[2]).join(",")}]`, "# end");
    return { text: `${lines.join("\n").replaceAll("\n", eol)}${eol}`, ids };
  });

test("any edit of an index reads back as meant and loses no comment but those of what is removed", () => {
  const names = (pool: string[]) =>
    fc.option(fc.uniqueArray(fc.constantFrom(...pool), { maxLength: 3 }), { nil: undefined });
  const loading = fc
    .record({
      priority: fc.option(fc.constantFrom("high" as const, "medium" as const, "low" as const), { nil: undefined }),
      core: fc.option(fc.boolean(), { nil: undefined }),
      modes: names(["m", "n", "new mode", "yes"]),
      keywords: names(["w", "인젝션", "c++", "a: b"]),
    })
    .map(
      (all) =>
        Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as typeof all & object,
    );
  const change = fc.oneof(
    fc.record({ type: fc.constant("change" as const), loading }),
    fc.record({ type: fc.constant("remove" as const) }),
    fc.record({ type: fc.constant("add" as const), kind: fc.constantFrom("shared" as const, "own" as const), loading }),
    fc.record({ type: fc.constant("budget" as const), max: fc.integer({ min: 1, max: 9999 }) }),
  );
  fc.assert(
    fc.property(indexText, fc.nat(3), change, ({ text, ids }, which, made) => {
      const id = made.type === "add" ? "added" : (ids[which % ids.length] as string);
      const reference = made.type === "add" ? { reference: "./added.md" } : {};
      // `edit` itself compares what it reads back with what was meant, and throws otherwise.
      const after = edit(text, { ...made, ...reference, id } as IndexEdit);
      expect(parseKnowledgeIndex(after, "t").diagnostics).toEqual(parseKnowledgeIndex(text, "t").diagnostics);
      const lost = comments(text).filter((comment) => !comments(after).includes(comment));
      const own = ["# p", "# m", `# e${ids.indexOf(id)}`];
      expect(
        lost.filter((comment) => !(made.type === "remove" || comment === "# m" ? own : []).includes(comment)),
      ).toEqual([]);
      expect(after.includes("\r\n")).toBe(text.includes("\r\n"));
      expect(after.replaceAll("\r\n", "").includes("\n")).toBe(!text.includes("\r\n"));
    }),
    { numRuns: 600 },
  );
});
