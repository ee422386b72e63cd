import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "@/lib/db/database";
import { openTestDatabase } from "@/lib/db/testing/open-test-database.fixture";

let folder: string;
let database: Database;

const MOMENTS = [0, 1, 2].map((second) => new Date(Date.UTC(2026, 1, 9, 10, 0, second, 7)));
const TEXTS = ["", "a", "A", "b'", 'ü"?', "_%"];
const orNull = <T>(values: T[]) => fc.option(fc.constantFrom(...values), { nil: null });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plain-finds-"));
  database = await openTestDatabase(join(folder, "wardroom.db"));
  const rows = fc.sample(
    fc.record({
      role: fc.constantFrom(...TEXTS),
      began: fc.constantFrom(...MOMENTS),
      sign: orNull(MOMENTS),
      how: orNull(TEXTS),
      confirmed: orNull([0, 1, 2]),
      wantsFull: fc.boolean(),
    }),
    { numRuns: 60, seed: 7 },
  );
  await database.transaction(async (queries) => {
    await queries.workspace.create({ data: { name: "demo", createdAt: MOMENTS[0] as Date } });
    const { key: sessionKey } = await queries.session.create({
      data: { workspaceId: "demo", id: "s", createdAt: MOMENTS[0] as Date },
    });
    for (const [at, row] of rows.entries()) {
      await queries.run.create({ data: { ...row, sessionKey, reader: `r${at}`, id: `claude:${at % 9}` } });
    }
  });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** What may be asked of a column: null where it may be, a value, a list of them, or how it compares. */
function asked(values: unknown[], isNullable: boolean) {
  const value = fc.constantFrom(...values);
  const sign = fc.constantFrom("gt", "gte", "lt", "lte", "not");
  const ways: fc.Arbitrary<unknown>[] = [
    value,
    fc.record({ in: fc.subarray(values) }),
    fc.tuple(sign, value).map(([name, than]) => ({ [name]: than })),
    fc.record({ gte: value, lt: value }),
    ...(values === TEXTS ? [fc.record({ contains: fc.constantFrom(...TEXTS) })] : []),
  ];
  return fc.oneof(...ways, ...(isNullable ? [fc.constantFrom(null, { not: null })] : []));
}

const condition = fc.record(
  {
    role: asked(TEXTS, false),
    began: asked(MOMENTS, false),
    sign: asked(MOMENTS, true),
    how: asked(TEXTS, true),
    confirmed: asked([0, 1, 2], true),
  },
  { requiredKeys: [] },
);
const COLUMNS = ["role", "began", "sign", "how", "confirmed", "wantsFull", "reader"] as const;
const find = fc.record(
  {
    where: fc
      .tuple(condition, fc.array(condition, { minLength: 1, maxLength: 2 }), fc.boolean())
      .map(([own, others, both]) => (both ? { ...own, OR: others } : own)),
    // Rows that are alike would come in any order.
    orderBy: fc
      .tuple(fc.constantFrom(...COLUMNS), fc.constantFrom("asc", "desc"))
      .map(([name, way]) => [{ [name]: way }, { reader: "asc" }]),
    take: fc.nat(9),
  },
  { requiredKeys: ["orderBy"] },
);
const shape = fc.oneof(
  fc.constant({}),
  fc
    .subarray([...COLUMNS], { minLength: 1 })
    .map((names) => ({ select: Object.fromEntries(names.map((name) => [name, true])) })),
  fc.constant({ omit: { how: true } }),
);

it("answers what the query builder does, row for row", async () => {
  const { run } = database.queries;
  await fc.assert(
    fc.asyncProperty(find, shape, fc.constantFrom("findMany", "findFirst"), async (what, how, operation) => {
      const ask = (more: object) => {
        const args = { ...what, ...how, ...more } as Parameters<typeof run.findMany>[0];
        return operation === "findMany" ? run.findMany(args) : run.findFirst(args);
      };
      const first = operation === "findMany" ? {} : { take: undefined };
      // Who skips rows is answered by the query builder.
      const [plain, built] = await Promise.all([ask(first), ask({ ...first, skip: 0 })]);
      expect(plain).toEqual(built);
    }),
    { numRuns: 300 },
  );
});

it("finds one by a key of several columns, and answers null where it is not there", async () => {
  const { run } = database.queries;
  const first = await run.findFirst({ orderBy: { reader: "asc" } });
  const key = { sessionKey: first?.sessionKey ?? 0, reader: first?.reader ?? "" };
  expect(await run.findUnique({ where: { sessionKey_reader: key } })).toEqual(first);
  expect(await run.findUnique({ where: { sessionKey_reader: { ...key, reader: "nobody" } } })).toBeNull();
});
