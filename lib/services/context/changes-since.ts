import { versionOf } from "@/lib/core/context/version-number";
import { findVersion } from "@/lib/db/context";
import type { SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import type { ChangesSince } from "@/lib/services/context/deliver";
import type { DeltaOf } from "@/lib/services/context/with-deltas";

/** From so many older versions the changes are told; who has one that is older still gets the text without them. */
const MOST_VERSIONS = 8;

/** What changed from each of these older versions, as long as it is known, to the one that is delivered. */
export async function changesSince(
  { draft, session, deltaOf }: { draft: Draft; session: SessionRow; deltaOf: DeltaOf },
  older: readonly (number | null)[],
  { number, text }: { number: number; text: string },
): Promise<ChangesSince> {
  const known = new Map<number, ReturnType<DeltaOf>>();
  const numbers = [...new Set(older)].filter((each) => each !== null && each > 0 && each < number) as number[];
  for (const from of numbers.sort((a, b) => b - a).slice(0, MOST_VERSIONS)) {
    const row = await findVersion(draft.queries, session.key, from);
    if (row === null) continue;
    const before = await readTextAt(draft.queries, row.documentId, row.revision);
    known.set(from, deltaOf(before, text, { from: versionOf(from), to: versionOf(number) }));
  }
  return (from) => known.get(from) ?? null;
}
