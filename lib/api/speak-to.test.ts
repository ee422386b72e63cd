import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { languageOf, speakTo } from "@/lib/api/speak-to";
import { say } from "@/lib/core/i18n/say";

test.each([
  ["the first of the browser's languages that is spoken", { "accept-language": "ja, ko-KR;q=0.8, en;q=0.9" }, "en"],
  ["Korean of any country", { "accept-language": "ko-KR,ko;q=0.9,en-US;q=0.8" }, "ko"],
  ["English where none is spoken", { "accept-language": "ja" }, "en"],
  ["English where nothing is said", {}, "en"],
  ["the chosen one before the browser's", { "accept-language": "ko", cookie: "a=b; wardroom-language=en" }, "en"],
  [
    "the browser's language where the choice is not one of ours",
    { "accept-language": "ko", cookie: "wardroom-language=xx" },
    "ko",
  ],
])("a page is in %s", (_case, headers, language) => {
  expect(languageOf(headers)).toBe(language);
});

test("each of two requests at once is answered in its own language, however late", async () => {
  const answer = async () => {
    await wait(1);
    return say("Cancel");
  };
  const both = [{ "accept-language": "ko" }, { "accept-language": "en" }].map((headers) => speakTo(headers, answer));
  expect(await Promise.all(both)).toEqual(["취소", "Cancel"]);
  expect(say("Cancel")).toBe("Cancel");
});
