import { applyDelta } from "@/lib/core/context/at-once.fixture";
import { describe, expect, it } from "vitest";
import { parseDelta } from "@/lib/core/context/delta";

const by = (base: string, ...operations: string[]) =>
  applyDelta(parseDelta(`[CONTEXT-UPDATE] GC-v3 → GC-v4\n\n## Delta\n${operations.join("\n")}\n`), base);

/** The text after operations that must all be applied. */
const after = (base: string, ...operations: string[]): string => {
  const result = by(base, ...operations);
  expect(result.unresolved).toEqual([]);
  return result.text;
};
const refused = (base: string, ...operations: string[]): string[] => {
  const result = by(base, ...operations);
  expect(result).toMatchObject({ applied: 0, text: base });
  return result.unresolved.map(({ reason }) => reason);
};

/** The ways in which contexts write what is in scope and what is not. */
const SCOPES: Record<string, string> = {
  "bold names": "## Scope\n**In Scope:**\n- parser\n- reader\n\n**Out of Scope:**\n- UI testing\n- refunds\n",
  "bold names, blank lines":
    "## Scope\n\n**In Scope:**\n\n- parser\n- reader\n\n**Out of Scope:**\n\n- UI testing\n- refunds\n",
  "bullets in bullets": "## Scope\n- in_scope:\n  - parser\n  - reader\n- out_of_scope:\n  - UI testing\n  - refunds\n",
  "bold bullets":
    "## Scope\n- **In Scope:**\n  - parser\n  - reader\n- **Out of Scope:**\n  - UI testing\n  - refunds\n",
  "as in YAML": "## Scope\nin_scope:\n  - parser\n  - reader\nout_of_scope:\n  - UI testing\n  - refunds\n",
  "as in YAML, flush": "## Scope\nin_scope:\n- parser\n- reader\nout_of_scope:\n- UI testing\n- refunds\n",
  "nested headings": "## Scope\n### In Scope\n- parser\n- reader\n\n### Out of Scope\n- UI testing\n- refunds\n",
  "names without marks": "## Scope\n\nIn Scope:\n\n- parser\n- reader\n\nOut of Scope:\n\n- UI testing\n- refunds\n",
};

describe.each(Object.entries(SCOPES))("a scope written with %s", (_, base) => {
  const line = (text: string): string => base.split("\n").find((each) => each.includes(text)) ?? "";
  const without = base.replace(`${line("UI testing")}\n`, "");
  const plus = base.replace(
    `${line("reader")}\n`,
    `${line("reader")}\n${line("reader").replace("reader", "invoices")}\n`,
  );

  it("takes lines by the name of their list, as keys or as paths", () => {
    for (const name of ["out_of_scope", "Out of Scope"]) {
      expect(after(base, `- REMOVED §Scope: ${name}: UI testing`)).toBe(without);
      expect(after(base, `- REMOVED §Scope.${name}: UI testing`)).toBe(without);
    }
    for (const name of ["in_scope", "In Scope"]) {
      expect(after(base, `- ADDED §Scope: ${name}: invoices`)).toBe(plus);
      expect(after(base, `- ADDED §Scope.${name}: invoices`)).toBe(plus);
    }
    const changed = base.replace("parser", "importer");
    for (const place of ["§Scope: in_scope: ", "§Scope.in_scope: "])
      expect(after(base, `- CHANGED ${place}parser → importer`)).toBe(changed);
    expect(after(base, "- CHANGED §Scope: in_scope: parser → in_scope: importer")).toBe(changed);
  });

  it("never lets a line slip into another list", () => {
    expect(refused(base, "- REMOVED §Scope: in_scope: UI testing")).toHaveLength(1);
    expect(refused(base, "- ADDED §Scope: in_scope: parser")[0]).toMatch(/has "parser" already$/);
    if (!base.includes("###")) expect(refused(base, "- ADDED §Scope: invoices")[0]).toMatch(/: say which one$|already/);
  });

  it("replaces one list and keeps its name", () => {
    const replaced = after(base, "- REPLACED §Scope.in_scope: (see below)", "- one", "- two");
    expect(replaced).toBe(
      base
        .replace(line("parser"), line("parser").replace("parser", "one"))
        .replace(line("reader"), line("reader").replace("reader", "two")),
    );
  });
});

