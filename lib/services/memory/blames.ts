import { keepNewest } from "@/lib/core/lists";
import { Blame, type BlamedLine, type BlamedRevision, changesOf, type LineChange } from "@/lib/core/history/blame";
import { applyPatches, diffPatch, type Patch } from "@/lib/core/history/patch";
import { DISK, isOfSeveral, writerIn } from "@/lib/core/history/outside-parts";
import { signatureIn } from "@/lib/core/history/signed-by";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { linesWithEnds } from "@/lib/core/text/lines";
import type { LineChange as ShownChange } from "@/lib/contracts/revisions";
import type { ActorKind, Source } from "@/lib/contracts/primitives";
import { type BlameRow, findRevision, listBlameRows, readAnnounced } from "@/lib/db/revisions";
import type { Queries } from "@/lib/db/database";
import type { DocumentState } from "@/lib/services/commit/document-states";
import { readPatch, snapshotText } from "@/lib/services/commit/revision-texts";
import { inSlices, pauses } from "@/lib/services/workspace/in-slices";

/** Documents whose blame is remembered at once. */
const REMEMBERED = 20;
/** Revisions read at once. */
const CHUNK = 200;

/** Who wrote each line of a document, and who each revision is by. */
export interface DocumentBlame {
  lines: readonly BlamedLine[];
  /** A line's changes, the newest first. */
  changes(line: BlamedLine): ShownChange[];
}

interface Known {
  /** As they were after `upTo`; the blame itself may have gone on since. */
  lines: readonly BlamedLine[];
  upTo: number;
  hash: string;
  /** What announcements had said of these revisions by then. */
  announced: string;
  blame: Blame;
  authors: Map<number, Author>;
}

type Author = Pick<ShownChange, "revision" | "at" | "actor" | "actorKind" | "person" | "run" | "source" | "operation">;

/**
 * Tells who wrote the lines of documents. A history is read once, in slices, and then only what is new; where it was rewritten,
 * as by a redaction, it is read again from the start.
 */
export class Blames {
  readonly #documents = new Map<number, Promise<Known>>();

  /** The blame of a document as of its newest revision. */
  async of(queries: Queries, state: DocumentState): Promise<DocumentBlame> {
    const before = this.#documents.get(state.id);
    const next = this.#goOn(queries, state, before).catch((error: unknown) => {
      this.#documents.delete(state.id);
      throw error;
    });
    keepNewest(this.#documents, state.id, next, REMEMBERED);
    const { lines, authors } = await next;
    return {
      lines,
      changes: (line) => changesOf(line).flatMap((change) => present(change, authors) ?? []),
    };
  }

  async #goOn(queries: Queries, state: DocumentState, before: Promise<Known> | undefined): Promise<Known> {
    const known = (await before?.catch(() => undefined)) ?? begin();
    const last = known.upTo === 0 ? null : await findRevision(queries, state.id, known.upTo);
    const isSame =
      known.upTo === 0 ||
      (known.upTo <= state.head &&
        last?.hash === known.hash &&
        (await readAnnounced(queries, state.id, known.upTo)) === known.announced);
    const { blame, authors, ...from } = isSame ? known : begin();
    const pause = pauses();
    while (from.upTo < state.head) {
      const rows = await listBlameRows(queries, state.id, from.upTo, CHUNK);
      if (rows.length === 0) break;
      for (const row of rows) {
        const patch = patchOf(row, blame);
        const revision = { revision: row.sequence, kind: kindOf(row), patch, ...writersOf(row, patch, blame) };
        await inSlices(blame.next(revision));
        authors.set(row.sequence, authorOf(row));
        from.upTo = row.sequence;
        from.hash = row.hash;
        if (pause.isDue()) await pause.take();
      }
    }
    const announced = await readAnnounced(queries, state.id, from.upTo);
    return { ...from, announced, lines: blame.lines, blame, authors };
  }
}

function begin(): Known {
  return { lines: [], upTo: 0, hash: "", announced: "[]", blame: new Blame(), authors: new Map() };
}

/** What these do is recorded as the very splices that they did; of every other revision, only the texts were compared. */
const WRITTEN = new Set([
  "add",
  "edit",
  "archive",
  "unarchive",
  "resolve",
  "withdraw",
  "prune",
  "approve relay",
  "replace role",
  "archive section",
  "unarchive section",
  "add role",
  "set GC version",
  "configure session",
  "finish session",
  "reopen session",
]);

function kindOf({ actorKind, source, operation, patch }: BlameRow): BlamedRevision["kind"] {
  if (actorKind === "disk") return "outside";
  // Where the whole text is kept, what was done to it is not.
  return patch !== null && source !== "disk" && WRITTEN.has(operation) ? "written" : "compared";
}

function patchOf({ patch, snapshot, sequence }: BlameRow, blame: Blame): BlamedRevision["patch"] {
  if (patch !== null) return readPatch(patch, sequence);
  const before = blame.lines.map(({ text }) => text).join("");
  return diffPatch(before, snapshot === null ? before : snapshotText(snapshot, sequence));
}

function authorOf({ sequence, at, actor, actorKind, source, operation, detail }: BlameRow): Author {
  const known = JSON.parse(detail) as Record<string, unknown>;
  const { from } = known;
  const relayed = operation === "approve relay" && typeof from === "string";
  return {
    revision: sequence,
    at: at.toISOString(),
    actor: relayed ? from : actor,
    actorKind: actorKind as ActorKind,
    ...(!relayed && signatureIn(known)),
    source: source as Source,
    operation,
  };
}

/** Whose each line is after a revision in which several edits of the file came together. */
function writersOf(row: BlameRow, patch: Patch, blame: Blame): Pick<BlamedRevision, "writers"> {
  const edit = { actor: row.actor, detail: JSON.parse(row.detail) as Record<string, unknown> };
  if (!isOfSeveral(edit)) return {};
  const text = applyPatches(blame.lines.map((line) => line.text).join(""), [patch]);
  const { sections } = parseMemory(text);
  let at = 0;
  return {
    writers: linesWithEnds(text).map((line) => {
      const section = sections.find(({ start, end }) => start <= at && at < end)?.role ?? null;
      at += line.length;
      const writer = writerIn(edit, section);
      return writer === DISK ? null : writer;
    }),
  };
}

function present({ revision, certainty, writer, said }: LineChange, authors: Known["authors"]) {
  const author = authors.get(revision);
  const who = writer === null ? {} : { actor: writer, actorKind: "agent" as const, run: undefined };
  return author && { ...author, ...who, certainty, said: said === null ? null : said.replace(/\r?\n$/, "") };
}

/** A line as it is counted everywhere: a lone CR ends one too, which the history takes for a part of its line. */
export interface NumberedLine {
  line: number;
  text: string;
  blamed: BlamedLine;
}

/** The lines with their numbers, from 1, and without their ends. */
export function shownLines(lines: readonly BlamedLine[]): NumberedLine[] {
  let line = 0;
  return lines.flatMap((blamed) =>
    blamed.text
      .replace(/\r?\n$|\r$/, "")
      .split("\r")
      .map((text) => ({ line: ++line, text, blamed })),
  );
}
