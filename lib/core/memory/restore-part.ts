import { AppError } from "@/lib/core/errors";
import { assertAtWork } from "@/lib/core/memory/edit-meta";
import { assertTakesWords, assertOwn, getOwnItem } from "@/lib/core/memory/closed-section";
import { findSection, getSection } from "@/lib/core/memory/find-section";
import { concludeFirst, saying, outlineItem, outlineOf } from "@/lib/core/memory/conclude";
import { assertNoNewGate } from "@/lib/core/memory/edit-text";
import { identifyItems, type PlacedItem, keyOf } from "@/lib/core/memory/identity";
import type { ItemIdentity, MemoryDocument, MemorySection } from "@/lib/core/memory/model";
import type { AppliedOperation, Apply } from "@/lib/core/memory/operation";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { replaceItem, saysThat, sourceOf, withLineEnds } from "@/lib/core/memory/edit-item";
import { foldRoleId } from "@/lib/core/memory/role-id";
import { insertBlock } from "@/lib/core/memory/section-splices";
import { lineEndAt, lineEndBefore } from "@/lib/core/text/lines";
import { spliceBetween } from "@/lib/core/text/splice";

/**
 * Gives an item the lines it had in a former text, its marks included; one that is gone is put back beside the neighbours it
 * had. All other lines stay to the last byte. Errors: not_found when the item was not there then, or its section is gone;
 * conflict when it was changed meanwhile or its section is archived or replaced; forbidden outside of the scope's section.
 */
export const restoreItem: Apply<"restore-item"> = (document, identity, operation) => {
  const former = parseMemory(operation.former);
  const was = identifyItems(former, {}).find(({ id }) => id === operation.was);
  if (was === undefined) {
    throw new AppError("not_found", `There was no item ${operation.was} in that revision.`, {
      hint: "Read the item's life for the revisions it was in.",
    });
  }
  if (operation.item !== null) {
    const { item, scope, says } = operation;
    const placed = getOwnItem(document, identity, { item, scope, was: says });
    const done = replaceItem(document, identity, placed, { source: sourceOf(former, was), expected: was.item });
    assertGates(document, done, placed.role, operation.scope);
    return done;
  }
  const section = getSection(document, was.role);
  assertOwn(document, section, operation.scope);
  assertTakesWords(document, section);
  const done = putBack(document, identity, section, former, was);
  assertGates(document, done, section.role, operation.scope);
  return done;
};

function assertGates(before: MemoryDocument, done: AppliedOperation, role: string, scope: string | null): void {
  if (scope !== null && foldRoleId(scope) !== "Lead") assertNoNewGate(before, done.document, getSection(before, role));
}

/**
 * Gives the section of a role what it held in a former text, below the heading it has now; a section that is gone is put back
 * with its heading. All other lines stay to the last byte. The errors are those of `restoreItem`.
 */
export const restoreSection: Apply<"restore-section"> = (document, identity, { scope, role, former: text }) => {
  const former = parseMemory(text);
  const was = findSection(former, role);
  if (was === undefined) {
    throw new AppError("not_found", `There was no section for ${foldRoleId(role)} in that revision.`, {
      hint: "Choose a revision in which the section was there.",
      current: { roles: former.sections.map((each) => each.role) },
    });
  }
  assertOwn(former, was, scope);
  const section = findSection(document, role);
  if (section === undefined) return putSectionBack(document, identity, former, was, scope);
  assertTakesWords(document, section);
  const splice = spliceOfBody(document, section, former, was);
  if (splice === null) throw saysThat("The section");
  const expected = outlineOf(document);
  const index = document.sections.indexOf(section);
  (expected.sections[index] as { items: string[] }).items = was.items.map(outlineItem);
  const isAbout = (placed: PlacedItem, isNew: boolean) => placed.sectionIndex === index && isNew;
  const done = concludeFirst(
    document,
    identity,
    { ways: [[splice]], reads: saying(expected), what: "The former section" },
    isAbout,
  );
  assertGates(document, done, section.role, scope);
  return done;
};

/** The item with its former lines, beside the nearest of its former neighbours that still stands. */
function putBack(
  document: MemoryDocument,
  identity: ItemIdentity,
  section: MemorySection,
  former: MemoryDocument,
  was: PlacedItem,
): AppliedOperation {
  const { text } = document;
  const at = placeAmong(section, former.sections[was.sectionIndex] as MemorySection, was.itemIndex);
  const sectionIndex = document.sections.indexOf(section);
  const start = section.start + at.start;
  const end = section.start + at.end;
  const lineEnd = lineEndAt(text, start);
  const source = withLineEnds(sourceOf(former, was), lineEnd);
  const expected = outlineOf(document);
  (expected.sections[sectionIndex] as { items: string[] }).items.splice(at.index, 0, outlineItem(was.item));
  const ended = lineEndBefore(text, start) !== null;
  // A line that would be drawn into the item is kept apart by a blank one.
  const tries = ended ? [source + lineEnd, source + lineEnd + lineEnd] : [lineEnd + source];
  const ways = tries.map((block) => [{ start, end, text: block }]);
  const isIt = (placed: PlacedItem) => placed.sectionIndex === sectionIndex && placed.itemIndex === at.index;
  return concludeFirst(document, identity, { ways, reads: saying(expected), what: "The former item" }, isIt);
}

