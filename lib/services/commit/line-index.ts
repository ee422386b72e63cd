import { countKeys, findItems, identifyItems, keyOf, type PlacedItem } from "@/lib/core/memory/identity";
import type { MemoryDocument, MemorySection } from "@/lib/core/memory/model";
import { needsName } from "@/lib/core/places/our-files";
import { entriesOfMemory, entriesOfMemoryTexts } from "@/lib/core/search/entries-of";
import { entriesOfFile, pageOf, shortKey } from "@/lib/core/search/page";
import { subjectOf } from "@/lib/core/search/related";
import type { UndatedEntry } from "@/lib/core/search/search-entry";
import { wordsToFind } from "@/lib/core/search/tokenise";
import { asListed, changePages, findHolds, type IndexedLine, listLines, type PageChange } from "@/lib/db/lines";
import type { Queries } from "@/lib/db/database";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { ItemOrigins } from "@/lib/services/commit/item-origins";

/** Documents that this process has brought into the index: their states as they are there. */
const indexed = new WeakSet<DocumentState>();

/** A change of more lines is left for later: nobody waits for an edit made outside to be recorded, or for what came with an upgrade. */
const MOST_AT_ONCE = 500;

/** Of what is cut into lines otherwise than by this version, no line is known. */
const FORM = 2;

/** What a page says that it holds: the content, by its hash, in the form in which this version cuts it. */
export function holdsOf(hash: string): string {
  return `${FORM}:${hash}`;
}

/** A document before a change, where that is known, and after it. */
export interface Step {
  before: DocumentState | null;
  after: DocumentState;
}

/** Brings the index from one state of documents to the next, in the transaction that records that; `at` is its time. What is left out stays to be done. */
export async function followLines(queries: Queries, steps: readonly Step[], at: string): Promise<void> {
  const changes: PageChange[] = [];
  for (const step of steps) {
    const change = await changeFor(queries, step, at);
    if (change === null) continue;
    changes.push(change);
    indexed.add(step.after);
  }
  await changePages(queries, changes);
}

async function changeFor(queries: Queries, { before, after }: Step, at: string): Promise<PageChange | null> {
  const page = pageOf(after.path);
  if (page === null || needsName(after.path)) return null;
  const change = { page: { workspaceId: after.workspace, path: after.path, ...page }, holds: holdsOf(after.hash) };
  if (before !== null && (await isIndexed(queries, before))) {
    const [old, now] = changed(before, after);
    const come = new Map(now.map((entry) => [shortKey(entry.key), entry]));
    const said = new Map(old.map((entry) => [shortKey(entry.key), entry]));
    const gone = [...said].filter(([key, entry]) => !readsAlike(entry, come.get(key))).map(([key]) => key);
    const lines = [...come]
      .filter(([key, entry]) => !readsAlike(entry, said.get(key)))
      .map(([, entry]) => lineOf(entry, at));
    if (gone.length + lines.length > MOST_AT_ONCE) return null;
    return { ...change, gone, come: lines };
  }
  const entries = entriesOf(after);
  if (entries.length > MOST_AT_ONCE) return null;
  const origins = before === null ? null : await new ItemOrigins().of(queries, before);
  const lines = entries.map((entry) => lineOf(entry, origins?.get(entry.key)?.touchedAt ?? at));
  return { ...change, ...differing(lines, await listLines(queries, after.workspace, after.path)) };
}

/** Which lines of a page have to go, and which to come, where the index has these; of several under one key the first stands. */
export function differing(lines: readonly IndexedLine[], known: ReadonlyMap<string, string>) {
  const wanted = new Map(lines.toReversed().map((line) => [line.key, line]));
  const come = [...wanted.values()].filter((line) => known.get(line.key) !== asListed(line));
  const renewed = new Set(come.map(({ key }) => key));
  return { gone: [...known.keys()].filter((key) => !wanted.has(key) || renewed.has(key)), come };
}

