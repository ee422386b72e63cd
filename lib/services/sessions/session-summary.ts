import type { Role, Session } from "@/lib/contracts/sessions";
import { versionOf } from "@/lib/core/context/version-number";
import { AppError } from "@/lib/core/errors";
import { countItems } from "@/lib/core/memory/tags";
import { memoryFaults } from "@/lib/core/memory/memory-faults";
import { roleSections } from "@/lib/core/memory/role-id";
import { accessOf, typeOf } from "@/lib/core/memory/access";
import { remember } from "@/lib/core/text/remember";
import type { RoleRow, SessionRow } from "@/lib/db/sessions";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { missingMemory, notASession, notText } from "@/lib/services/commit/file-warnings";
import { itemsBySection } from "@/lib/services/workspace/edit-memory";

export type RoleFacts = Pick<RoleRow, "id" | "type" | "readRevision" | "readAt">;

export interface SummaryFacts {
  roles: RoleFacts[];
  pendingRelays: number;
  lastChange: { at: string; actor: string } | null;
  /** Number of the context's version, or null before the first. */
  version: number | null;
  /** Tokens of what was sent, and when a run called last. */
  tokens: number;
  lastSign: Date | null;
}

const countsOf = remember((state: DocumentState) => countItems(itemsBySection.get(state).flat())).get;

export function summarise(row: Pick<SessionRow, "id">, state: DocumentState, facts: SummaryFacts): Session {
  const document = memoryOf(state);
  const warnings = [...memoryFaults(document).filter((each) => each.severity !== "info")];
  if (state.hash === "") warnings.unshift(missingMemory(state));
  if (state.binary) warnings.unshift(notText("TEAM-MEMORY.md"));
  return {
    id: row.id,
    feature: document.feature ?? row.id,
    created: document.meta.created,
    // The memory says so too, but a restored one says what was true then.
    gcVersion: facts.version === null ? document.meta.gcVersion : versionOf(facts.version),
    roles: rolesOf(state, facts.roles),
    counts: { ...countsOf(state), pendingRelays: facts.pendingRelays },
    finished: document.meta.finished,
    lines: document.lineCount,
    lastChange: facts.lastChange,
    tokens: facts.tokens,
    lastSign: facts.lastSign?.toISOString() ?? null,
    warnings,
  };
}

/** What a list shows of a folder that cannot be a session, such as one called `_archive`. */
export function explainBroken(id: string, error: unknown): Session {
  if (!(error instanceof AppError)) throw error;
  const counts = {
    items: 0,
    active: 0,
    archived: 0,
    resolved: 0,
    openQuestions: 0,
    openConflicts: 0,
    pendingRelays: 0,
  };
  const summary = {
    id,
    feature: id,
    created: null,
    gcVersion: null,
    finished: null,
    roles: [],
    lines: 0,
    lastChange: null,
    tokens: 0,
    lastSign: null,
  };
  return { ...summary, counts: { ...counts, byTag: {} }, warnings: [notASession(id, error)] };
}

/**
 * The roles of a session, each once: those with a section, in file order, then those that were only ever given a token. A role
 * with several sections has the items of all of them, and is active as long as one of them is.
 */
export function rolesOf(state: DocumentState, rows: readonly RoleFacts[]): Role[] {
  const known = new Map(rows.map((row) => [row.id, row]));
  const found = new Map<string, Role>();
  const document = memoryOf(state);
  const { direct } = document.meta;
  for (const { role, state: standing, items } of roleSections(document)) {
    const before = found.get(role);
    const now = standing === "active" ? standing : (before?.state ?? standing);
    found.set(role, presentRole(role, known.get(role), now, (before?.items ?? 0) + items.length, direct));
  }
  const without = rows.filter((row) => !found.has(row.id));
  return [...found.values(), ...without.map((row) => presentRole(row.id, row, "active", 0, direct))];
}

/** One role of a session; one without a section, as the Lead may be, is active and empty. */
export function roleIn(state: DocumentState, rows: readonly RoleFacts[], id: string): Role {
  return rolesOf(state, rows).find((role) => role.id === id) ?? presentRole(id, undefined, "active", 0, null);
}

function presentRole(
  id: string,
  row: RoleFacts | undefined,
  state: Role["state"],
  items: number,
  direct: readonly string[] | null,
): Role {
  const type = typeOf(id, row?.type ?? null);
  const readAt = row?.readAt?.toISOString() ?? null;
  return {
    id,
    type,
    access: accessOf(id, { type, direct }),
    state,
    items,
    readRevision: row?.readRevision ?? null,
    readAt,
  };
}
