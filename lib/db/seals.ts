import { createHmac } from "node:crypto";
import type { Bound, Direct } from "@/lib/db/direct";
import { ownRows, PROTECTED, type Protected } from "@/lib/db/protected";

/** The secrets that rows are sealed with: the first seals; what the others have sealed counts as well. None seals nothing. */
export type SealKeys = readonly string[];

/** Of which state of a workspace's rows a root speaks. */
export interface RootMark {
  turn: number;
  mac: string;
}

/** How many seals there are of each table, and their sum (hex). */
export type Sums = Record<string, [count: number, sum: string]>;

/** A root as stored; not sound where it was changed, or signed with another secret. */
export interface StoredRoot extends RootMark {
  sums: Sums;
  isSound: boolean;
  /** Whether a secret other than the one that seals now has signed it. */
  isFromBefore: boolean;
}

/** A protected row that the open transaction may change, with its seal until then. */
interface Touched {
  table: Protected;
  key: Bound[];
  seal: string | null;
  scope: string | null;
  upgraded: number;
  /** What was changed past us is not sealed by a change of ours: it stays what it is, and is named. */
  isSound: boolean;
}

/** The scope of what belongs to no workspace: the owner's browsers. */
const NOBODYS = "~";
const MODULUS = 1n << 256n;
/** Hexadecimal digits of a signature. */
export const MAC_LENGTH = 64;
const PAGE = 1_000;

/**
 * Seals what is stored: each protected row that a transaction changed gets a signature when that ends, and each workspace a root over
 * all of its seals, so that no row is changed, made, removed or put back past us without a trace. See decision 052.
 */
export class Seals {
  readonly #touched = new Map<string, Touched>();
  /** What this process knows as of the transaction `#turn`, if nobody else has written since. */
  readonly #roots = new Map<string, Sums>();
  readonly #scopes = new Map<string, string>();
  readonly #pending = new Map<string, RootMark>();
  /** The roots that this process has written last: no older one is taken for the truth. */
  readonly #last = new Map<string, RootMark>();
  /** Those of them that nobody has asked for yet. */
  readonly #news = new Map<string, RootMark>();
  #turn = -1;
  #open: number | null = null;

  /** `isShared` where every server of the database has these secrets. */
  constructor(
    private readonly keys: SealKeys,
    readonly isShared: boolean,
  ) {}

  get isOn(): boolean {
    return this.keys.length > 0;
  }

  /** The scopes of what belongs to no workspace, as far as it is ours; the first is that of new rows. */
  get nobodys(): string[] {
    const own = this.keys.map((key) => `${NOBODYS}${sign(key, "owner of rows").slice(0, 16)}`);
    return this.isShared ? [NOBODYS, ...own] : own;
  }

  /** Does the work of a transaction, and seals what it changed. One that began and was not `committed` was taken back. */
  async during<T>(direct: Direct, turn: number, work: () => Promise<T>): Promise<T> {
    this.#touched.clear();
    this.#pending.clear();
    if (this.#open !== null || turn !== this.#turn + 1) {
      this.#roots.clear();
      this.#scopes.clear();
    }
    this.#open = turn;
    const answer = await work();
    await this.#flush(direct, turn);
    return answer;
  }