/** Where an item of a former section belongs in the one there is now; offsets are the section's. */
function placeAmong(section: MemorySection, was: MemorySection, index: number) {
  const { items, placeholder, bodyStart } = section;
  const standing = new Map(items.map((item, at) => [keyOf(section.role, item), at]));
  const find = (at: number) => {
    const item = was.items[at];
    return item === undefined ? undefined : standing.get(keyOf(was.role, item));
  };
  for (let at = index - 1; at >= 0; at--) {
    const above = find(at);
    if (above !== undefined) return behind(section, above);
  }
  for (let at = index + 1; at < was.items.length; at++) {
    const below = find(at);
    if (below !== undefined) return before(section, below);
  }
  if (items.length > 0) return index === 0 ? before(section, 0) : behind(section, items.length - 1);
  // The first real item takes the place of the words that say there is none.
  return placeholder === null
    ? { start: bodyStart, end: bodyStart, index: 0 }
    : { start: placeholder.start, end: placeholder.end, index: 0 };
}

function behind({ items }: MemorySection, index: number) {
  const end = items[index]?.end ?? 0;
  return { start: end, end, index: index + 1 };
}

function before({ items }: MemorySection, index: number) {
  const start = items[index]?.start ?? 0;
  return { start, end: start, index };
}

/** The splice that gives a section its former content; blank lines at its end, and whether the file ends open, stay. */
function spliceOfBody({ text }: MemoryDocument, section: MemorySection, former: MemoryDocument, was: MemorySection) {
  const start = section.start + section.bodyStart;
  const end = contentEnd(text, start, section.end);
  const from = was.start + was.bodyStart;
  const lineEnd = lineEndAt(text, start);
  const body = withLineEnds(former.text.slice(from, contentEnd(former.text, from, was.end)), lineEnd);
  if (start === end) {
    if (body === "") return null;
    const ended = lineEndBefore(text, start) !== null;
    return { start, end, text: ended ? body + lineEnd : lineEnd + body };
  }
  if (body !== "") return spliceBetween(text, { start, end }, body);
  const closing = /^(?:\r\n|\r|\n)/.exec(text.slice(end, end + 2))?.[0] ?? "";
  return { start, end: end + closing.length, text: "" };
}

/** Where the last line ends that is not blank, its line end left out; `from` where all are. */
function contentEnd(text: string, from: number, to: number): number {
  let end = to;
  for (let at = to; ;) {
    while (at > from && (text[at - 1] === " " || text[at - 1] === "\t")) at--;
    if (at === from) return from;
    const lineEnd = lineEndBefore(text, at);
    if (lineEnd === null) return end;
    at = Math.max(at - lineEnd.length, from);
    end = at;
  }
}

/** A section that is gone stands again behind the nearest of those that stood before it. */
function putSectionBack(
  document: MemoryDocument,
  identity: ItemIdentity,
  former: MemoryDocument,
  was: MemorySection,
  scope: string | null,
): AppliedOperation {
  assertAtWork(document);
  if (scope !== null && foldRoleId(scope) !== "Lead") {
    throw new AppError("forbidden", `The section of ${was.role} is gone; only the Lead brings a section back.`, {
      hint: "Ask the Lead to restore it.",
    });
  }
  const { text, sections } = document;
  const wasIndex = former.sections.indexOf(was);
  const roles = sections.map((section) => section.role);
  const above = former.sections.slice(0, wasIndex).findLast((each) => roles.includes(each.role));
  const below = former.sections.slice(wasIndex + 1).find((each) => roles.includes(each.role));
  const index =
    above !== undefined
      ? roles.lastIndexOf(above.role) + 1
      : below !== undefined
        ? roles.indexOf(below.role)
        : sections.length;
  const at = index > 0 && above !== undefined ? (sections[index - 1] as MemorySection).end : sections[index]?.start;
  const source = former.text.slice(was.start, contentEnd(former.text, was.start, was.end));
  const splice = insertBlock(text, at ?? text.length, (lineEnd) => withLineEnds(source, lineEnd));
  const expected = outlineOf(document);
  expected.sections.splice(index, 0, { heading: was.heading, items: was.items.map(outlineItem) });
  return concludeFirst(
    document,
    identity,
    { ways: [[splice]], reads: saying(expected), what: "The former section" },
    (placed) => placed.sectionIndex === index,
  );
}
