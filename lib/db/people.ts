import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";

export type PersonRow = Prisma.PersonModel;

/** A person with when they were last seen, by whatever they signed in with. */
export interface SeenPersonRow extends PersonRow {
  lastSeenAt: Date | null;
}

/** The people of a workspace by name, those who ended too. */
export async function listPeople(queries: Queries, workspaceId: string): Promise<SeenPersonRow[]> {
  const [rows, seen] = await Promise.all([
    queries.person.findMany({ where: { workspaceId }, orderBy: [{ name: "asc" }, { id: "asc" }] }),
    queries.credential.groupBy({
      by: ["personId"],
      where: { workspaceId, personId: { not: null } },
      _max: { lastUsedAt: true },
    }),
  ]);
  const last = new Map(seen.map(({ personId, _max: { lastUsedAt } }) => [personId, lastUsedAt]));
  return rows.map((row) => ({ ...row, lastSeenAt: last.get(row.id) ?? null }));
}

/** A person by id, in whatever workspace. */
export async function findPerson(queries: Queries, id: string): Promise<PersonRow | null> {
  return queries.person.findUnique({ where: { id } });
}
