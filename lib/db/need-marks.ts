import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";

export type NeedMarkRow = Prisma.NeedMarkModel;

export async function listNeedMarks(queries: Queries, workspaceId: string, person: string): Promise<NeedMarkRow[]> {
  return queries.needMark.findMany({ where: { workspaceId, person } });
}

/** Stores notes in place of earlier ones about the same things, and forgets those about `settled`. */
export async function putNeedMarks(
  queries: Queries,
  { workspaceId, person }: Pick<NeedMarkRow, "workspaceId" | "person">,
  { marks, settled }: { marks: readonly Omit<NeedMarkRow, "workspaceId" | "person">[]; settled: readonly string[] },
): Promise<void> {
  const keys = [...marks.map(({ key }) => key), ...settled];
  await queries.needMark.deleteMany({ where: { workspaceId, person, key: { in: keys } } });
  await queries.needMark.createMany({ data: marks.map((mark) => ({ ...mark, workspaceId, person })) });
}
