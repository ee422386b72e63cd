import { createHash, type Hash } from "node:crypto";
import { diffPatch, type Patch } from "@/lib/core/history/patch";
import { piecesOf } from "@/lib/core/memory/add-item";
import { carryIdentity, identifyItems, type PlacedItem } from "@/lib/core/memory/identity";
import { carryReworded, changedItems, MOST_REWORDED } from "@/lib/core/memory/reworded-items";
import type { ItemIdentity } from "@/lib/core/memory/model";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { type DocumentKind, kindOf } from "@/lib/core/places/our-files";
import { type Pieces, slicePieces, joinPieces } from "@/lib/core/text/splice";
import { remember } from "@/lib/core/text/remember";
import type { DocumentRow } from "@/lib/db/history";
import type { StoredFile, Store } from "@/lib/store/store";
import { changedRoles } from "@/lib/core/memory/changed-roles";
import type { Queries } from "@/lib/db/database";
import type { Copies } from "@/lib/services/commit/copies";
import { readBytesAt } from "@/lib/services/commit/revision-texts";
import { storedFile } from "@/lib/store/read-file";

/** A document at one moment. Never changed in place. */
export interface DocumentState {
  workspace: string;
  path: string;
  kind: DocumentKind;
  /** Id of its row; 0 before the first revision is recorded. */
  id: number;
  /** Sequence of the newest revision; 0 when there is none. */
  head: number;
  /** sha256 of the file's bytes; "" when there is no file. */
  hash: string;
  /** The text; null when there is no file, or when it is not UTF-8. */
  text: string | null;
  /** Whether there is a file whose bytes are not text. */
  binary: boolean;
  /** What can be read of bytes that are not text: for showing, never for writing back. */
  legible?: string;
  /** Why the file cannot be opened, as for a pipe or a link out of the workspace; it is then read as if it were not there. */
  unreadable?: string;
  identity: ItemIdentity;
  /** When the newest revision was made, if this process saw it. */
  changed: { at: string; actor: string } | null;
}

/** Documents remembered at once, whatever they hold, and as many more as their texts have so many characters: each costs a few times its text. */
const REMEMBERED = 200;

const MOST_REMEMBERED = 2000;

const MOST_CHARACTERS = 20_000_000;

/** Forgets those that were used by a change longest ago, where they are too many. */
export function letGo(known: Map<string, DocumentState>): void {
  if (known.size <= REMEMBERED) return;
  let characters = 0;
  for (const { text } of known.values()) characters += text?.length ?? 0;
  for (const [key, { text }] of known) {
    const fits = characters <= MOST_CHARACTERS && known.size <= MOST_REMEMBERED;
    if (fits || known.size <= REMEMBERED) break;
    characters -= text?.length ?? 0;
    known.delete(key);
  }
}

const parsed = remember((state: DocumentState) => parseMemory(state.text ?? state.legible ?? ""));

/** Of a text that was hashed here, its beginning up to the change: the next one is likely to come after it. */
const beginnings = new WeakMap<DocumentState, HashedBeginning>();

const encoded = new WeakMap<DocumentState, EncodedText>();

/** The text of a document as UTF-8, the same up to `unchanged` as that of `before`; kept for those that follow. */
export function encodeNext(before: DocumentState | undefined, after: DocumentState, unchanged: number): EncodedText {
  const known = before && encoded.get(before);
  const next = encodeText(textPieces(after), known ? unchanged : 0, known);
  encoded.set(after, next);
  return next;
}

/** sha256 of the text that follows a document's, the same up to `unchanged`; what was worked out for it is kept for `after`. */
export function hashNext(before: DocumentState, after: DocumentState, unchanged: number): string {
  const { hash, beginning } = hashText(textPieces(after), unchanged, beginnings.get(before));
  beginnings.set(after, beginning);
  return hash;
}

/** The text in the pieces that it was made from, where these are known. */
function textPieces(state: DocumentState): Pieces {
  const document = parsed.known(state);
  return document === undefined ? [state.text ?? ""] : piecesOf(document);
}

/** The document as a team memory. No file reads as an empty one. */
export const memoryOf = parsed.get;

/** Its items, each with its id and its place. */
export function placedItems(state: DocumentState): PlacedItem[] {
  return identifyItems(memoryOf(state), state.identity);
}

/** Hands over a structure that is known already, so that it is not parsed again. */
export const rememberMemory = parsed.give;

/** A document as its row says, before its file was read. */
export function stateOfRow(workspace: string, row: DocumentRow): DocumentState {
  return {
    workspace,
    path: row.path,
    kind: kindOf(row.path),
    id: row.id,
    head: row.head,
    hash: row.headHash,
    text: null,
    binary: false,
    identity: JSON.parse(row.identity) as ItemIdentity,
    changed: null,
  };
}

