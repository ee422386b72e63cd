// One schema for both databases: the client of PostgreSQL is generated from this. Its migrations are SQLite's in other words.

/**
 * `prisma/schema.prisma` as PostgreSQL's client has it; `output` is where the client goes.
 * @param {string} schema @param {string} output
 */
export function postgresqlSchema(schema, output) {
  return schema
    .replace('provider = "sqlite"', 'provider = "postgresql"')
    .replace(/^( +output +=).*$/m, `$1 ${JSON.stringify(output)}`)
    .replace(/^( +\w+ +DateTime\??)(?=\s|$)/gm, "$1 @db.Timestamptz(3)");
}
