import { expect, it } from "vitest";
import type { Queries } from "@/lib/db/database";
import { readTextAt, readTextsBetween } from "@/lib/services/commit/revision-texts";
import { actingAs } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

/** Over two revisions that are kept whole. */
const ADDED = 280;

/** The same queries, with each question about revisions counted. */
function counting(queries: Queries): { queries: Queries; asked: () => number } {
  let asked = 0;
  const revision = new Proxy(queries.revision, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...given: unknown[]): unknown => {
        asked++;
        return Reflect.apply(value, target, given);
      };
    },
  });
  const all = new Proxy(queries, {
    get: (target, name) => (name === "revision" ? revision : (Reflect.get(target, name) as unknown)),
  });
  return { queries: all, asked: () => asked };
}

it("texts of hundreds of consecutive revisions are what each is by itself, for no more questions than two of them", async () => {
  const wardroom = await TestWardroom.open();
  const session = await wardroom.session("long", ["implementer-1"]);
  const add = (text: string) =>
    wardroom.services.memory.add(
      actingAs("implementer-1"),
      session.params,
      { tag: "Finding", text } as const,
      PLAIN_REQUEST,
    );
  await Promise.all(Array.from({ length: ADDED }, (_, index) => add(`line ${String(index)}`)));
  const database = await wardroom.openDatabase();
  const document = await database.queries.document.findFirstOrThrow({
    where: { path: { endsWith: "TEAM-MEMORY.md" } },
  });
  expect(document.head).toBeGreaterThanOrEqual(ADDED);

  const two = counting(database.queries);
  await readTextsBetween(two.queries, document.id, document.head - 1, document.head);
  for (const first of [1, 100, 129]) {
    const { queries, asked } = counting(database.queries);
    const texts = await readTextsBetween(queries, document.id, first, document.head);
    expect(asked()).toBe(two.asked());
    expect(texts).toHaveLength(document.head - first + 1);
    for (const at of [0, 1, 27, 28, 29, texts.length - 1])
      expect(texts[at]).toBe(await readTextAt(database.queries, document.id, first + at));
  }
  expect(await readTextsBetween(database.queries, document.id, 5, 5)).toHaveLength(1);
  await database.close();
});