/** A document that the history does not know. */
export function unrecorded(workspace: string, path: string): DocumentState {
  return {
    workspace,
    path,
    kind: kindOf(path),
    id: 0,
    head: 0,
    hash: "",
    text: null,
    binary: false,
    identity: {},
    changed: null,
  };
}

/** The patch from one text to another and the item identity carried along. */
export function stepTo(state: DocumentState, text: string): { patch: Patch; identity: ItemIdentity } {
  const patch = diffPatch(state.text ?? "", text);
  if (state.kind !== "memory") return { patch, identity: {} };
  return { patch, identity: carryIdentity(memoryOf(state), state.identity, parseMemory(text)) };
}

/** The same for a text that was found in the file: items that were reworded in it keep their ids. */
export function stepToFound(state: DocumentState, text: string): { patch: Patch; identity: ItemIdentity } {
  const { patch, identity } = stepTo(state, text);
  if (state.kind !== "memory") return { patch, identity };
  const before = { document: memoryOf(state), identity: state.identity };
  return { patch, identity: carryReworded(before, { document: parseMemory(text), identity }) };
}

/** So many units are hashed again sooner than the hash of a longer beginning is copied and kept. */
const SHORT = 4096;

/** The hash of a text's beginning, from which that of the whole can be finished. */
export interface HashedBeginning {
  /** UTF-16 units of the beginning. */
  length: number;
  hash: Hash;
}

/**
 * sha256 (hex) of a text as UTF-8, and a beginning to hash its successors from. `unchanged` is how many units at its start
 * are those of the text that `known` is a beginning of. Appends to a long document cost what comes after the place
 * of the change, not the whole of it, and copy none of it; the answer is that of hashing the whole text, always.
 */
export function hashText(pieces: Pieces, unchanged: number, known: HashedBeginning | undefined) {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const same = Math.min(unchanged, length);
  const from = known !== undefined && known.length <= same ? known : { length: 0, hash: createHash("sha256") };
  const hash = from.hash.copy();
  if (same - from.length < SHORT) {
    hash.update(update(hash, slicePieces(pieces, from.length, length)));
    return { hash: hash.digest("hex"), beginning: from };
  }
  const half = update(hash, slicePieces(pieces, from.length, same));
  const beginning = { length: same - half.length, hash: hash.copy() };
  const rest = slicePieces(pieces, same, length);
  hash.update(update(hash, [half, ...rest]));
  return { hash: hash.digest("hex"), beginning };
}

/**
 * Hashes pieces, and answers what it left out: the first halves of characters beyond the first 65,536 that they end with.
 * Two halves are encoded together, so they are not hashed apart; and what follows a half may be another one tomorrow.
 */
function update(hash: Hash, pieces: Pieces): string {
  let half = "";
  for (const piece of pieces) {
    const text = half + piece;
    const whole = wholeCharacters(text);
    hash.update(text.slice(0, whole));
    half = text.slice(whole);
  }
  return half;
}

function wholeCharacters(text: string): number {
  let end = text.length;
  while (end > 0 && isFirstHalf(text.charCodeAt(end - 1))) end -= 1;
  return end;
}

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** A document with what its file holds, where that was not read before. */
export function withFile(state: DocumentState, file: StoredFile | null): DocumentState {
  if (state.text !== null || file === null) return state;
  return { ...state, ...contentOf(file) };
}

/** What a document takes from its file; no file, or one that is not UTF-8, has no text. */
export function contentOf(file: StoredFile | null): Pick<DocumentState, "text" | "binary" | "legible"> {
  if (file === null) return { text: null, binary: false };
  return file.text === null ? { text: null, binary: true, legible: legible(file) } : { text: file.text, binary: false };
}

/** What can be read of bytes that are not text. */
export function legible(file: StoredFile): string {
  return file.bytes.toString("utf8");
}

/**
 * Whose sections of a team memory an edit from outside changed, and what its revision says of items: how many are lost, and the ids of those
 * and of reworded ones. Of a document that is found for the first time, or is no memory, nothing is said of items.
 */
export function changesOf(before: DocumentState, after: DocumentState) {
  const isMemory = before.kind === "memory";
  const { lost, reworded } =
    isMemory && before.head > 0 ? changedItems(partsOf(before), partsOf(after)) : { lost: [], reworded: [] };
  // Room for every reworded one; the revision's diff shows them all.
  const touched = [...reworded, ...lost].slice(0, MOST_REWORDED);
  const detail = {
    ...(lost.length > 0 && { lost: lost.length }),
    ...(touched.length > 0 && { items: touched.map(({ id }) => id) }),
  };
  return { roles: isMemory ? changedRoles(memoryOf(before), memoryOf(after)) : [], detail };
}

