import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { makePostgresql, runOnPostgresql } from "@/lib/db/testing/make-database.fixture";
import { postgresqlSchema } from "../../../scripts/postgresql-schema.mjs";

const read = (path: string) => readFile(path, "utf8");

it("lead to the schema as it is, with texts that sort by their signs, moments with a zone and numbers of eight bytes", async () => {
  const schema = await read("prisma/schema.prisma");
  expect(await read("prisma/postgresql/schema.prisma"), "run: npm run migration -- name").toBe(
    postgresqlSchema(schema, null),
  );
  const wanted = [...schema.matchAll(/^model (\w+) \{\n([^]*?)^\}/gm)].flatMap(([, table = "", body = ""]) =>
    [...body.matchAll(/^ +(\w+) +(Int|String|DateTime|Boolean|Bytes)\b/gm)].map(
      ([, column, type]) => `${table}.${column} ${type}`,
    ),
  );
  const made = await makePostgresql();
  const rows = await runOnPostgresql(
    made.environment.DATABASE_URL,
    `SELECT table_name || '.' || column_name || ' ' ||
       CASE concat_ws(' ', data_type, datetime_precision, collation_name)
         WHEN 'bigint' THEN 'Int' WHEN 'text C' THEN 'String' WHEN 'timestamp with time zone 3' THEN 'DateTime'
         WHEN 'boolean' THEN 'Boolean' WHEN 'bytea' THEN 'Bytes' ELSE data_type END AS "column"
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'Migration'`,
  );
  expect(rows.map(({ column }) => column).sort()).toEqual(wanted.sort());
  await made.drop();
});
