import type { Action } from "@/lib/contracts/events";
import type { Item } from "@/lib/contracts/memory";
import { AppError } from "@/lib/core/errors";
import { namesReader } from "@/lib/core/memory/role-id";
import { countKeys, identifyItems, keyOf } from "@/lib/core/memory/identity";
import { remember } from "@/lib/core/text/remember";
import { type MemoryDocument, type IdentifiedItem, stateIn } from "@/lib/core/memory/model";
import { applyMemoryOperation } from "@/lib/core/memory/apply-operation";
import type { AppliedOperation, MemoryOperation } from "@/lib/core/memory/operation";
import { findLastRevisionOf } from "@/lib/db/revisions";
import type { SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";
import { assertEditable } from "@/lib/services/commit/decide-batch";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { memoryPath } from "@/lib/core/memory/session-paths";

/** Ids named in one event or revision; the diff shows them all. */
const NAMED = 50;
/** Characters of an item's text that an event repeats, for timelines. */
const EXCERPT = 120;

/** How a change is recorded: the revision's operation, and the event about it. */
export interface Recorded {
  operation: string;
  /** Null for a change that goes with another and is told by that one's event. */
  action: Action | null;
  session: SessionRow;
  /** Further roles concerned, beside those whose sections changed. */
  roles?: readonly string[];
  detail?: Record<string, unknown>;
}

/** The team memory of a session within a draft; `not_found` when it has none. */
export async function getMemory(draft: Draft, session: string): Promise<DocumentState> {
  const state = await draft.document(memoryPath(session));
  if (state.hash === "") throw noMemory(session);
  return state;
}

/** Applies one operation and records it. A conflict carries who changed the section last, and when. */
export async function editMemory(draft: Draft, state: DocumentState, operation: MemoryOperation, recorded: Recorded) {
  assertEditable(state);
  const applied = await apply(draft, state, operation);
  const { document, identity, splices, result } = applied;
  const items = result.items.map(presentItem);
  const removed = result.removed.map(presentItem);
  const ids = [...items, ...removed].map((item) => item.id);
  const detail = { ...(ids.length > 0 && { items: ids.slice(0, NAMED), count: ids.length }), ...recorded.detail };
  const revision = draft.edit(state.path, {
    text: document.text,
    patch: splices.map(({ start, end, text }) => [start, end - start, text] as const),
    memory: { document, identity },
    operation: recorded.operation,
    roles: [...new Set([...result.roles, ...(recorded.roles ?? [])])],
    detail,
  });
  const [only] = ids.length === 1 ? [...items, ...removed] : [];
  const about =
    only === undefined ? {} : { tag: only.tag, text: only.text.slice(0, EXCERPT), ...namedIn(document, only) };
  if (recorded.action === null) return { revision, items, removed };
  draft.event(recorded.action, result.roles[0] ?? state.path, recorded.session, { revision, ...detail, ...about });
  return { revision, items, removed };
}

/** The roles that an item names, so that those of them who wait are woken by the event alone. */
function namedIn({ sections }: MemoryDocument, { text, body }: Item): { names?: string[] } {
  const names = new Set(sections.map(({ role }) => role).filter((role) => namesReader(`${text}\n${body}`, role)));
  return names.size === 0 ? {} : { names: [...names] };
}

async function apply(draft: Draft, state: DocumentState, operation: MemoryOperation): Promise<AppliedOperation> {
  try {
    return applyMemoryOperation(memoryOf(state), state.identity, operation);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "conflict") throw error;
    const role = typeof error.details.current?.role === "string" ? error.details.current.role : null;
    const last = await findLastRevisionOf(draft.queries, state.id, role);
    const changed = last && { changedBy: last.actor, changedAt: last.at.toISOString(), revision: last.sequence };
    const current = { ...error.details.current, ...changed, etag: state.hash };
    throw new AppError("conflict", error.message, { ...error.details, current });
  }
}

/** There is a session, but it has no team memory. */
export function noMemory(session: string): AppError {
  return new AppError("not_found", `The session ${session} has no TEAM-MEMORY.md.`, {
    hint:
      "Create it with {session.create}, using the id of this folder; if somebody removed it, " +
      "undo the revision that says so with {memory.undo}.",
  });
}

export function presentItem({ id, line, state, item }: IdentifiedItem): Item {
  const { tag, timestamp, text, body, resolution } = item;
  return { id, tag, timestamp, text, body, state, resolution, line };
}

/**
 * Every item of a document as the contract shows it, by section, in the order of the sections. What stands where it stood in a former
 * state, of which they are known, is the same object.
 */
export const itemsBySection = remember((state: DocumentState, former?: DocumentState): Item[][] => {
  const document = memoryOf(state);
  const shared = former && itemsAfter(former, state);
  if (shared) return shared;
  const sections = document.sections.map((): Item[] => []);
  for (const placed of identifyItems(document, state.identity)) {
    sections[placed.sectionIndex]?.push(presentItem(placed));
  }
  return sections;
});

/** The same without looking at what stands where it stood; null where the ids of all have to be told apart anew. */
function itemsAfter(former: DocumentState, state: DocumentState): Item[][] | null {
  const known = itemsBySection.known(former);
  // Another identity comes of every change that touches items which say the same.
  if (known === undefined || former.identity !== state.identity) return null;
  const [before, now] = [memoryOf(former), memoryOf(state)];
  const counted = countKeys(now);
  const fresh: string[] = [];
  const items = now.sections.map((section, index) => {
    const was = before.sections[index];
    const stands = was?.role === section.role && was.line === section.line && was.state === section.state;
    return section.items.map((item, place) => {
      const same = stands && was.items[place] === item ? known[index]?.[place] : undefined;
      if (same !== undefined) return same;
      const id = keyOf(section.role, item);
      fresh.push(id);
      const line = section.line + item.line;
      return presentItem({ id, role: section.role, line, state: stateIn(section, item), item });
    });
  });
  return fresh.every((id) => counted.get(id) === 1 && !Object.hasOwn(state.identity, id)) ? items : null;
}
