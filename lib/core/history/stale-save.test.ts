import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findBase } from "@/lib/core/history/find-base";
import { judgeSave, type OverwritesMode } from "@/lib/core/history/stale-save";

const BASE = "# T\n\n## a\n- one\n\n## b\n- two\n";

/** What is done about a save in the place of the last of several texts, oldest first; null where it was made from that one, or lacks nothing. */
function judge(texts: readonly string[], saved: string, mode: OverwritesMode) {
  const at = findBase(texts, saved);
  if (at === null || at === texts.length - 1) return null;
  return judgeSave({ base: texts[at] ?? "", replaced: texts.at(-1) ?? "", saved }, mode, texts.includes(saved));
}

/** Few different lines, headings among them, so that equal ones come again elsewhere: of them no text tells when they came. */
const LINE = fc.constantFrom("- x\n", "- y\n", "- one\n", "- two\n", "## a\n", "## b\n");

/** A text, and up to three later ones with one to three lines more each. */
const HISTORY = fc
  .tuple(
    fc.array(LINE, { minLength: 2, maxLength: 7 }),
    fc.array(fc.tuple(fc.nat(12), fc.array(LINE, { minLength: 1, maxLength: 3 })), { minLength: 1, maxLength: 3 }),
  )
  .map(([first, additions]) => {
    const texts = [first];
    for (const [place, added] of additions) {
      const lines = [...(texts.at(-1) ?? [])];
      lines.splice(Math.min(place, lines.length), 0, ...added);
      texts.push(lines);
    }
    return texts;
  });

const SECTIONS = ["lead", "a", "b", "c"];
type Memory = Record<string, readonly string[]>;
const written = (memory: Memory) =>
  Object.entries(memory).reduce((text, [name, lines]) => `${text}\n## ${name}\n${lines.join("")}`, "# T\n");

const read = (text: string): Memory =>
  Object.fromEntries(
    text
      .split("\n## ")
      .slice(1)
      .map((section) => section.split(/(?<=\n)/))
      .map(([name = "", ...lines]) => [name.trim(), lines.filter((line) => line !== "\n")]),
  );

/** What happens to a memory: a role adds a line, somebody deletes one by hand, or a role joins with its first line. */
const STEP = fc.record({
  what: fc.constantFrom("add", "add", "add", "delete", "join"),
  section: fc.nat(3),
  line: fc.nat(20),
});
const SAVE = fc.record({
  steps: fc.array(STEP, { minLength: 2, maxLength: 25 }),
  age: fc.nat(24),
  touched: fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 3 }),
  deleted: fc.array(fc.nat(40), { maxLength: 4 }),
});

