import fc from "fast-check";
import { expect, it } from "vitest";
import { together } from "@/lib/db/direct";

const INSERT = `\n  INSERT INTO "A" ("b", "c")\n  VALUES (?, ?)\n`;
const MOVE = `
  WITH "Moved" ("b", "c") AS (VALUES (CAST(? AS bigint), ?))
  UPDATE "A" SET "c" = "Moved"."c" FROM "Moved" WHERE "A"."b" = "Moved"."b"`;

it.each([
  ["inserts", INSERT],
  ["moves", MOVE],
])("%s every row once, in its order, in few statements of few texts", (_, statement) => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer(), fc.string()), { maxLength: 200 }), (rows) => {
      const statements = together(statement, rows);
      expect(statements.flatMap(([, args]) => args)).toEqual(rows.flat());
      for (const [sql, args] of statements) expect(sql.split("?").length - 1).toBe(args.length);
      expect(statements.length).toBeLessThanOrEqual(rows.length / 128 + 7);
      expect(new Set(statements.map(([sql]) => sql)).size).toBeLessThanOrEqual(8);
    }),
  );
});

it("leaves a statement that does something else to each of its rows", () => {
  const update = `UPDATE "A" SET "b" = ? WHERE "c" = ?`;
  expect(
    together(update, [
      [1, "one"],
      [2, "two"],
    ]),
  ).toEqual([
    [update, [1, "one"]],
    [update, [2, "two"]],
  ]);
});
