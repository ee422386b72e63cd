import fc from "fast-check";
import { expect, test } from "vitest";
import { isSessionId } from "@/lib/core/memory/session-paths";
import { nextRoleId, suggestSessionId } from "@/components/joining/suggest-id";

test("a suggested id can be the id of a session, or there is none", () => {
  expect(suggestSessionId("Invoice import, v2!")).toBe("invoice-import-v2");
  expect(suggestSessionId("원장 도입")).toBe("원장-도입");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (feature) => {
      const id = suggestSessionId(feature);
      expect(id === "" || isSessionId(id) || /^(con|prn|aux|nul|com\d|lpt\d)$/.test(id)).toBe(true);
    }),
  );
});

test("the next role of a type is the first free one", () => {
  expect(nextRoleId("tester", ["tester-1", "tester-3"])).toBe("tester-2");
});
