import { expect, test } from "vitest";
import { TERMS, type TermId } from "@/lib/core/terms";
import { say } from "@/lib/core/i18n/say";

const IDS = Object.keys(TERMS) as TermId[];

test.each(IDS)("%s is explained in at most three short sentences", (id) => {
  const name = say(TERMS[id].name);
  const text = say(TERMS[id].text);
  expect(name).toMatch(/^[A-Z]/);
  expect(text).toMatch(/^[A-Z].*\.$/s);
  expect(text.split(/(?<=[.!?]) (?=[A-Z])/)).toSatisfy((sentences: string[]) => sentences.length <= 3);
  expect(text.length).toBeLessThanOrEqual(260);
});

test("no two terms have one name", () => {
  expect(new Set(IDS.map((id) => TERMS[id].name)).size).toBe(IDS.length);
});
