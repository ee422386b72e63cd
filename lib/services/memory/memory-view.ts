import {
  type Item,
  type Memory,
  type MemoryFilter,
  type Section,
  type SectionText,
  State,
} from "@/lib/contracts/memory";
import type { Pair } from "@/lib/contracts/pairs";
import { accessOf, typeOf } from "@/lib/core/memory/access";
import type { MemoryDocument, MemoryText } from "@/lib/core/memory/model";
import { memoryFaults } from "@/lib/core/memory/memory-faults";
import { isRoleName } from "@/lib/core/memory/role-id";
import { hasEnd, isOpenItem } from "@/lib/core/memory/tags";
import { listConfirmations } from "@/lib/db/confirmations";
import type { Queries } from "@/lib/db/database";
import { listQuestions, type PlacedQuestion } from "@/lib/db/questions";
import { listRoles, type RoleRow } from "@/lib/db/sessions";
import { placedItems, type DocumentState, memoryOf } from "@/lib/services/commit/document-states";
import { missingMemory, notText } from "@/lib/services/commit/file-warnings";
import { pairsByLine, progressOf, readPairs } from "@/lib/services/workspace/read-pairs";
import type { Outdated } from "@/lib/services/workspace/code-anchors";
import type { ItemOrigin } from "@/lib/services/commit/item-origins";
import { listOf, listOfKnown } from "@/lib/services/workspace/page-of";
import { presentQuestion } from "@/lib/services/workspace/question-row";
import { itemsBySection } from "@/lib/services/workspace/edit-memory";
import { AppError } from "@/lib/core/errors";
import { identifyFormer, shareKeys } from "@/lib/core/memory/identity";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import type { Caller } from "@/lib/services/workspace/caller";
import { openMemory } from "@/lib/services/memory/change-memory";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/** What is known of items that stands in no file. */
export interface Besides {
  questions: readonly PlacedQuestion[];
  /** Who saw the same, by item. */
  confirmed: ReadonlyMap<string, string[]>;
  pairs: readonly Pair[];
  /** What is no longer as it was of the code that they name. */
  outdated?: readonly Outdated[];
}

/** What stands in no file of the items of a session, as this state of its team memory has them. */
export async function readBesides(queries: Queries, sessionKey: number, state: DocumentState): Promise<Besides> {
  const [questions, confirmed, pairs] = await Promise.all([
    listQuestions(queries, sessionKey),
    listConfirmations(queries, sessionKey),
    readPairs(queries, sessionKey, state),
  ]);
  return { questions, confirmed, pairs };
}

/**
 * A team memory as the contract shows it, with only what the filter lets through. Sections left empty by a filter of items are left out. An
 * item that reads as it did in `former`, the whole memory of an earlier state with the same besides, is that object.
 */
export function presentMemory(
  state: DocumentState,
  roles: RoleRow[],
  origins: ReadonlyMap<string, ItemOrigin>,
  { questions, confirmed, pairs, outdated = [] }: Besides,
  filter: MemoryFilter,
  former?: { of: DocumentState; answer: Memory },
): Memory {
  const document = memoryOf(state);
  const { direct } = document.meta;
  const stood = former && itemsBySection.known(former.of);
  const items = itemsBySection.get(state, former?.of);
  const matches = itemFilter(filter);
  const wanted = listOf(filter.role)?.map((role) => role.toLowerCase());
  const byItem = new Map(questions.map((question) => [question.item, question]));
  const pairsOf = pairsByLine(pairs);
  let known: ReturnType<typeof progressOf> | undefined;
  const progress = (item: Item) => {
    if (pairs.length === 0 && !isAwaiting(item)) return null;
    known ??= progressOf(state, { questions, pairs });
    return known(item.id);
  };
  const changedIn = new Map(outdated.map(({ id, changed }) => [id, changed]));
  const sections = document.sections.flatMap((section, index): Section[] => {
    if (wanted && !wanted.includes(section.role.toLowerCase())) return [];
    const all = items[index] ?? [];
    const shown = matches === null ? all : all.filter((item) => matches(item, section.state));
    if (matches !== null && shown.length === 0) return [];
    const type = typeOf(section.role, roles.find((role) => role.id === section.role)?.type ?? null);
    const { role, heading, state } = section;
    const told = matches === null && !wanted ? former?.answer.sections[index]?.items : undefined;
    const known = shown.map((item, at) => {
      const was = stood?.[index]?.[at] === item ? told?.[at] : undefined;
      if (was !== undefined && isSettled(was)) return was;
      const origin = origins.get(item.id);
      const seen = withConfirmations(origin === undefined ? item : { ...item, written: writtenBy(origin) }, confirmed);
      const paired = pairsOf(item.id);
      const far = progress(item);
      const outdated = changedIn.get(item.id);
      return {
        ...withQuestion(seen, byItem.get(item.id), origin),
        ...(paired !== undefined && { pairs: paired }),
        ...(far !== null && { progress: far }),
        ...(outdated !== undefined && { outdated }),
      };
    });
    const kind = isRoleName(role) ? ("role" as const) : ("text" as const);
    const texts = matches === null ? section.texts.map((each) => textAt(document, each, section)) : [];
    return [
      {
        role,
        heading,
        kind,
        state,
        type,
        access: accessOf(role, { type, direct }),
        items: known,
        texts,
        total: all.length,
      },
    ];
  });
  return {
    etag: `"${state.hash}"`,
    revision: state.head,
    title: document.title,
    meta: Object.fromEntries([...document.frontMatter, ...document.meta.entries].map(({ key, value }) => [key, value])),
    preface: matches === null && !wanted ? document.preface.map((each) => textAt(document, each)) : [],
    sections,
    lines: document.lineCount,
    diagnostics: [...faultsOf(state), ...memoryFaults(document)],
  };
}

