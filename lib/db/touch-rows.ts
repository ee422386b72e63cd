import type { Bound, Dialect, Direct } from "@/lib/db/direct";
import type { PrismaClient } from "@/lib/db/generated/client";
import { plainFinds } from "@/lib/db/plain-finds";
import { PROTECTED, type Protected } from "@/lib/db/protected";
import type { Seals } from "@/lib/db/seals";

/** An operation of the query builder, as its extensions are told of it. */
interface Asked {
  model?: string | undefined;
  operation: string;
  args: unknown;
  query: (args: unknown) => Promise<unknown>;
}

type Row = Record<string, unknown>;

/** Statements of ours; those that change a protected row note it with `seals`, where there are any. */
export function directOn(seals: Seals | null, dialect: Dialect, { all, run }: Pick<Direct, "all" | "run">): Direct {
  const direct: Direct = {
    dialect,
    all,
    run,
    change: async (name, key, sql, args) => {
      const table = PROTECTED.get(name);
      if (seals?.isOn === true && table !== undefined) await seals.touch(direct, table, key);
      await run(sql, args);
    },
  };
  return direct;
}

/**
 * The same client, what its queries fail with told by `explained`, and the rows that they change noted with `seals`. An extension of
 * queries alone leaves its type as it is.
 */
export function extended(
  client: PrismaClient,
  how: { explained: <T>(work: Promise<T>) => Promise<T>; seals: Seals | null; direct: Direct },
): PrismaClient {
  const { explained, seals, direct } = how;
  const find = plainFinds(client, direct);
  const change = seals?.isOn === true ? (asked: Asked) => touchRows({ seals, client, direct, find }, asked) : plainly;
  const run = async (asked: Asked) => {
    const found = await find(asked.model ?? "", asked.operation, asked.args);
    return found === undefined ? change(asked) : found;
  };
  const made: unknown = client.$extends({
    query: { $allOperations: (asked) => explained(run(asked)) },
  });
  return made as PrismaClient;
}

const plainly = ({ args, query }: Asked) => query(args);

interface Finding {
  client: PrismaClient;
  find: ReturnType<typeof plainFinds>;
}

/** Runs an operation of the open transaction; which protected rows it changes is noted before. */
async function touchRows(
  { seals, direct, ...at }: { seals: Seals; direct: Direct } & Finding,
  { model, operation, args, query }: Asked,
): Promise<unknown> {
  const table = PROTECTED.get(model ?? "");
  if (table === undefined || !/^(create|update|upsert|delete)/.test(operation)) return query(args);
  const { where, data, create } = args as { where?: Row; data?: Row | Row[]; create?: Row };
  const changed = operation.startsWith("update") ? Object.keys(data ?? {}) : null;
  if (changed?.every((name) => table.left.includes(name))) return query(args);
  const touch = async (rows: readonly Row[]) => {
    for (const row of rows) await seals.touch(direct, table, keyIn(table, row) ?? []);
  };
  const made = where === undefined ? [data ?? []].flat() : [];
  const known = where === undefined ? made : await findRows(at, table, where);
  if (operation.endsWith("Many") && where !== undefined && known.length === 0) return { count: 0 };
  await touch(known.filter((row) => keyIn(table, row) !== null));
  const isNew = known.length === 0 && create !== undefined;
  if (isNew && keyIn(table, create) !== null) await touch([create]);
  const answer = await query(args);
  // The database has numbered it.
  const numbered = isNew ? create : made.find((row) => keyIn(table, row) === null);
  if (numbered !== undefined && keyIn(table, numbered) === null) {
    await seals.touchNew(direct, table, keyIn(table, answer as Row) ?? []);
  }
  return answer;
}

/** The rows that a condition finds, by their keys: without a look where it names one. */
async function findRows({ client, find }: Finding, table: Protected, where: Row): Promise<Row[]> {
  const named = Object.entries(where).map(([name, value]) => (name.includes("_") ? (value as Row) : { [name]: value }));
  const flat = Object.assign({}, ...named) as Row;
  if (Object.keys(where).length === 1 && keyIn(table, flat) !== null) return [flat];
  const delegates = client as unknown as Record<string, { findMany(args: unknown): Promise<Row[]> }>;
  const select = Object.fromEntries(table.key.map((name) => [name, true]));
  const found = await find(table.table, "findMany", { where, select });
  if (found !== undefined) return found as Row[];
  const name = table.table.charAt(0).toLowerCase() + table.table.slice(1);
  return (await delegates[name]?.findMany({ where, select })) ?? [];
}

/** The primary key in the values of a row, or null. */
function keyIn({ key }: Protected, row: Row): Bound[] | null {
  const values = key.map((name) => row[name]);
  return values.every((value) => typeof value === "string" || typeof value === "number") ? values : null;
}
