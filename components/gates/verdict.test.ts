import { expect, test } from "vitest";
import { sayVerdict, toneOfVerdict } from "./verdict";

test("verdicts of every wording have their tone", () => {
  const tones = ["APPROVED", "passed", "CONDITIONAL_PASS", "conditionally approved", "REJECTED", "NOT PASSED", "FAIL"];
  expect(tones.map(toneOfVerdict)).toEqual(["ok", "ok", "warn", "warn", "bad", "bad", "bad"]);
  expect([null, "later"].map(toneOfVerdict)).toEqual(["neutral", "neutral"]);
  expect([sayVerdict("CONDITIONAL_PASS"), sayVerdict(null)]).toEqual(["conditional pass", "no verdict"]);
});