/** Whether how far an item is depends on other lines. */
function isAwaiting({ state, tag }: Item): boolean {
  return state === "active" && hasEnd(tag);
}

/** Whether an item is shown in the same way for as long as it reads the same, and the same is known besides. */
function isSettled(item: Item): boolean {
  return !isAwaiting(item) && !item.question && !item.pairs && !item.progress;
}

/** Says that nothing changes any more of a memory that is answered: what is written out of it is kept. */
export function settle(memory: Memory): Memory {
  for (const section of memory.sections) Object.freeze(Object.freeze(section).items);
  Object.freeze(memory.sections);
  return Object.freeze(memory);
}

/** What is wrong with the file as a whole. */
function faultsOf(state: DocumentState): Memory["diagnostics"] {
  if (state.hash === "") return [missingMemory(state)];
  return state.binary ? [notText("TEAM-MEMORY.md")] : [];
}

/** A block of the file as it stands there, counted from its section where it has one. */
function textAt({ text }: MemoryDocument, block: MemoryText, section = { start: 0, line: 1 }): SectionText {
  const [from, to] = [section.start + block.start, section.start + block.end];
  return { line: section.line + block.line, text: text.slice(from, to).trimEnd() };
}

/** The item with who else saw the same, where anybody did. */
export function withConfirmations(item: Item, confirmed: Besides["confirmed"]): Item {
  const alsoSeenBy = confirmed.get(item.id);
  return alsoSeenBy === undefined ? item : { ...item, alsoSeenBy };
}

function withQuestion(item: Item, question: PlacedQuestion | undefined, origin: ItemOrigin | undefined): Item {
  if (question === undefined) return item;
  const isOpen = isOpenItem(item);
  return {
    ...item,
    question: presentQuestion(question, { isOpen, closedAt: isOpen ? null : (origin?.touchedAt ?? null) }),
  };
}

/** An item of a section put aside counts as put aside with it. */
function itemFilter(filter: MemoryFilter): ((item: Item, section: Section["state"]) => boolean) | null {
  const tags = listOf(filter.tag)?.map((tag) => tag.toLowerCase());
  const states = listOfKnown("state", filter.state, State.options);
  const words = filter.q?.normalize("NFC").toLowerCase().trim();
  if (!tags && !states && !words) return null;
  return (item, section) =>
    (!tags || tags.includes((item.tag ?? "none").toLowerCase())) &&
    (!states || states.includes(item.state) || (section === "replaced" && states.includes(section))) &&
    (!words || `${item.text}\n${item.body}`.normalize("NFC").toLowerCase().includes(words));
}

function writtenBy({ at, by, isProbable }: ItemOrigin): NonNullable<Item["written"]> {
  return { at, by, ...(isProbable && { probably: true }) };
}

/** What changed in a team memory since a reader last looked. */
export function memoryChangesService(context: ServiceContext) {
  return {
    /**
     * The memory with only the items that are new or stand otherwise than after `revision`, 0 being the empty text, and those that are
     * gone since; the filter applies to both. An item that got other words is shown as it reads now, and is gone only where it is not
     * known to be the same one. Reading records the receipt, as any reading does.
     */
    async since(caller: Caller, params: SessionParams, revision: number, filter: MemoryFilter = {}) {
      const opened = await openMemory(context, caller, params);
      const { queries } = context.database;
      const known =
        opened.state.id > 0 ? opened.state : await context.committer.reload(params.workspace, opened.state.path);
      if (revision > known.head) throw ahead(revision, known.head);
      const text = revision === 0 ? "" : await readTextAt(queries, known.id, revision);
      const roles = await listRoles(queries, opened.session.key);
      const besides = await readBesides(queries, opened.session.key, known);
      const memory = presentMemory(known, roles, await context.origins.of(queries, known), besides, filter);
      const before = itemsBefore(known, text);
      const sections = memory.sections.flatMap((section) => {
        const items = section.items.filter((item) => standsOtherwise(item, before.get(item.id)));
        return items.length === 0 ? [] : [{ ...section, items, texts: [] }];
      });
      const now = new Set(placedItems(known).map(({ id }) => id));
      const wanted = filter.role?.split(",").map((role) => role.trim().toLowerCase());
      const gone = [...before].flatMap(([id, { role, text }]) =>
        now.has(id) || wanted?.includes(role.toLowerCase()) === false ? [] : [{ id, role, text }],
      );
      return { memory: { ...memory, sections, preface: [] }, gone };
    },
  };
}

type Standing = Pick<Item, "text" | "body" | "state" | "resolution"> & { role: string };

function itemsBefore(state: DocumentState, text: string): Map<string, Standing> {
  const document = parseMemory(text);
  // Nearly all of it reads as it does now: what was hashed for the one need not be for the other.
  shareKeys(memoryOf(state), document);
  return new Map(
    identifyFormer(document, state.identity).map(({ id, role, item }) => {
      const { text, body, state, resolution } = item;
      return [id, { role, text, body, state, resolution }];
    }),
  );
}

function standsOtherwise(item: Item, before: Standing | undefined): boolean {
  if (item.state !== before?.state || item.resolution !== before.resolution) return true;
  return item.text !== before.text || item.body !== before.body;
}

function ahead(revision: number, head: number): AppError {
  const message = `There is no revision ${revision} yet: the newest is ${head}.`;
  return new AppError("invalid_input", message, {
    hint: "Give the revision that an earlier reading answered, or read without since.",
    errors: [{ path: "since", message }],
  });
}