/** Whether the index holds a document as it is in this state. */
export async function isIndexed(queries: Queries, state: DocumentState): Promise<boolean> {
  return indexed.has(state) || (await findHolds(queries, state.workspace, state.path)) === holdsOf(state.hash);
}

/** Everything that can be found in a document. */
export function entriesOf(state: DocumentState): UndatedEntry[] {
  if (state.hash === "") return [];
  if (pageOf(state.path)?.kind !== "item") return entriesOfFile(state.path, state.text ?? state.legible ?? "");
  const document = memoryOf(state);
  return [...ofItems(state, identifyItems(document, state.identity)), ...ofTexts(state, document)];
}

/** The entries of a document that the index holds under these keys; one that is gone by now is left out. */
export function findEntries(state: DocumentState, keys: ReadonlySet<string>): Map<string, UndatedEntry> {
  const isMemory = pageOf(state.path)?.kind === "item" && state.hash !== "";
  const items = isMemory ? ofItems(state, findItems(memoryOf(state), state.identity, keys)) : [];
  const entries = items.length < keys.size ? entriesOf(state) : items;
  // Of several under one key the first stands.
  const found = entries.toReversed().map((entry) => [shortKey(entry.key), entry] as const);
  return new Map(found.filter(([key]) => keys.has(key)));
}

function ofItems({ path }: DocumentState, items: readonly PlacedItem[]): UndatedEntry[] {
  return entriesOfMemory(path, pageOf(path)?.session ?? "", items);
}

function ofTexts({ path }: DocumentState, document: MemoryDocument): UndatedEntry[] {
  return entriesOfMemoryTexts(path, pageOf(path)?.session ?? "", document);
}

/** The entries of two states, without many that stand in both: of a memory that got a line, that line. */
function changed(before: DocumentState, after: DocumentState): [UndatedEntry[], UndatedEntry[]] {
  const added = pageOf(after.path)?.kind === "item" && before.hash !== "" ? addedTo(before, after) : null;
  return added === null ? [entriesOf(before), entriesOf(after)] : [[], ofItems(after, added)];
}

/** The items that were added to a memory that is otherwise the same, as far as its parts are shared; null where more may have changed. */
function addedTo(before: DocumentState, after: DocumentState): PlacedItem[] | null {
  const [old, now] = [memoryOf(before), memoryOf(after)];
  const preface = ({ preface: texts, text }: MemoryDocument) => texts.map(({ start, end }) => text.slice(start, end));
  if (preface(old).join() !== preface(now).join() || old.sections.length !== now.sections.length) return null;
  const ids = new Set<string>();
  for (const [index, { role, state, heading, texts, items }] of now.sections.entries()) {
    const was = old.sections[index] as MemorySection;
    if (texts !== was.texts || heading !== was.heading || role !== was.role || state !== was.state) return null;
    if (items === was.items) continue;
    let kept = 0;
    for (const item of items) {
      if (item === was.items[kept]) kept++;
      else ids.add(keyOf(role, item));
    }
    if (kept !== was.items.length) return null;
  }
  // One that says what another says has an ordinal behind its key.
  const isPlain = (id: string) => !Object.hasOwn(after.identity, id) && countKeys(now).get(id) === 1;
  return [...ids].every(isPlain) ? findItems(now, after.identity, ids) : null;
}

function readsAlike(entry: UndatedEntry, other: UndatedEntry | undefined): boolean {
  const said = ({ title, text, role, tag, state }: UndatedEntry) => [title, text, role, tag, state].join("\0");
  return other !== undefined && said(entry) === said(other);
}

/** An entry as the index holds it. What was put aside, or stands beside the items of a memory, is found by a search, and related to nothing. */
export function lineOf({ key, title, text, role, tag, state }: UndatedEntry, at: string | null): IndexedLine {
  const stands = state === null || state === "active" || state === "resolved";
  const terms = stands && !key.startsWith("text#") ? [...subjectOf(text).keys()] : [];
  return { key: shortKey(key), role, tag, state, at, terms, ...wordsToFind(`${title} ${tag ?? ""}`, text) };
}
