import { findReading } from "@/lib/db/readings";
import type { SessionRow } from "@/lib/db/sessions";
import { noteDown } from "@/lib/services/commit/note-down";
import type { Whose } from "@/lib/services/inbox/whose";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** A sign of somebody who only waits is kept once in so long. Milliseconds. */
const SIGN_MS = 60_000;

/** Keeps that a role which waits for news is there: its mark stays, and the time of its last look moves on. */
export async function giveSign(
  { committer, database }: Pick<ServiceContext, "committer" | "database">,
  session: SessionRow,
  { key, isLead: leads }: Whose,
  now: Date,
): Promise<void> {
  const known = key === null || leads ? null : await findReading(database.queries, session.key, key);
  if (known === null || now.getTime() - known.at.getTime() < SIGN_MS) return;
  const { at: _, updates, ...rest } = known;
  const reading = { ...rest, updates: JSON.parse(updates) as string[], lookedAt: now.toISOString() };
  await noteDown(() =>
    committer.submit({
      workspace: session.workspaceId,
      author: { actor: known.reader, actorKind: "agent", source: "api" },
      decide: (draft) => {
        draft.effect({ type: "put-reading", ...reading });
        return Promise.resolve(null);
      },
    }),
  );
}
