import { type Bound, type Direct, storedTime } from "@/lib/db/direct";
import type { PrismaClient } from "@/lib/db/generated/client";

/** The columns of a table in their order, each with what it holds. */
type Columns = ReadonlyMap<string, string>;

/** What can be asked of a column besides that it is equal to something. */
const SIGNS: Readonly<Record<string, string>> = { gt: ">", gte: ">=", lt: "<", lte: "<=", not: "<>" };

/** More of them are left to the query builder, which asks in parts. */
const MOST_LISTED = 100;

/** What is asked for in another way than a plain find does it. */
const NOT_PLAIN = new Error("not a plain find");

/**
 * Answers what a plain find of the query builder does, with a statement of ours, or undefined for any other operation: one of
 * columns of one table that are equal, listed, greater, less or hold a text, in their order. It costs a tenth.
 */
export function plainFinds(client: PrismaClient, direct: Direct) {
  const { models } = (client as unknown as { _runtimeDataModel: DataModel })._runtimeDataModel;
  const tables = new Map(
    Object.entries(models).map(([name, { fields }]) => {
      const columns = fields.filter(({ kind }) => kind === "scalar").map((each) => [each.name, each.type] as const);
      return [name, new Map(columns)];
    }),
  );
  return async (model: string, operation: string, args: unknown): Promise<unknown> => {
    const columns = tables.get(model);
    const many = operation === "findMany";
    if (columns === undefined || !(many || operation === "findFirst" || operation === "findUnique")) return undefined;
    const { where = {}, orderBy = [], select, omit, take, ...rest } = (args ?? {}) as Find;
    if (Object.values(rest).some((each) => each !== undefined)) return undefined;
    const wanted = [...columns.keys()].filter((name) => (select === undefined ? omit?.[name] !== true : select[name]));
    if (Object.keys(select ?? {}).some((name) => !columns.has(name))) return undefined;
    const bound: Bound[] = [];
    try {
      const condition = conditionOf(columns, operation === "findUnique" ? flat(where) : where, bound);
      plain(many || operation === "findFirst" || bound.length > 0);
      const order = [orderBy].flat().map((each) => orderOf(columns, each));
      const limit = many ? take : 1;
      const sql =
        `SELECT ${wanted.map((name) => `"${name}"`).join(", ")} FROM "${model}" WHERE ${condition}` +
        (order.length > 0 ? ` ORDER BY ${order.join(", ")}` : "") +
        (limit === undefined ? "" : ` LIMIT ${plain(limit >= 0 && Math.floor(limit))}`);
      const types = wanted.map((name) => columns.get(name) ?? "");
      const rows = (await direct.all(sql, ...bound)).map((row) =>
        Object.fromEntries(wanted.map((name, at) => [name, valueOf(types[at], row[at])])),
      );
      return many ? rows : (rows[0] ?? null);
    } catch (error) {
      if (error === NOT_PLAIN) return undefined;
      throw error;
    }
  };
}

interface DataModel {
  models: Record<string, { fields: { name: string; kind: string; type: string }[] }>;
}

type Fields = Record<string, unknown>;

interface Find {
  where?: Fields;
  orderBy?: Fields | Fields[];
  select?: Record<string, boolean>;
  omit?: Record<string, boolean>;
  take?: number;
}

interface Column {
  name: string;
  type: string | undefined;
}

function plain<T>(value: T | false | undefined): T {
  if (value === false || value === undefined) throw NOT_PLAIN;
  return value;
}

/** A unique key of several columns has a name of its own. */
function flat(where: Fields): Fields {
  return Object.assign(
    {},
    ...Object.entries(where).map(([name, value]) => (name.includes("_") ? value : { [name]: value })),
  ) as Fields;
}

function conditionOf(columns: Columns, where: Fields, bound: Bound[]): string {
  const all = Object.entries(where).flatMap(([name, value]): string[] => {
    if (value === undefined) return [];
    if (name === "OR" && Array.isArray(value) && value.length > 0) {
      return [`(${value.map((each) => conditionOf(columns, each as Fields, bound)).join(" OR ")})`];
    }
    plain(columns.has(name));
    if (value === null) return [`"${name}" IS NULL`];
    const type = columns.get(name);
    if (typeof value !== "object" || value instanceof Date) return [compared({ name, type }, "=", value, bound)];
    return Object.entries(value).map(([sign, than]) => {
      if (sign === "in" && Array.isArray(than)) {
        plain(than.length <= MOST_LISTED);
        for (const each of than) bound.push(boundOf(each, type));
        return than.length === 0 ? "1 = 0" : `"${name}" IN (${than.map(() => "?").join(", ")})`;
      }
      if (sign === "contains" && typeof than === "string") return compared({ name, type }, "LIKE", `%${than}%`, bound);
      if (sign === "not" && than === null) return `"${name}" IS NOT NULL`;
      return compared({ name, type }, plain(SIGNS[sign]), than, bound);
    });
  });
  return all.length === 0 ? "1 = 1" : all.join(" AND ");
}

function compared({ name, type }: Column, sign: string, value: unknown, bound: Bound[]): string {
  bound.push(boundOf(value, type));
  return `"${name}" ${sign} ?`;
}

function boundOf(value: unknown, type: string | undefined): Bound {
  return type === "DateTime" && (value instanceof Date || typeof value === "string")
    ? storedTime(new Date(value))
    : plain((typeof value === "string" || typeof value === "number") && value);
}

function orderOf(columns: Columns, by: Fields): string {
  const [first, more] = Object.entries(by);
  const [name, way] = plain(first);
  plain(columns.has(name) && more === undefined && (way === "asc" || way === "desc"));
  return `"${name}" ${way === "desc" ? "DESC" : "ASC"}`;
}

/** A value as the query builder answers it. */
function valueOf(type: string | undefined, value: unknown): unknown {
  if (value === null) return null;
  // Milliseconds, where another program wrote it.
  if (type === "DateTime") return new Date(typeof value === "bigint" ? Number(value) : (value as string));
  if (type === "Int") return Number(value);
  return type === "Boolean" ? value === 1n : value;
}