  /** Takes note of a row that is about to be changed, made or removed. */
  async touch(direct: Direct, table: Protected, key: readonly Bound[]): Promise<void> {
    const id = `${table.table} ${JSON.stringify(key)}`;
    if (this.#touched.has(id)) return;
    const [[seal, scope, upgraded, ...values] = []] = await direct.all(
      beforeOf(table),
      ...[table.table, JSON.stringify(key), ...key],
    );
    const row = rowOf(table, values);
    const old = typeof seal === "string" ? seal : null;
    const from = { seal: old, scope: typeof scope === "string" ? scope : null, upgraded: Number(upgraded ?? 0) };
    const isSound = row === null ? old === null : this.isSealed(table, row, from);
    this.#touched.set(id, { table, key: [...key], ...from, isSound });
  }

  /** Takes note of a row that was just made, whose number nobody knew before. */
  async touchNew(direct: Direct, table: Protected, key: readonly Bound[]): Promise<void> {
    await this.touch(direct, table, key);
    const made = this.#touched.get(`${table.table} ${JSON.stringify(key)}`);
    // No row was there; so no seal may be.
    if (made !== undefined) made.isSound = made.seal === null;
  }

  async #flush(direct: Direct, turn: number): Promise<void> {
    const sums = new Map<string, Sums | null | undefined>();
    const gone: Bound[][] = [];
    const put: Bound[][] = [];
    const changed = new Set<string>();
    for (const { table, key, isSound, ...before } of this.#touched.values()) {
      if (!isSound) continue;
      const [values = []] = await direct.all(rowSql(table), ...key);
      const row = rowOf(table, values);
      const scope = before.scope ?? (row && (await this.#scopeOf(direct, table, row)));
      if (scope === null) continue;
      const seal = row && this.#seal(table, row, { scope, upgraded: before.upgraded });
      if (seal === before.seal) continue;
      const all = sums.has(scope) ? sums.get(scope) : await this.#sumsOf(direct, scope);
      sums.set(scope, all);
      // Not sealed yet, as during the start that seals it.
      if (all === undefined) continue;
      if (all !== null) addTo(all, table.table, before.seal, seal);
      if (all !== null) changed.add(scope);
      if (seal === null) gone.push([table.table, JSON.stringify(key)]);
      else put.push([table.table, JSON.stringify(key), scope, seal, before.upgraded]);
    }
    if (gone.length + put.length === 0) return;
    await Promise.all([
      direct.run(`DELETE FROM "Seal" WHERE "kind" = ? AND "key" = ?`, ...gone),
      direct.run(PUT_SEAL, ...put),
      ...[...changed].map((scope) => this.#putRoot(direct, scope, sums.get(scope) ?? {}, turn)),
    ]);
  }

  /** The transaction is stored, and no other has begun. */
  committed(): void {
    this.#turn = this.#open ?? this.#turn;
    this.#open = null;
    for (const [scope, mark] of this.#pending) {
      this.#last.set(scope, mark);
      this.#news.set(scope, mark);
    }
  }

  /** The roots that were moved since this was asked last. */
  takeNews(): Map<string, RootMark> {
    const news = new Map(this.#news);
    this.#news.clear();
    return news;
  }

  /** Seals all rows of a scope that `isUnsealed`. Those of an earlier version stay marked as such. */
  async sealAll(direct: Direct, scope: string, turn: number, upgraded: boolean): Promise<void> {
    const sums: Sums = {};
    for (const table of PROTECTED.values()) {
      for await (const row of this.rowsOf(direct, table, scope)) {
        const seal = this.#seal(table, row, { scope, upgraded: Number(upgraded) });
        addTo(sums, table.table, null, seal);
        await direct.run(PUT_SEAL, [table.table, JSON.stringify(keyOf(table, row)), scope, seal, Number(upgraded)]);
      }
    }
    await this.#putRoot(direct, scope, sums, turn);
  }

  /**
   * Seals the rows of a scope anew that another of our secrets has sealed, as of a data folder whose database is now shared by servers
   * with a secret of their own. What is not as it was sealed stays as it is, and is named.
   */
  async sealAnew(direct: Direct, scope: string, turn: number): Promise<void> {
    const sums = await this.#sumsOf(direct, scope);
    for (const table of sums ? PROTECTED.values() : []) {
      const sealed = await direct.all(
        `SELECT "key", "seal", "upgraded" FROM "Seal" WHERE "workspaceId" = ? AND "kind" = ?`,
        ...[scope, table.table],
      );
      for (const [key, seal, upgraded] of sealed) {
        const before = { seal: String(seal), scope, upgraded: Number(upgraded) };
        const [values = []] = await direct.all(rowSql(table), ...(JSON.parse(String(key)) as Bound[]));
        const row = rowOf(table, values);
        if (row === null || !this.isSealed(table, row, before)) continue;
        const after = this.#seal(table, row, before);
        addTo(sums ?? {}, table.table, before.seal, after);
        await direct.run(PUT_SEAL, [table.table, String(key), scope, after, before.upgraded]);
      }
    }
    if (sums) await this.#putRoot(direct, scope, sums, turn);
  }

  async *rowsOf(direct: Direct, table: Protected, scope: string): AsyncGenerator<Bound[]> {
    const isNobodys = scope.startsWith(NOBODYS);
    // What belongs to no workspace is a credential.
    if (isNobodys && table.table !== "Credential") return;
    const columns = table.columns.map((name) => `"${name}"`).join(", ");
    const order = table.key.map((name) => `"${name}"`).join(", ");
    const sql = `SELECT ${columns} FROM "${table.table}" WHERE ${ownRows(table, isNobodys)} ORDER BY ${order} LIMIT ? OFFSET ?`;
    for (let offset = 0; ; offset += PAGE) {
      const rows = await direct.all(sql, scope, PAGE, offset);
      for (const row of rows) yield row.map(asBound);
      if (rows.length < PAGE) return;
    }
  }

  /** Whether a row is as it was sealed. */
  isSealed(
    table: Protected,
    row: readonly Bound[],
    { seal, scope, upgraded }: { seal: string | null; scope: string | null; upgraded: number },
  ): boolean {
    if (seal === null || scope === null) return false;
    return this.keys.some((key) => this.#seal(table, row, { scope, upgraded }, key) === seal);
  }

  /** A text that is stored before it is acted on, behind a signature of ours. */
  signed(text: string): string {
    return `${sign(this.keys[0] ?? "", `text\n${text}`)}${text}`;
  }

  /** The text that was `signed` with one of our secrets; null where it was not. Where nothing is sealed, any is. */
  readSigned(signed: string): string | null {
    const [mac, text] = [signed.slice(0, MAC_LENGTH), signed.slice(MAC_LENGTH)];
    return !this.isOn || this.keys.some((key) => sign(key, `text\n${text}`) === mac) ? text : null;
  }

  /** The root of a scope; null where there is none. */
  async root(direct: Direct, scope: string): Promise<StoredRoot | null> {
    const [row] = await direct.all(`SELECT "turn", "sums", "mac" FROM "Root" WHERE "workspaceId" = ?`, scope);
    if (row === undefined) return null;
    const [turn, sums, mac] = [Number(row[0]), String(row[1]), String(row[2])];
    const signer = this.keys.findIndex((key) => macOf(key, scope, turn, sums) === mac);
    const isSound = signer >= 0;
    return { turn, mac, isSound, isFromBefore: signer > 0, sums: isSound ? (JSON.parse(sums) as Sums) : {} };
  }

  /** Whether nothing of a scope was ever sealed, as in a new workspace, or one of an earlier version. */
  async isUnsealed(direct: Direct, scope: string): Promise<boolean> {
    if ((await this.root(direct, scope)) !== null) return false;
    return (await direct.all(`SELECT 1 FROM "Seal" WHERE "workspaceId" = ? LIMIT 1`, scope)).length === 0;
  }

  /**
   * The sums of a scope as the last transaction left them; undefined where it was never sealed, null where what stands there is not
   * what was signed last: that is named, and never signed again.
   */
  async #sumsOf(direct: Direct, scope: string): Promise<Sums | null | undefined> {
    const known = this.#roots.get(scope);
    if (known !== undefined) return known;
    const root = await this.root(direct, scope);
    const last = this.#last.get(scope);
    if (root === null) return last === undefined && (await this.isUnsealed(direct, scope)) ? undefined : null;
    return root.isSound && root.turn >= (last?.turn ?? 0) ? root.sums : null;
  }

  async #putRoot(direct: Direct, scope: string, sums: Sums, turn: number): Promise<void> {
    const text = JSON.stringify(sums);
    const mac = macOf(this.keys[0] ?? "", scope, turn, text);
    this.#roots.set(scope, sums);
    this.#pending.set(scope, { turn, mac });
    await direct.run(PUT_ROOT, [scope, turn, text, mac]);
  }

  async #scopeOf(direct: Direct, table: Protected, row: readonly Bound[]): Promise<string | null> {
    const value = row[table.columns.indexOf(table.of)];
    if (value === null || value === undefined) return this.nobodys[0] ?? null;
    const sql = SCOPE[table.of];
    if (sql === undefined) return String(value);
    const key = `${table.of} ${String(value)}`;
    const known = this.#scopes.get(key) ?? (await direct.all(sql, Number(value)))[0]?.[0];
    if (typeof known !== "string") return null;
    this.#scopes.set(key, known);
    return known;
  }

  #seal(
    table: Protected,
    row: readonly Bound[],
    { scope, upgraded }: { scope: string; upgraded: number },
    key = this.keys[0] ?? "",
  ): string {
    const values = table.columns.flatMap((name, index) => (row[index] === null ? [] : [name, row[index]]));
    return sign(key, `row\n${JSON.stringify([scope, table.table, upgraded, ...values])}`);
  }
}

const PUT_SEAL = `
  INSERT INTO "Seal" ("kind", "key", "workspaceId", "seal", "upgraded") VALUES (?, ?, ?, ?, CAST(? AS bigint))
  ON CONFLICT ("kind", "key") DO UPDATE SET "workspaceId" = excluded."workspaceId", "seal" = excluded."seal"`;
const PUT_ROOT = `
  INSERT INTO "Root" ("workspaceId", "turn", "sums", "mac") VALUES (?, CAST(? AS bigint), ?, ?)
  ON CONFLICT ("workspaceId") DO UPDATE SET "turn" = excluded."turn", "sums" = excluded."sums", "mac" = excluded."mac"`;

const SCOPE: Partial<Record<Protected["of"], string>> = {
  sessionKey: `SELECT "workspaceId" FROM "Session" WHERE "key" = ?`,
  documentId: `SELECT "workspaceId" FROM "Document" WHERE "id" = ?`,
};

export function keyOf(table: Protected, row: readonly Bound[]): Bound[] {
  return table.key.map((name) => row[table.columns.indexOf(name)] ?? null);
}

/** Adds up seals of one table. */
export function addTo(sums: Sums, table: string, before: string | null, after: string | null): void {
  const [count, sum] = sums[table] ?? [0, "0"];
  const number = (seal: string | null) => (seal === null ? 0n : BigInt(`0x${seal}`));
  const moved = (number(sum) - number(before) + number(after) + MODULUS) % MODULUS;
  sums[table] = [count + Number(after !== null) - Number(before !== null), moved.toString(16)];
}

const statements = new Map<string, string>();

function remembered(key: string, make: () => string): string {
  const known = statements.get(key) ?? make();
  statements.set(key, known);
  return known;
}

function rowSql({ table, columns, key }: Protected): string {
  const where = key.map((name) => `"${name}" = ?`).join(" AND ");
  return remembered(
    `row ${table}`,
    () => `SELECT ${columns.map((name) => `"${name}"`).join(", ")} FROM "${table}" WHERE ${where}`,
  );
}

/** A row by its key with its seal, each of which may be missing. */
function beforeOf({ table, columns, key }: Protected): string {
  return remembered(`before ${table}`, () => {
    const row = columns.map((name) => `"Row"."${name}"`).join(", ");
    const where = key.map((name) => `"Row"."${name}" = ?`).join(" AND ");
    return `SELECT "Seal"."seal", "Seal"."workspaceId", "Seal"."upgraded", ${row} FROM (SELECT 1) AS "One"
      LEFT JOIN "Seal" ON "Seal"."kind" = ? AND "Seal"."key" = ? LEFT JOIN "${table}" AS "Row" ON ${where}`;
  });
}

/** The values of a row as it was read; null where there is none. */
function rowOf(table: Protected, values: readonly unknown[]): Bound[] | null {
  const row = values.map(asBound);
  return row.length === 0 || keyOf(table, row).every((value) => value === null) ? null : row;
}

/** A value as it was read, as a statement takes it. */
export function asBound(value: unknown): Bound {
  return typeof value === "bigint" ? Number(value) : (value as Bound);
}

function macOf(key: string, scope: string, turn: number, sums: string): string {
  return sign(key, `root\n${JSON.stringify([scope, turn, sums])}`);
}

function sign(key: string, text: string): string {
  return createHmac("sha256", key).update(`wardroom rows\n${text}`).digest("hex");
}