/** The next text of a document that somebody edited outside, for `draft.edit`: items that were reworded in it keep their ids. */
export function outsideChange(before: DocumentState, text: string) {
  const { patch, identity } = stepToFound(before, text);
  const after = { ...before, text, identity };
  const isMemory = before.kind === "memory";
  return {
    text,
    patch,
    ...(isMemory && { memory: { document: memoryOf(after), identity } }),
    ...changesOf(before, after),
  };
}

const partsOf = (state: DocumentState) => ({ document: memoryOf(state), identity: state.identity });

/** A text as UTF-8, in chunks that each hold whole characters; `units` are a chunk's UTF-16 units. */
export type EncodedText = readonly { bytes: Buffer; units: number }[];

/** Units of the longest chunk: looking for a place within one takes microseconds. */
const CHUNK = 65_536;
/** Beyond these many, short ones are put together. */
const MOST_CHUNKS = 64;

/**
 * The text that `pieces` make, encoded. What it has in common with the beginning of the text that `known` holds, its first
 * `unchanged` units, is taken from there: an item at the end of a long document costs what it is long itself.
 */
export function encodeText(pieces: Pieces, unchanged: number, known: EncodedText = []): EncodedText {
  // The first half of a character is encoded with the second, which may be new.
  const isCut = isFirst(slicePieces(pieces, unchanged - 1, unchanged)[0]);
  const chunks = beginningOf(known, isCut ? unchanged - 1 : unchanged);
  const start = chunks.reduce((sum, { units }) => sum + units, 0);
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const rest = joinPieces(slicePieces(pieces, start, length));
  for (let at = 0; at < rest.length;) {
    const end = cutAt(rest, at + CHUNK);
    chunks.push({ bytes: Buffer.from(rest.slice(at, end)), units: end - at });
    at = end;
  }
  return chunks.length > MOST_CHUNKS ? putTogether(chunks) : chunks;
}

/** The first chunks of a text, up to so many units or one less, where a character would be cut. */
function beginningOf(text: EncodedText, units: number): { bytes: Buffer; units: number }[] {
  const chunks: { bytes: Buffer; units: number }[] = [];
  let left = units;
  for (const chunk of text) {
    if (chunk.units > left) {
      const part = cut(chunk, left);
      if (part.units > 0) chunks.push(part);
      break;
    }
    chunks.push(chunk);
    left -= chunk.units;
  }
  return chunks;
}

function cut({ bytes, units }: { bytes: Buffer; units: number }, most: number): { bytes: Buffer; units: number } {
  // As many bytes as units: each character is one of both.
  if (bytes.length === units) return { bytes: bytes.subarray(0, most), units: most };
  let [at, taken] = [0, 0];
  for (;;) {
    const head = bytes[at] ?? 0;
    // The first byte of a character says how many it has; one of four bytes is two units.
    const size = head < 0x80 ? 1 : head < 0xe0 ? 2 : head < 0xf0 ? 3 : 4;
    const next = taken + (size === 4 ? 2 : 1);
    if (next > most) return { bytes: bytes.subarray(0, at), units: taken };
    at += size;
    taken = next;
  }
}

function putTogether(chunks: EncodedText): EncodedText {
  const together: { bytes: Buffer; units: number }[] = [];
  let waiting: { bytes: Buffer; units: number }[] = [];
  const flush = () => {
    if (waiting.length === 0) return;
    const units = waiting.reduce((sum, each) => sum + each.units, 0);
    together.push({ bytes: Buffer.concat(waiting.map(({ bytes }) => bytes)), units });
    waiting = [];
  };
  for (const chunk of chunks) {
    const units = waiting.reduce((sum, each) => sum + each.units, chunk.units);
    if (units > CHUNK) flush();
    waiting.push(chunk);
  }
  flush();
  return together;
}

/** A place in a text at or right after `end` that cuts no character in two. */
function cutAt(text: string, end: number): number {
  if (end >= text.length) return text.length;
  return isFirst(text[end - 1]) ? end + 1 : end;
}

function isFirst(unit = ""): boolean {
  return unit >= "\ud800" && unit <= "\udbff";
}

/** A document of a recorded workspace with its content, of which the copy here saves reading the history. */
export async function withRecordedContent(queries: Queries, store: Store, copies: Copies, recorded: DocumentState) {
  const { path, id, head, hash } = recorded;
  if (hash === "" || path.startsWith("trash/")) return recorded;
  const file = await store.read(path).catch(() => null);
  if (file?.hash === hash) return withFile(recorded, file);
  const bytes = await readBytesAt(queries, id, head);
  copies.heal(recorded, bytes);
  return withFile(recorded, storedFile(bytes));
}
