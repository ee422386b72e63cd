import { readFileSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Database, Queries } from "@/lib/db/database";
import { type Bound, storedTime } from "@/lib/db/direct";
import { migrationsFolder, openDatabase } from "@/lib/db/open";
import { PROTECTED, UNSEALED, type Protected } from "@/lib/db/protected";
import { asBound, Seals } from "@/lib/db/seals";
import { IntegrityFindings } from "@/lib/services/history/integrity-findings";
import { verifyRows } from "@/lib/services/history/integrity";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { ContextSession, CONTEXT } from "@/lib/services/testing/context-session.fixture";
import { PROJECT, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const DEMO = { workspace: "demo" };

interface Field {
  name: string;
  type: string;
  isOptional: boolean;
}

/** The columns of every model of the schema, without those that the database numbers by itself. */
const MODELS = new Map(
  [...readFileSync("prisma/schema.prisma", "utf8").matchAll(/^model (\w+) \{\n([^]*?)^\}/gm)].map(
    ([, name = "", body = ""]) => {
      const fields = [...body.matchAll(/^ +(\w+) +(String|Int|DateTime|Boolean|Bytes)(\??)(?!.*autoincrement)/gm)];
      const plain = fields.map(([, field = "", type = "", mark]) => ({ name: field, type, isOptional: mark === "?" }));
      const key = /@@id\(\[([^\]]+)\]\)/.exec(body)?.[1]?.split(", ") ?? [/^ +(\w+) .*@id\b/m.exec(body)?.[1] ?? ""];
      return [name, { fields: plain, key }] as const;
    },
  ),
);

it("every table is sealed, or is said why not; of each its whole key and every column that proves something", () => {
  expect([...PROTECTED.keys(), ...Object.keys(UNSEALED)].sort()).toEqual([...MODELS.keys()].sort());
  for (const [name, { key, columns, left }] of PROTECTED) {
    const model = MODELS.get(name);
    expect({ name, key }).toEqual({ name, key: model?.key });
    const numbered = key.filter((column) => model?.fields.every((field) => field.name !== column));
    expect([...columns, ...left].sort()).toEqual(
      [...(model?.fields.map((each) => each.name) ?? []), ...numbered].sort(),
    );
  }
});

/** What a column may hold that refers to no other row. */
function valueOf({ type, isOptional }: Field): fc.Arbitrary<string | number | boolean | Date | null> {
  const plain = {
    String: fc.string({ unit: "binary", minLength: 1, maxLength: 12 }).filter((text) => !text.includes("\0")),
    Int: fc.nat(1_000_000),
    DateTime: fc.nat(2_000_000_000).map((seconds) => new Date(seconds * 1000)),
    Boolean: fc.boolean(),
  }[type];
  if (plain === undefined) throw new Error(`no value for ${type}`);
  return isOptional ? fc.option<string | number | boolean | Date>(plain, { freq: 4 }) : plain;
}

