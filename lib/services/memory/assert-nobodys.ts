import { AppError } from "@/lib/core/errors";
import { looksLike } from "@/lib/core/text/look-alike";
import { listPeople } from "@/lib/db/people";
import type { Draft } from "@/lib/services/commit/act";

/** Throws `conflict` for a new role's id that reads like the name of a person: the history could not tell the two apart. */
export async function assertNobodys(draft: Draft, workspaceId: string, id: string): Promise<void> {
  const people = await listPeople(draft.queries, workspaceId);
  const person = people.find(({ name, endedAt }) => endedAt === null && looksLike(name, id));
  if (person === undefined) return;
  throw new AppError("conflict", `${id} reads like ${person.name}, who is a person here.`, {
    hint: "Give the teammate an id that says what it does, such as implementer-1.",
  });
}
