import type { Wait } from "@/lib/contracts/presence";
import { isOpenItem } from "@/lib/core/memory/tags";
import { identifyItems } from "@/lib/core/memory/identity";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { listUnanswered, type PlacedQuestion } from "@/lib/db/questions";
import { listPendingRelays } from "@/lib/db/relays";
import type { SessionRow } from "@/lib/db/sessions";
import { memoryOf } from "@/lib/services/commit/document-states";
import { type OwedAnswer, readOwedAnswers } from "@/lib/services/context/owed-answers";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

type Context = Pick<ServiceContext, "committer" | "database" | "clock">;

/**
 * What keeps each role of a session from going on, the longest first, by the role: a relay that nobody decided, a question that is
 * open, and an answer to a context that left something to the Lead. A role that waits for nobody is not in it.
 */
export async function readWaits(context: Context, session: SessionRow): Promise<Map<string, Wait[]>> {
  const { queries } = context.database;
  const [relays, questions, owed] = await Promise.all([
    listPendingRelays(queries, session.key),
    openQuestions(context, session),
    readOwedAnswers(context, session.workspaceId, [session]),
  ]);
  const asked = new Set(questions.map(({ id }) => id));
  const all: (Wait & { role: string })[] = [
    // One that waits as a relay reaches whoever was asked all the same.
    ...relays
      .filter(({ id }) => !asked.has(id))
      .map(({ role, createdAt }) => ({ role, on: "relay" as const, for: "Lead", since: createdAt.toISOString() })),
    ...questions.map((row) => ({
      role: row.asker,
      on: "question" as const,
      for: row.role,
      since: row.askedAt.toISOString(),
    })),
    ...(owed.get(session.key) ?? []).flatMap(waitOf),
  ];
  const waits = new Map<string, Wait[]>();
  for (const { role, ...wait } of all.toSorted((a, b) => Date.parse(a.since) - Date.parse(b.since))) {
    waits.set(role, [...(waits.get(role) ?? []), wait]);
  }
  return waits;
}

/** Who is late owes something, and waits for nobody. */
function waitOf({ role, owed, at }: OwedAnswer): (Wait & { role: string })[] {
  if (owed === "overdue" || owed === "partial") return [];
  return [{ role, on: owed, for: "Lead", since: at.toISOString() }];
}

/** Questions put to somebody that nobody answered, and that nobody closed. */
async function openQuestions({ committer, database }: Context, session: SessionRow): Promise<PlacedQuestion[]> {
  const unanswered = await listUnanswered(database.queries, session.key);
  if (unanswered.length === 0) return [];
  const memory = await committer.readable(session.workspaceId, memoryPath(session.id));
  const open = new Set(
    identifyItems(memoryOf(memory), memory.identity)
      .filter(({ state, item }) => isOpenItem({ state, tag: item.tag }))
      .map(({ id }) => id),
  );
  return unanswered.filter(({ item, isWaiting }) => isWaiting || (item !== null && open.has(item)));
}