/** Rows of a table, as a transaction makes them. */
function rowOf(table: Protected, refers: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> {
  const fields = MODELS.get(table.table)?.fields ?? [];
  return fc
    .record(Object.fromEntries(fields.map((field) => [field.name, valueOf(field)])))
    .map((row) => ({ ...row, ...Object.fromEntries(Object.entries(refers).filter(([name]) => name in row)) }));
}

const delegate = (queries: Queries, { table }: Protected) =>
  (queries as unknown as Record<string, Record<string, (args: unknown) => Promise<Record<string, unknown>>>>)[
    table.charAt(0).toLowerCase() + table.slice(1)
  ];

/** Wardroom's own way to the rows, and somebody's with a client of the database. */
async function opened() {
  const wardroom = await TestWardroom.open();
  const session = await wardroom.session("one", ["implementer-1"]);
  await session.items();
  const { DATABASE_URL } = wardroom.environment;
  const secret = (await readFile(join(wardroom.data, "secret"), "utf8")).trim();
  const seals = new Seals([secret], DATABASE_URL === undefined);
  const path = DATABASE_URL ?? join(wardroom.data, "wardroom.db");
  const own = await openDatabase(path, migrationsFolder(PROJECT), seals);
  const outside = await wardroom.openDatabase();
  return { wardroom, own, outside, close: () => Promise.all([own.close(), outside.close()]) };
}

async function findings(own: Database): Promise<string[]> {
  const found = new IntegrityFindings();
  await verifyRows(own, "demo", found, () => Promise.resolve());
  return found.answer().problems.map(({ target, detail }) => `${target}: ${detail}`);
}

/** Runs statements past Wardroom; false where the database refuses them. */
async function runs(outside: Database, ...statements: [sql: string, args: readonly Bound[]][]): Promise<boolean> {
  return outside
    .transaction(async ({ direct }) => {
      for (const [sql, args] of statements) await direct.run(sql, args);
      return true;
    })
    .catch(() => false);
}

it("names every row that was changed, made, copied, removed or put back past it, of any table", async () => {
  const { own, outside, close } = await opened();
  const { key: sessionKey } = await own.queries.session.findFirstOrThrow();
  const { id: documentId } = await own.queries.document.findFirstOrThrow();
  const refers: Record<string, unknown> = { workspaceId: "demo", sessionKey, documentId };
  const missed: string[] = [];
  for (const table of PROTECTED.values()) {
    const name = table.table;
    const sample = () => fc.sample(rowOf(table, refers), 1)[0] ?? {};
    let made = (await own.queries.workspace.findUnique({ where: { name: "demo" } })) as Record<string, unknown> | null;
    if (name !== "Workspace")
      made = await own.transaction(
        (inside) => delegate(inside, table)?.["create"]?.({ data: sample() }) ?? Promise.resolve({}),
      );
    const key = table.key.map((column) => made?.[column] as Bound);
    if (name === "Delivery") refers["deliveryId"] = key[0];
    expect({ name, found: await findings(own) }).toEqual({ name, found: [] });

    const where = table.key.map((column) => `"${column}" = ?`).join(" AND ");
    const all = table.columns.map((column) => `"${column}"`).join(", ");
    const read = async () =>
      (await own.queries.direct.all(`SELECT ${all} FROM "${name}" WHERE ${where}`, ...key)).flat().map(asBound);
    const seals = async () =>
      (
        await own.queries.direct.all(
          `SELECT "seal" FROM "Seal" WHERE "kind" = ? AND "key" = ?`,
          name,
          JSON.stringify(key),
        )
      )
        .flat()
        .map(asBound);
    const put = (values: readonly Bound[]): [string, Bound[]] => [
      `UPDATE "${name}" SET ${table.columns.map((column) => `"${column}" = ?`).join(", ")} WHERE ${where}`,
      [...values, ...key],
    ];
    const before = await read();
    const expectNamed = async (what: string, target = `${name} `) => {
      if (!(await findings(own)).some((line) => line.startsWith(target))) missed.push(`${name}: ${what}`);
    };

    for (const [index, column] of table.columns.entries()) {
      const field = MODELS.get(name)?.fields.find((each) => each.name === column);
      if (field === undefined || table.key.includes(column)) continue;
      const old = before[index] ?? null;
      const other =
        field.type === "String"
          ? `${String(old)}x`
          : field.type === "DateTime"
            ? storedTime(new Date(old === null ? 0 : Date.parse(String(old)) + 1000))
            : field.type === "Boolean"
              ? 1 - Number(old)
              : Number(old) + 1;
      if (!(await runs(outside, put(before.map((value, at) => (at === index ? other : value)))))) continue;
      await expectNamed(`${column} changed`);
      await runs(outside, put(before));
    }
    expect({ name, found: await findings(own) }).toEqual({ name, found: [] });

    // A change of ours on top of theirs signs nothing of it.
    const change = (data: Record<string, unknown>) =>
      own.transaction(
        (inside) =>
          delegate(inside, table)?.["updateMany"]?.({
            where: Object.fromEntries(table.key.map((column, at) => [column, key[at]])),
            data,
          }) ?? Promise.resolve({}),
      );
    const own_ = MODELS.get(name)?.fields.find(
      ({ name: column, type }) =>
        !table.key.includes(column) && !(column in refers) && table.columns.includes(column) && type === "DateTime",
    );
    const seal = await seals();
    if (own_ !== undefined) {
      await change({ [own_.name]: new Date(5000) });
      const [after, newSeal] = [await read(), await seals()];
      expect({ name, found: await findings(own) }).toEqual({ name, found: [] });
      await runs(outside, put(before));
      await expectNamed("put back");
      await change({ [own_.name]: new Date(6000) });
      await expectNamed("put back, and changed by us since");
      await runs(outside, put(before), [
        `UPDATE "Seal" SET "seal" = ? WHERE "kind" = ? AND "key" = ?`,
        [seal[0] ?? null, name, JSON.stringify(key)],
      ]);
      await expectNamed("put back with its seal", `${name}:`);
      await runs(outside, put(after), [
        `UPDATE "Seal" SET "seal" = ? WHERE "kind" = ? AND "key" = ?`,
        [newSeal[0] ?? null, name, JSON.stringify(key)],
      ]);
      expect({ name, found: await findings(own) }).toEqual({ name, found: [] });
    }

    const last = table.key.at(-1) ?? "";
    const copied = table.columns
      .map((column) =>
        column === last
          ? typeof key.at(-1) === "number"
            ? `"${column}" + 1000`
            : `"${column}" || 'copy'`
          : column === "secretHash"
            ? "NULL"
            : `"${column}"`,
      )
      .join(", ");
    const lefts = table.left.filter((column) =>
      MODELS.get(name)?.fields.some((each) => each.name === column && !each.isOptional),
    );
    expect(lefts).toEqual([]);
    if (await runs(outside, [`INSERT INTO "${name}" (${all}) SELECT ${copied} FROM "${name}" WHERE ${where}`, key])) {
      const other = typeof key.at(-1) === "number" ? Number(key.at(-1)) + 1000 : `${String(key.at(-1))}copy`;
      if (name !== "Workspace" && name !== "Webhook") await expectNamed("copied");
      await runs(outside, [`DELETE FROM "${name}" WHERE ${where}`, [...key.slice(0, -1), other]]);
    }
    const now = await read();
    if (!(await runs(outside, [`DELETE FROM "${name}" WHERE ${where}`, key]))) continue;
    await expectNamed("removed");
    const sealNow = (await seals())[0] ?? null;
    await runs(outside, [`DELETE FROM "Seal" WHERE "kind" = ? AND "key" = ?`, [name, JSON.stringify(key)]]);
    await expectNamed("removed with its seal", `${name}:`);
    await runs(
      outside,
      [`INSERT INTO "${name}" (${all}) VALUES (${now.map(() => "?").join(", ")})`, now],
      [
        `INSERT INTO "Seal" ("kind", "key", "workspaceId", "seal", "upgraded") VALUES (?, ?, 'demo', ?, 0)`,
        [name, JSON.stringify(key), sealNow],
      ],
    );
    expect({ name, found: await findings(own) }).toEqual({ name, found: [] });
  }
  expect(missed).toEqual([]);
  await close();
});

/** Statements by which somebody gives themselves what they do not have, and what is named. */
const FORGED: [what: string, sql: string, target: RegExp][] = [
  ["an acknowledgement", `UPDATE Acknowledgement SET applied = 0, impact = 'none'`, /^Acknowledgement /],
  ["that a role has confirmed", `UPDATE Role SET confirmed = 9`, /^Role one\/implementer-1$/],
  ["everybody an owner", `UPDATE Person SET role = 'owner'`, /^Person /],
  ["a token valid again", `UPDATE Credential SET revokedAt = NULL WHERE kind = 'role'`, /^Credential /],
  ["a version's author", `UPDATE ContextVersion SET actor = 'x'`, /^ContextVersion one\/1$/],
  ["a delivery", `UPDATE Delivery SET message = 'x'`, /^Delivery /],
  ["the root", `UPDATE Root SET sums = '{}' WHERE workspaceId = 'demo'`, /^Root$/],
  ["no root", `DELETE FROM Root WHERE workspaceId = 'demo'`, /^Root$/],
];

async function worked() {
  const wardroom = await TestWardroom.open();
  const { services } = wardroom;
  const context = await ContextSession.open(wardroom, "one", ["implementer-1"]);
  await context.publish(CONTEXT);
  await context.ack("implementer-1", 1);
  await services.people.add(OWNER, DEMO, { name: "Mina", role: "viewer" }, PLAIN_REQUEST);
  const params = { ...context.params, role: "implementer-1" };
  const { tokenId: token } = await services.tokens.mint(OWNER, params, PLAIN_REQUEST);
  await services.tokens.revoke(OWNER, { ...params, token }, PLAIN_REQUEST);
  const verify = () => wardroom.services.events.verify(OWNER, DEMO);
  return { wardroom, context, verify };
}

it("names what was forged by plain SQL, also after a start and a change of ours", async () => {
  const { wardroom, context, verify } = await worked();
  const sound = await verify();
  expect(sound).toMatchObject({ ok: true, problems: [], rowsBefore: 0 });
  expect(sound.rows).toBeGreaterThan(6);
  for (const [what, sql, target] of FORGED) {
    await wardroom.sql(sql);
    const { ok, problems } = await verify();
    expect({ what, ok, named: problems.some((each) => each.kind === "row" && target.test(each.target)) }).toEqual({
      what,
      ok: false,
      named: true,
    });
  }
  await wardroom.services.memory.read(actingAs("implementer-1"), context.params);
  await wardroom.reopen();
  const targets = (await verify()).problems.map((each) => each.target);
  for (const [what, , target] of FORGED.slice(0, 6))
    expect({ what, named: targets.some((each) => target.test(each)) }).toEqual({ what, named: true });
});

it("names rows that are from an earlier time with everything that signs them", async () => {
  const { wardroom, context, verify } = await worked();
  const path = await wardroom.openDatabase();
  const tables = ["Role", "Seal", "Root"];
  const earlier = await Promise.all(tables.map((table) => wardroom.sql(`SELECT * FROM ${table}`)));
  await wardroom.services.memory.add(OWNER, context.params, { tag: "Finding", text: "more" }, PLAIN_REQUEST);
  await wardroom.services.memory.read(actingAs("implementer-1"), context.params);
  expect(await verify()).toMatchObject({ ok: true });
  const restore = () =>
    path.transaction(async ({ direct }) => {
      for (const [index, table] of tables.entries()) {
        await direct.run(`DELETE FROM "${table}"`, []);
        for (const row of earlier[index] ?? []) {
          const names = Object.keys(row).filter((name) => Number.isNaN(Number(name)));
          const values = names.map((name) => {
            const value = row[name];
            return value instanceof Date
              ? storedTime(value)
              : typeof value === "boolean"
                ? Number(value)
                : (value as Bound);
          });
          await direct.run(
            `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
            values,
          );
        }
      }
    });
  await restore();
  const said = "is from a time before";
  expect((await verify()).problems.some(({ kind, detail }) => kind === "record" && detail.includes(said))).toBe(true);
  // What signs them is not signed anew by whoever comes next.
  await wardroom.services.memory.add(OWNER, context.params, { tag: "Finding", text: "and more" }, PLAIN_REQUEST);
  await wardroom.services.memory.read(actingAs("implementer-1"), context.params);
  expect((await verify()).ok).toBe(false);
  await path.close();
  await wardroom.reopen();
  expect((await verify()).ok).toBe(false);
});

it("seals what an earlier version stored once, and says that it is not proven", async () => {
  const { wardroom, verify } = await worked();
  await wardroom.close();
  // As it left it: without seals, and with a record that names none.
  for (const table of ["Seal", "Root"]) await wardroom.sql(`DELETE FROM ${table}`);
  for (const name of (await readdir(wardroom.data)).filter((each) => each.endsWith(".witness")))
    await rm(join(wardroom.data, name));
  await wardroom.sql(`DELETE FROM Witness`);
  await wardroom.reopen();
  const first = await verify();
  expect(first).toMatchObject({ ok: true, problems: [] });
  expect(first.rowsBefore).toBe(first.rows);
  await wardroom.session("two", ["tester-1"]);
  const then = await verify();
  expect(then).toMatchObject({ ok: true, rowsBefore: first.rowsBefore });
  expect(then.rows).toBeGreaterThan(first.rows);
  await wardroom.close();
  // With a record that names a root, none is made anew without a word.
  for (const table of ["Seal", "Root"]) await wardroom.sql(`DELETE FROM ${table}`);
  await wardroom.reopen();
  expect(await verify()).toMatchObject({ ok: false });
});
