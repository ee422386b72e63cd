import { OWNER } from "@/lib/services/testing/callers.fixture";
import type { TestSession, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

/**
 * Every item of a session by its text, as the file holds it and the history tells it: the section it stands in, and who
 * added it. An item that the history does not know, or knows twice, has another number of authors than one.
 */
export async function itemsWithAuthors(
  wardroom: TestWardroom,
  session: TestSession,
): Promise<{ text: string; role: string; authors: string[] }[]> {
  const authors = new Map<string, string[]>();
  let cursor: string | undefined;
  do {
    const page = await wardroom.services.revisions.list(OWNER, session.params, { limit: 500, cursor });
    for (const { actor, operation, detail } of page.items) {
      if (operation !== "add") continue;
      for (const id of detail.items as string[]) authors.set(id, [...(authors.get(id) ?? []), actor]);
    }
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return (await session.items()).map(({ id, text, role }) => ({ text, role, authors: authors.get(id) ?? [] }));
}
