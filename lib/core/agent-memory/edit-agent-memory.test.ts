import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agentMemoryText, openAgentMemory } from "@/lib/core/agent-memory/agent-memory.arbitrary";
import { addEntry, editEntry, setSection } from "@/lib/core/agent-memory/edit-agent-memory";
import { type AgentMemoryDocument, AGENT_SECTIONS, type AgentSectionName } from "@/lib/core/agent-memory/model";
import { parseAgentMemory } from "@/lib/core/agent-memory/parse-agent-memory";
import { AppError } from "@/lib/core/errors";
import { nastyText } from "@/lib/core/memory/nasty-memory.fixture";

const anySection = fc.constantFrom(...AGENT_SECTIONS);

/** What anybody may send, and what was written to leave its place. */
const anyText = fc.oneof(
  nastyText,
  fc.constantFrom(
    "## Session Log\n- 2026-01-01 · forged · forged",
    "a\n## Watch Points\n- b",
    "a\n\n---\nagent: forged\n---",
    "Watch Points\n---",
    "Watch Points\n===",
    "```\nnever closed",
    "<!-- never closed",
    "a\r## b",
    "---",
    "* * *",
    "- - -",
    "# x",
    "1. a\n2. b",
  ),
);

/** The result of an edit, or the code it was refused with; anything else it throws is a fault. */
function attempt<R>(edit: () => R): R | string {
  try {
    return edit();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** Everything but one section, which is all an edit of that section may leave as it was. */
function others({ text, sections, frontmatter }: AgentMemoryDocument, except: AgentSectionName) {
  const first = sections.findIndex(({ name }) => name === except);
  return {
    frontmatter: text.slice(0, frontmatter?.bodyStart ?? 0).trimEnd(),
    sections: sections.filter((_, index) => index !== first).map(({ start, end }) => text.slice(start, end).trim()),
  };
}

describe("any text, added to any section of any memory", () => {
  test("is one entry there, and changes nothing else", () => {
    fc.assert(
      fc.property(fc.oneof(agentMemoryText, nastyText), anySection, anyText, (text, section, words) => {
        const before = parseAgentMemory(text);
        const after = attempt(() => addEntry(before, section, words));
        if (typeof after === "string") {
          expect(["invalid_input", "unparseable"]).toContain(after);
          return;
        }
        expect(others(after, section)).toEqual(others(before, section));
        const count = (document: AgentMemoryDocument) =>
          document.sections.find(({ name }) => name === section)?.entries.length ?? 0;
        expect(count(after)).toBe(count(before) + 1);
        expect(parseAgentMemory(after.text)).toEqual(after);
      }),
      { numRuns: 1500 },
    );
  });

  test("is refused by no memory without blocks left open", () => {
    fc.assert(
      fc.property(openAgentMemory, anySection, (text, section) => {
        const after = addEntry(parseAgentMemory(text), section, "something\nlearnt");
        const entries = after.sections.find(({ name }) => name === section)?.entries ?? [];
        expect(entries.at(-1)).toMatchObject({ text: "something learnt" });
      }),
      { numRuns: 500 },
    );
  });
});

test("an entry says something else, or goes, and all others stay", () => {
  fc.assert(
    fc.property(agentMemoryText, fc.nat(), fc.option(anyText), (text, pick, words) => {
      const before = parseAgentMemory(text);
      const firsts = before.sections.filter((section, index) => {
        const place = before.sections.findIndex(({ name }) => name === section.name);
        return section.name === null || place === index;
      });
      const all = firsts.flatMap(({ entries }) => entries);
      const entry = all[pick % Math.max(all.length, 1)];
      if (entry === undefined) return;
      const after = attempt(() => editEntry(before, entry.id, words));
      if (typeof after === "string") {
        expect(["invalid_input", "unparseable"]).toContain(after);
        return;
      }
      const said = ({ text: from, sections }: AgentMemoryDocument) =>
        sections.flatMap(({ entries }) => entries.map(({ start, end }) => from.slice(start, end).trim()));
      const [was, is] = [said(before), said(after)];
      // Sections that are none of the six may have one heading: then the entry of the first one is meant.
      const everywhere = before.sections.flatMap(({ entries }) => entries);
      const edited = everywhere.indexOf(all.find(({ id }) => id === entry.id) ?? entry);
      was.splice(edited, 1);
      if (words !== null) is.splice(edited, 1);
      expect(is).toEqual(was);
    }),
    { numRuns: 1500 },
  );
});

describe("all below a heading, replaced by any text", () => {
  test("changes nothing else, and reads as it was given", () => {
    fc.assert(
      fc.property(fc.oneof(agentMemoryText, nastyText), anySection, anyText, (text, section, words) => {
        const before = parseAgentMemory(text);
        const after = attempt(() => setSection(before, section, words));
        if (typeof after === "string") {
          expect(after).toBe("invalid_input");
          return;
        }
        expect(others(after, section)).toEqual(others(before, section));
        const found = after.sections.find(({ name }) => name === section);
        const unify = (each: string) => each.replace(/\r\n?/g, "\n").replace(/[ \t\r\n]+$/, "");
        const body = found === undefined ? "" : after.text.slice(found.bodyStart, found.contentEnd);
        expect(unify(body).replace(/^\s*\n/, "")).toBe(unify(words).replace(/^\s*\n/, ""));
      }),
      { numRuns: 1500 },
    );
  });

  test("of a text that is there already changes nothing", () => {
    fc.assert(
      fc.property(agentMemoryText, (text) => {
        const before = parseAgentMemory(text);
        const section = before.sections.find(({ name }) => name !== null);
        if (section === undefined || section.name === null) return;
        const body = text.slice(section.bodyStart, section.contentEnd);
        const after = attempt(() => setSection(before, section.name ?? "Open Threads", body));
        if (typeof after !== "string") expect(after.text).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test.each(["## Open Threads", "a\n\n# b", "a\n===", "```\na", "<!-- a", "\u0000"])("is refused for %j", (words) => {
    const document = parseAgentMemory("## Watch Points\n- a\n\n## Open Threads\n- b\n");
    expect(attempt(() => setSection(document, "Watch Points", words))).toBe("invalid_input");
  });
});

test("a heading is not forged by taking in another one", () => {
  const document = parseAgentMemory("## Watch Points\n- a\n# Title\n\n## Open Threads\n- b\n");
  expect(attempt(() => setSection(document, "Watch Points", "Forged\n===\n<div>"))).toBe("invalid_input");
  expect(attempt(() => setSection(document, "Watch Points", "Words\n\n<div>"))).toBe("invalid_input");
});

test("edits look as a person would have made them", () => {
  const text = "## Watch Points\n<!-- c -->\n\n## Open Threads\n* a\n* b";
  const document = parseAgentMemory(text);
  expect(addEntry(document, "Watch Points", "new\nline").text).toBe(
    "## Watch Points\n<!-- c -->\n- new\n  line\n\n## Open Threads\n* a\n* b",
  );
  expect(addEntry(document, "Open Threads", "c").text).toBe(`${text}\n* c`);
  expect(addEntry(document, "What Worked", "c").text).toBe(
    `## What Worked\n<!-- Approaches that produced good results in this project -->\n- c\n\n${text}`,
  );
  expect(addEntry(document, "Session Log", "c").text).toBe(
    `${text}\n\n## Session Log\n<!-- One-line entry per session: date · summary · outcome -->\n- c\n`,
  );
  const [first] = document.sections[1]?.entries ?? [];
  expect(editEntry(document, first?.id ?? "", "z").text).toBe(text.replace("* a", "* z"));
  expect(editEntry(document, first?.id ?? "", null).text).toBe(text.replace("* a\n", ""));
  expect(setSection(document, "Open Threads", "- x").text).toBe(text.replace("* a\n* b", "- x"));
  expect(setSection(document, "Project Context", "Words.").text).toBe(`## Project Context\nWords.\n\n${text}`);
  expect(addEntry(parseAgentMemory("## Watch Points\r\nProse\r\n"), "Watch Points", "a").text).toBe(
    "## Watch Points\r\nProse\r\n\r\n- a\r\n",
  );
});

test("an entry that is gone is a conflict", () => {
  expect(attempt(() => editEntry(parseAgentMemory("## Watch Points\n- a\n"), "0123456789ab", "b"))).toBe("conflict");
});

test("where taking a line away would make a heading of what stands around it, a blank line stays", () => {
  const document = parseAgentMemory("## Watch Points\nprose\n- a\n***\n\nprose\n- b\n---\n");
  const [first, second] = document.sections[0]?.entries ?? [];
  expect(editEntry(document, first?.id ?? "", null).text).toBe("## Watch Points\nprose\n***\n\nprose\n- b\n---\n");
  expect(editEntry(document, second?.id ?? "", null).text).toBe("## Watch Points\nprose\n- a\n***\n\nprose\n\n---\n");
});
