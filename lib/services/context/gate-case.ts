import { suggestStale } from "@/lib/core/memory/prune";
import type { ItemOrigin } from "@/lib/services/commit/item-origins";
import { decideGate, type GateBlocker, type GateCase, type GateWaiver } from "@/lib/core/context/gate";
import { NO_VERSION, versionOf } from "@/lib/core/context/version-number";
import { isOpenItem } from "@/lib/core/memory/tags";
import { identifyItems } from "@/lib/core/memory/identity";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { findLatestVersion } from "@/lib/db/context";
import { listQuestions, type PlacedQuestion } from "@/lib/db/questions";
import { listRoles, type RoleRow, type SessionRow } from "@/lib/db/sessions";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { presentQuestion } from "@/lib/services/commit/present-question";
import { currentNumber } from "@/lib/services/context/context-state";
import { listRuns } from "@/lib/db/runs";
import { seatsOf } from "@/lib/services/context/seats";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** What a gate of this session would be decided on now; `roles` are its active teammates. */
export async function lookAtGate(
  { committer, database: { queries }, clock }: Pick<ServiceContext, "committer" | "database" | "clock">,
  session: SessionRow,
): Promise<Looked> {
  const memory = await committer.readable(session.workspaceId, memoryPath(session.id));
  const [latest, rows, runs, questions] = await Promise.all([
    findLatestVersion(queries, session.key),
    listRoles(queries, session.key),
    listRuns(queries, session.key),
    listQuestions(queries, session.key),
  ]);
  const roles = seatsOf({ memory, rows, runs }, clock());
  return { memory, roles, version: versionOf(currentNumber(latest)), questions };
}

/** Who has confirmed the version, of whom. Before the first version nobody has to. */
export function currentOf(roles: readonly RoleRow[], version: string): { current: number; teammates: number } {
  if (version === NO_VERSION) return { current: 0, teammates: 0 };
  const current = roles.filter(({ confirmed }) => confirmed !== null && versionOf(confirmed) === version).length;
  return { current, teammates: roles.length };
}

/** What a gate is decided on, as it is now. */
export interface Looked {
  memory: DocumentState;
  roles: RoleRow[];
  version: string;
  questions: PlacedQuestion[];
}

export function blockersOf(looked: Looked, waivers: GateWaiver[]): GateBlocker[] {
  return decideGate(caseOf(looked, waivers));
}

export function caseOf({ memory, roles, version, questions }: Looked, waivers: GateWaiver[]): GateCase {
  const byItem = new Map(questions.map((question) => [question.item, question]));
  const openItems = identifyItems(memoryOf(memory), memory.identity).flatMap(({ id, role, state, item }) => {
    const counted = { state, tag: item.tag };
    if (!isOpenItem(counted)) return [];
    const question = byItem.get(id);
    const put = question === undefined ? null : presentQuestion(question, { isOpen: true, closedAt: null });
    return [{ id, tag: counted.tag, role, text: item.text, put }];
  });
  const confirmed = roles.map((role) => ({
    id: role.id,
    confirmed: role.confirmed === null ? null : versionOf(role.confirmed),
  }));
  // Before the first version there is nothing anybody could be behind of.
  return { roles: version === NO_VERSION ? [] : confirmed, version, openItems, waivers };
}

/** What was written before the previous gate and not touched since. That gate's item is the last there is while one is open. */
export function staleItems(memory: DocumentState, origins: ReadonlyMap<string, ItemOrigin>): string[] {
  const document = memoryOf(memory);
  const writtenAt = (id: string) => origins.get(id)?.touchedAt;
  const previous = identifyItems(document, memory.identity).findLast(
    ({ role, state, item }) => role === "Lead" && item.tag === "Gate" && state === "active",
  );
  const previousGate = previous === undefined ? null : (writtenAt(previous.id) ?? previous.item.timestamp);
  return suggestStale(document, memory.identity, { writtenAt, previousGate }).map((each) => each.id);
}
