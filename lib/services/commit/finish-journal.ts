import { AppError } from "@/lib/core/errors";
import { deleteJournal, replaceActs, setAside, setOutcomes, type JournalRow } from "@/lib/db/journal";
import type { Queries } from "@/lib/db/database";
import { isNoRoom } from "@/lib/db/open";
import type { Seals } from "@/lib/db/seals";
import type { Act } from "@/lib/services/commit/act";
import { finishBatch, type ActOutcome, type FinishContext } from "@/lib/services/commit/finish-batch";
import { isOurs, JOURNAL_VERSION, readActs, writeActs } from "@/lib/services/commit/journal-entry";
import type { LiveEvent } from "@/lib/services/commit/live-feed";
import { undoBatch } from "@/lib/services/commit/undo-batch";

/** A reason is for reading: a driver's message may hold a whole statement. */
const LONGEST_REASON = 300;

const UNSIGNED =
  "It is not signed with a secret of this server: an earlier version wrote it, a server with another secret, or somebody who changed the database.";

/** What a journaled batch is carried out with. */
export interface JournalContext extends FinishContext {
  seals: Seals;
}

/** Why an entry was set aside, or null when it is finished; and what was recorded on the way. */
export interface FinishedEntry {
  reason: string | null;
  events: LiveEvent[];
}

/**
 * Carries out a batch that another process journaled and did not finish. One that cannot be finished changes nothing and is
 * set aside with its reason; its files are put back. So an entry never fails the transaction it is met in: only a disk that
 * takes nothing does. What no server of ours signed is carried out only where its owner `isAccepted` it.
 */
export async function finishEntry(
  context: JournalContext,
  entry: JournalRow,
  now: Date,
  { isAccepted = false } = {},
): Promise<FinishedEntry> {
  const { queries } = context;
  let acts: Act[];
  try {
    acts = readActs(entry);
    if (!isAccepted && !isOurs(context.seals, entry))
      throw new AppError("forbidden", UNSIGNED, { hint: "Retry or discard it." });
  } catch (error) {
    return { reason: await put(queries, entry, explain(error), now), events: [] };
  }
  await queries.$executeRaw`SAVEPOINT "entry"`;
  try {
    const { outcomes, events } = await finishBatch(context, acts, new Map(), { checkHeads: true });
    const reason = await leaveWord(context, entry, { acts, outcomes }, now);
    await queries.$executeRaw`RELEASE "entry"`;
    return { reason, events };
  } catch (error) {
    if (isNoRoom(error)) throw error;
    context.log.forget();
    await queries.$executeRaw`ROLLBACK TO "entry"`;
    await queries.$executeRaw`RELEASE "entry"`;
    const left = await undoBatch(context, acts);
    const also = left.length === 0 ? "" : ` Not put back: ${left.join(", ")}.`;
    return { reason: await put(queries, entry, explain(error) + also, now), events: [] };
  }
}

/** The first time, tells the process that wrote it; nobody waits for one that was set aside, so what is left of it stays. */
async function leaveWord(
  { queries, seals }: JournalContext,
  entry: JournalRow,
  { acts, outcomes }: { acts: Act[]; outcomes: ActOutcome[] },
  now: Date,
): Promise<string | null> {
  if (entry.setAsideAt === null) {
    const told = outcomes.map((outcome) => (outcome === "done" ? "done" : "redo"));
    await setOutcomes(queries, entry.id, told);
    return null;
  }
  const left = acts.filter((_, index) => outcomes[index] !== "done");
  const failed = outcomes.find((outcome) => outcome !== "done");
  if (failed === undefined) {
    await deleteJournal(queries, entry.id);
    return null;
  }
  await replaceActs(queries, entry.id, JOURNAL_VERSION, writeActs(seals, left));
  return put(queries, entry, failed === "redo" ? "Its files have changed since." : explain(failed), now);
}

async function put(queries: Queries, entry: JournalRow, reason: string, now: Date): Promise<string> {
  await setAside(queries, entry.id, reason, entry.setAsideAt ?? now);
  return reason;
}

function explain(error: unknown): string {
  if (error instanceof AppError) return error.message;
  // Prisma begins with the place in our code; what the database said comes last.
  const said = (error instanceof Error ? error.message : String(error)).trim().split("\n").at(-1) ?? "";
  return `It could not be recorded: ${said.slice(0, LONGEST_REASON)}`;
}
