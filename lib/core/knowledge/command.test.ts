import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/core/errors";
import { parseTeamCommand, assertTeamSessionId, nextTeamSessionId } from "@/lib/core/knowledge/team-session";

describe("a command", () => {
  test.each([
    ["*load: owasp-top-10", { name: "load", id: "owasp-top-10" }],
    [" * LOAD :owasp-top-10  ", { name: "load", id: "owasp-top-10" }],
    ["*load owasp-top-10", { name: "load", id: "owasp-top-10" }],
    ["*load: {owasp-top-10}", { name: "load", id: "owasp-top-10" }],
    ['*Load: "owasp top 10"', { name: "load", id: "owasp top 10" }],
    ["*load： 보안", { name: "load", id: "보안" }],
    [`*load: ${"é".normalize("NFD")}`, { name: "load", id: "é".normalize("NFC") }],
    ["*unload:`a`", { name: "unload", id: "a" }],
    ["*knowledge", { name: "knowledge" }],
    ["\t*Knowledge:\n", { name: "knowledge" }],
    ["*resume", { name: "resume", checkpoint: null }],
    ["*resume: 2", { name: "resume", checkpoint: "2" }],
    ["*RELOAD ", { name: "reload" }],
  ])("%j", (text, expected) => {
    expect(parseTeamCommand(text)).toEqual(expected);
  });

  test.each([
    ["", "is not a command"],
    ["load: a", "is not a command"],
    ["*", "is not a command"],
    ["**load: a", "is not a command"],
    ["*lode: a", "There is no command *lode."],
    ["*constructor", "There is no command *constructor."],
    ["*load", "does not say which knowledge"],
    ["*load: {}", "does not say which knowledge"],
    ["*unload:", "does not say which knowledge"],
    ["*load: a, b", "one id at a time"],
    ["*load: a\n*load: b", "one id at a time"],
    ["*knowledge: a", "stands alone"],
    ["*reload a", "stands alone"],
  ])("%j is refused: %s", (text, message) => {
    const refused = refusalOf(text);
    expect(refused?.message).toContain(message);
    expect(refused?.details.hint).toMatch(/\*\w+/);
  });

  test("is read or refused, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const error = refusalOf(`*${text}`);
        expect(error === null || error.code === "invalid_input").toBe(true);
      }),
    );
  });
});

function refusalOf(text: string): AppError | null {
  try {
    parseTeamCommand(text);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

describe("the id of a team session", () => {
  test.each(["arch-2024-12-31-001", "a", "보안 검토", "v1.2a"])("may be %j", (id) => {
    expect(assertTeamSessionId(id)).toBe(id);
  });

  test.each(["", "a.2", "../a", "a/b", "a\\b", ".a", "con", "a".repeat(81), "a\0"])("may not be %j", (id) => {
    expect(() => assertTeamSessionId(id)).toThrow(AppError);
  });

  test("given by the day is the first that is free, and may be one", () => {
    const taken = new Set(["qa-2026-02-09-001", "qa-2026-02-09-002"]);
    expect(nextTeamSessionId("qa", "2026-02-09", taken)).toBe("qa-2026-02-09-003");
    const long = nextTeamSessionId("팀".repeat(80), "2026-02-09", taken);
    expect(assertTeamSessionId(long)).toBe(long);
  });
});