describe("a save in the place of the newest text", () => {
  it("undoes no deletion made by hand, and keeps no line away that came after its base in a section that it leaves alone", () => {
    fc.assert(
      fc.property(SAVE, ({ steps, age, touched, deleted }) => {
        let memory: Memory = Object.fromEntries(SECTIONS.map((name) => [name, [`- ${name} was first, ${name}\n`]]));
        const history = [memory];
        for (const [count, { what, section, line }] of steps.entries()) {
          const name = SECTIONS[section] ?? "a";
          const lines = memory[name] ?? [];
          if (what === "add")
            memory = { ...memory, [name]: [...lines, `- ${count * 7919} said by ${name} ${count}\n`] };
          else if (what === "join") memory = { ...memory, [`r${count}`]: [`- ${count * 7919} joined\n`] };
          else memory = { ...memory, [name]: lines.filter((_, at) => at !== line % Math.max(1, lines.length)) };
          history.push(memory);
        }
        const texts = history.map(written);
        const at = Math.max(0, texts.length - 1 - age);
        const [base, newest] = [history[at] ?? {}, history.at(-1) ?? {}];
        // What tells that it was made from this one: a line that came with it. Without one, nobody can know.
        const before = new Set(Object.values(history[at - 1] ?? {}).flat());
        const fresh = Object.values(base)
          .flat()
          .find((line) => !before.has(line));
        fc.pre(at === 0 || fresh !== undefined);
        const names = touched.map((each) => SECTIONS[each] ?? "a");
        const removable = names.flatMap((name) => base[name] ?? []).filter((line) => line !== fresh);
        const gone = new Set(deleted.map((each) => removable[each % Math.max(1, removable.length)] ?? ""));
        const saved: Memory = { ...base };
        for (const name of names) {
          const own = `- by hand in ${name}, quite unlike anything else\n`;
          saved[name] = [own, ...(base[name] ?? []).filter((line) => !gone.has(line))];
        }
        const text = judge(texts, written(saved), "propose")?.text ?? written(saved);
        const lines = text.split(/(?<=\n)/);
        for (const line of gone) expect(lines, "deleted by hand").not.toContain(line);
        const touchedOnes = new Set(names);
        for (const [name, wanted] of Object.entries(newest)) {
          const section = text.split(`## ${name}\n`)[1]?.split("\n## ")[0] ?? "";
          if (touchedOnes.has(name)) expect(section).toContain("by hand in");
          else if (at < texts.length - 1)
            for (const line of wanted) expect(section, "came after the base").toContain(line);
        }
        const items = lines.filter((line) => line.startsWith("- "));
        expect(new Set(items).size, "once each").toBe(items.length);
      }),
      { numRuns: 500 },
    );
  });

  it("keeps no line away that came after its base, also where earlier saves and what was put back of them stand before it", () => {
    const save = fc.record({
      roles: fc.array(fc.constantFrom("a", "b"), { minLength: 1, maxLength: 8 }),
      age: fc.nat(11),
      isDeleted: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(save, { minLength: 2, maxLength: 10 }), (saves) => {
        const memories: Memory[] = [{ lead: ["- start\n"], a: ["- a was first\n"], b: ["- b was first\n"] }];
        for (const [round, { roles, age, isDeleted }] of saves.entries()) {
          for (const [at, role] of roles.entries()) {
            const now = memories.at(-1) ?? {};
            memories.push({ ...now, [role]: [...(now[role] ?? []), `- ${round * 7919 + at} said by ${role}\n`] });
          }
          const { lead = [], b = [], ...others } = memories[Math.max(0, memories.length - 1 - age)] ?? {};
          const own = `- ${round * 104729} by hand\n`;
          const saved: Memory = { lead: [own, ...lead], ...others, b: isDeleted ? b.slice(0, -1) : b };
          const text = judge(memories.map(written), written(saved), "propose")?.text ?? written(saved);
          const lines = new Set(text.split(/(?<=\n)/));
          for (const name of isDeleted ? ["a"] : ["a", "b"]) {
            for (const line of memories.at(-1)?.[name] ?? []) expect(lines, "came after the base").toContain(line);
          }
          memories.push(saved);
          if (text !== written(saved)) memories.push(read(text));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("that only deletes is never undone unasked, whichever lines it deletes", () => {
    const kept = fc.array(fc.constantFrom(true, true, true, false), { minLength: 16, maxLength: 16 });
    fc.assert(
      fc.property(HISTORY, kept, (history, keeps) => {
        const texts = history.map((lines) => lines.join(""));
        const saved = (history.at(-1) ?? []).filter((_, at) => keeps[at]).join("");
        expect(judge(texts, saved, "propose")?.text ?? saved).toBe(saved);
      }),
      { numRuns: 10_000 },
    );
  });

  it("that only deletes, and so moves a line to another section, has no line of its own for that", () => {
    const texts = ["- x\n## b\n", "- x\n## b\n- x\n## b\n## a\n"];
    expect(judge(texts, "- x\n- x\n## b\n", "propose")).toMatchObject({ text: "- x\n- x\n## b\n", isAsked: true });
  });

  it("gets back what it cannot have seen, where it added a line in another section", () => {
    const now = BASE.replace("- two\n", "- two\n- of an agent\n");
    const saved = BASE.replace("- one\n", "- one\n- mine\n");
    const whole = saved.replace("- two\n", "- two\n- of an agent\n");
    expect(judge([BASE, now], saved, "propose")).toEqual({ text: whole, isAsked: false });
    expect(judge([BASE, now], saved, "repair")).toEqual({ text: whole, isAsked: false });
    expect(judge([BASE, now], saved, "observe")).toEqual({ text: saved, isAsked: true });
    expect(judge([BASE, now], BASE, "repair")).toEqual({ text: BASE, isAsked: true });
  });

  it("gets back only what came in sections that it leaves alone: about the rest somebody decides", () => {
    const now = BASE.replace("- one\n", "- one\n- of a\n").replace("- two\n", "- two\n- of b\n");
    const saved = BASE.replace("- one\n", "- one\n- mine\n");
    expect(judge([BASE, now], saved, "propose")).toEqual({
      text: saved.replace("- two\n", "- two\n- of b\n"),
      isAsked: true,
    });
  });

  it("that was made from the newest text is none", () => {
    expect(judge([BASE, `${BASE}- new\n`], `${BASE}- new\n- mine\n`, "repair")).toBeNull();
  });

  it("that changed the very line which was changed meanwhile is not decided for anybody", () => {
    const now = BASE.replace("- one\n", "- one of theirs\n");
    const saved = BASE.replace("- one\n", "- one of mine\n");
    expect(judge([BASE, now], saved, "repair")).toEqual({ text: saved, isAsked: true });
  });

  it("that lacks nothing is none, whatever it was made from", () => {
    const saved = BASE.replace("- one\n", "- one of mine\n");
    expect(judge([BASE, BASE.replace("- one\n", "")], saved, "repair")).toBeNull();
  });
});