describe("a key", () => {
  it("keeps its place, whatever the line looks like", () => {
    for (const line of [
      "- approach: waterfall",
      "approach: waterfall",
      "**approach:** waterfall",
      "- **approach:** waterfall",
    ]) {
      const base = `## Scope\n\n${line}\n\nProse.\n`;
      expect(after(base, "- CHANGED §Scope: approach: waterfall → agile")).toBe(base.replace("waterfall", "agile"));
      expect(after(base, "- CHANGED §Scope.approach: waterfall → agile")).toBe(base.replace("waterfall", "agile"));
      expect(after(base, "- REMOVED §Scope: approach: waterfall")).toBe(base.replace(`${line}\n`, ""));
    }
  });

  it("is added once, in the form of its neighbours", () => {
    expect(after("## Scope\n**Goal:** ship\n", "- ADDED §Scope: Owner: ada")).toBe(
      "## Scope\n**Goal:** ship\n\n**Owner:** ada\n",
    );
    expect(refused("## Scope\n**Goal:** ship\n", "- ADDED §Scope: Goal: more")).toEqual([
      `§Scope has "Goal" already; use CHANGED`,
    ]);
    expect(after("## Scope\n**Later:**\n", "- ADDED §Scope: later: refunds")).toBe("## Scope\n**Later:**\n- refunds\n");
    expect(after("## Scope\n- later:\n", "- ADDED §Scope: later: refunds")).toBe("## Scope\n- later:\n  - refunds\n");
    expect(after("## Scope\n- a: 1\n", "- ADDED §Scope: b: 2", "  - and more")).toBe(
      "## Scope\n- a: 1\n- b: 2\n  - and more\n",
    );
  });

  it("is no sentence with a colon", () => {
    const base = "## Notes\nThere are two ways: the first is slow\nand the second: is not.\n";
    expect(after(base, "- CHANGED §Notes: and the second: is not. → and the third: is fast.")).toBe(
      base.replace("and the second: is not.", "and the third: is fast."),
    );
    expect(after("## Notes\nOne line.\n", "- ADDED §Notes: Another one.")).toBe(
      "## Notes\nOne line.\n\nAnother one.\n",
    );
  });
});

describe("a table", () => {
  const table = "## Log\n| # | Decision | Phase |\n|---|---|---|\n| D-1 | Use files | P1 |\n";

  it("is given cells between bars with blanks around them; any other bar is text", () => {
    expect(after(table, "- ADDED §Log: D-2: either a|b | P2")).toBe(`${table}| D-2 | either a\\|b | P2 |\n`);
    expect(after(table, "- ADDED §Log: D-2: a\\|b")).toBe(`${table}| D-2 | a\\|b |  |\n`);
    for (const change of ["§Log: D-1: Use files → a|b", "§Log.D-1: Decision: Use files → a|b"])
      expect(after(table, `- CHANGED ${change}`)).toBe(table.replace("Use files", "a\\|b"));
    expect(after(table, "- CHANGED §Log: D-1: Use files | P1 → a|b | P2")).toBe(
      table.replace("Use files | P1", "a\\|b | P2"),
    );
  });

  it("takes no row of more cells than it has, nor one without a first cell", () => {
    expect(refused(table, "- ADDED §Log: D-2: a | b | c")).toEqual([
      "a row of §Log has 3 cells, not 4; a bar within one is written \\|",
    ]);
    expect(refused(table, "- ADDED §Log: Use Redis")[0]).toMatch(/is a table/);
    expect(refused(table, "- CHANGED §Log: D-1: Use files | P1 → only one")).toHaveLength(1);
  });
});

