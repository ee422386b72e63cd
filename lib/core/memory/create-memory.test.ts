import fc from "fast-check";
import { expect, test } from "vitest";
import type { AppError } from "@/lib/core/errors";
import { createMemory } from "@/lib/core/memory/create-memory";
import { parseMemory } from "@/lib/core/memory/parse-memory";

const NEW = {
  feature: "checkout",
  session: "cow-pipeline",
  created: "2026-02-09",
  roles: ["researcher-1", "Implementer-1"],
};

test("a new memory reads as the format shows it", () => {
  expect(createMemory(NEW)).toBe(
    [
      "# TEAM-MEMORY — checkout",
      "",
      "## Meta",
      "- Created: 2026-02-09",
      "- Session: cow-pipeline",
      "- GC Version: GC-v0",
      "",
      "## Lead",
      "",
      "## researcher-1",
      "",
      "## implementer-1",
      "",
    ].join("\n"),
  );
});

test("any feature it accepts is the feature it names", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constantFrom("C #", "C#", "#", "a\\", "—x")),
      (feature) => {
        let text;
        try {
          text = createMemory({ ...NEW, feature });
        } catch (error) {
          expect((error as AppError).details.errors?.[0]?.path).toBe("feature");
          return;
        }
        const memory = parseMemory(text);
        expect(memory.title).toBe(`TEAM-MEMORY — ${feature.trim()}`);
        expect(memory.diagnostics).toEqual([]);
        expect(memory.meta).toMatchObject({ created: "2026-02-09", session: "cow-pipeline", gcVersion: "GC-v0" });
        expect(memory.sections.map((section) => section.role)).toEqual(["Lead", "researcher-1", "implementer-1"]);
      },
    ),
    { numRuns: 500 },
  );
});

test.each([
  ["a feature of two lines", { feature: "a\n## b" }, "feature"],
  ["no feature", { feature: "  " }, "feature"],
  ["a path for a session", { session: "../x" }, "id"],
  ["a role twice", { roles: ["a", "b", "A"] }, "roles.2.id"],
  ["the Lead as a teammate", { roles: ["lead"] }, "roles.0.id"],
  ["Meta as a teammate", { roles: ["a", "meta"] }, "roles.1.id"],
  ["a role with a heading in it", { roles: ["a\n## b"] }, "roles.0.id"],
])("%s is refused", (_, wrong, path) => {
  expect(() => createMemory({ ...NEW, ...wrong })).toThrow(
    expect.objectContaining({
      code: "invalid_input",
      details: expect.objectContaining({ errors: [expect.objectContaining({ path })] }),
    }),
  );
});
