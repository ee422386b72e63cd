import { afterEach, expect, it } from "vitest";
import { sayFault } from "@/lib/client/say-fault";
import sentences from "@/lib/core/i18n/korean.json";

afterEach(() => {
  globalThis.wardroomWords = undefined;
});

it("says what is wrong with a file in the reader's language, and then as agents read it", () => {
  expect(sayFault("not_indexed", "Not in any index.")).toBe("Not in any index.");
  globalThis.wardroomWords = () => ({ language: "ko", sentences });
  expect(sayFault("duplicate_key", 'The key "a" appears twice.')).toBe(
    '같은 키가 두 번 나옵니다. (The key "a" appears twice.)',
  );
  expect(sayFault("no_such_code", "Nobody knows it.")).toBe("Nobody knows it.");
});
