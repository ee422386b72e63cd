import { addAll } from "@/lib/core/lists";

const TYPES: Readonly<Record<string, string>> = {
  INTEGER: "BIGINT",
  TEXT: 'TEXT COLLATE "C"',
  DATETIME: "TIMESTAMPTZ(3)",
  BLOB: "BYTEA",
};

/**
 * A migration that Prisma wrote for SQLite, as PostgreSQL runs it: with whole numbers of eight bytes, as SQLite has them, moments with a
 * zone, and texts that are compared and sorted by their characters wherever the server stands. What refers to other tables comes when
 * all of them are there. One that rebuilds a table cannot be told so and has a `postgresql.sql` beside it.
 */
export function translateMigration(sql: string): string {
  const references: string[] = [];
  const translated = sql
    .replaceAll("\n) WITHOUT ROWID;", "\n);")
    .replace(/^CREATE TABLE ("\w+") \(\n([^]*?)\n\);/gm, (_, table: string, body: string) => {
      const lines = body.split(",\n").map((line) => line.trim());
      const isReference = (line: string) => line.startsWith("CONSTRAINT");
      addAll(
        references,
        lines.filter(isReference).map((line) => `ALTER TABLE ${table} ADD ${line};`),
      );
      return `CREATE TABLE ${table} (\n  ${lines.filter((line) => !isReference(line)).join(",\n  ")}\n);`;
    })
    .replaceAll("INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT", "BIGSERIAL PRIMARY KEY")
    .replace(/^((?: +|ALTER TABLE "\w+" ADD COLUMN +)"\w+" )([A-Z]+)\b/gm, (_, column: string, type: string) => {
      return column + (TYPES[type] ?? type);
    });
  return [translated, ...references].join("\n");
}