describe("lines below an operation", () => {
  const base = "---\nversion: GC-v3\n---\n## Research\nOld.\n\n## Tasks\n- one\n";
  const replaced = (body: string): string => base.replace("Old.", () => body).replace("GC-v3", "GC-v4");
  const FENCED =
    "New:\n\n```md\n  - REMOVED §Tasks\n- REMOVED §Tasks\n## Impact Assessment\n```\n\n- and more\n  - nested";

  it("may stand at the margin, with a fence in which nothing ends them", () => {
    for (const mark of ["(full section content below)", "(see below)", "(below):", ""]) {
      const result = by(base, `- REPLACED §Research: ${mark}`, FENCED, "", "- ADDED §Tasks: two");
      expect(result).toMatchObject({ applied: 2, total: 2, unresolved: [] });
      expect(result.text).toBe(replaced(FENCED).replace("- one\n", "- one\n- two\n"));
    }
    const indented = FENCED.replace(/^(?=.)/gm, "  ");
    expect(after(base, "- REPLACED §Research: (see below)", indented)).toBe(replaced(FENCED));
    expect(after(base, "- REPLACED §Research: (see below)", "## Research", "New.")).toBe(replaced("New."));
  });

  it("are refused together with their operation where they cannot be told from what follows", () => {
    const mixed = by(base, "- REPLACED §Research: (see below)", "  New.", "```", "code", "```", "- ADDED §Tasks: two");
    expect(mixed).toMatchObject({ applied: 1, total: 2, text: base.replace("- one\n", "- one\n- two\n") });
    expect(mixed.unresolved[0]?.reason).toMatch(/indented, but line 6 /);
    const open = by(base, "- REPLACED §Research: (see below)", "New.", "```", "- REMOVED §Tasks");
    expect(open).toMatchObject({ applied: 0, total: 1, text: base });
    expect(open.unresolved[0]?.reason).toMatch(/fence/);
    expect(refused(base, "- REPLACED §Research: (see below)", "- DELETED §Tasks")).toHaveLength(2);
    expect(refused(base, "- REMOVED §Tasks", "  - one")).toEqual(["the lines below it belong to no removal"]);
  });
});

describe("a new section", () => {
  const base = "## S\n- a: 1\n\n## T\nx\n";

  it("has its heading, whether or not the lines below begin with it", () => {
    for (const lines of [["  - c"], ["  ## New", "  - c"], ["- c"], ["## New", "- c"]])
      expect(after(base, "- ADDED §New: (section below)", ...lines)).toBe(`${base}\n## New\n- c\n`);
    expect(after(base, "- ADDED §New: (section below, after §S)", "  - c")).toBe(
      base.replace("## T", "## New\n- c\n\n## T"),
    );
    expect(after(base, "- ADDED §S.Rules: (section below)", "  - c")).toBe(
      base.replace("## T", "### Rules\n- c\n\n## T"),
    );
  });

  it("is no second one of the same name", () => {
    for (const mark of ["section below", "see below"])
      expect(refused(base, `- ADDED §S: (${mark})`, "  ## S", "  - c")).toEqual(["§S is there already; use REPLACED"]);
  });
});

it("a removal that names another value says what stands there", () => {
  expect(
    refused("## Scope\n**Out of Scope:** UI testing, refunds\n", "- REMOVED §Scope: out_of_scope: UI testing"),
  ).toEqual([`"Out of Scope" in §Scope is "UI testing, refunds", not "UI testing"`]);
});

it("says what is meant where a key that is not there yet is added as a path", () => {
  const [reason] = refused("## Decisions\n- D-1: Jest\n", "- ADDED §Decisions.D-8: Vitest");
  expect(reason).toBe("§Decisions.D-8 names nothing in this text; write ADDED §Decisions: D-8: …");
});
