// One schema for both databases: what PostgreSQL has otherwise is written here.

/**
 * `prisma/schema.prisma` as PostgreSQL has it. `output` is where its client goes; without one it is the schema that
 * migrations are written from, with whole numbers of eight bytes, as SQLite has them: the client takes them for plain ones all the same.
 * @param {string} schema @param {{ output: string } | null} client
 */
export function postgresqlSchema(schema, client) {
  const other = schema
    .replace('provider = "sqlite"', 'provider = "postgresql"')
    .replace(/^( +output +=).*$/m, `$1 ${JSON.stringify(client?.output ?? "unused")}`)
    .replace(/^( +\w+ +DateTime\??)(?=\s|$)/gm, "$1 @db.Timestamptz(3)");
  return client === null ? other.replace(/^( +\w+ +)Int\b/gm, "$1BigInt") : other;
}

/**
 * A migration as it is to be run: in whatever schema the connection is set to, and with texts that are compared and sorted by
 * their signs, as SQLite does, wherever the server stands.
 * @param {string} sql
 */
export function withOrder(sql) {
  return sql
    .replace(/^-- CreateSchema\nCREATE SCHEMA .*\n+/m, "")
    .replace(/^( +"\w+" TEXT|(?:ALTER TABLE .* )?ADD COLUMN +"\w+" TEXT)\b/gm, '$1 COLLATE "C"');
}
