import { appendItem } from "@/lib/core/memory/append-item";
import { assertTakesWords } from "@/lib/core/memory/closed-section";
import { findSection, getSection } from "@/lib/core/memory/find-section";
import { carryThroughSplices, carryWithAddition, identifyItems } from "@/lib/core/memory/identity";
import { stateIn } from "@/lib/core/memory/item-state";
import { countKeys, countOneMore, keyOf } from "@/lib/core/memory/item-key";
import type { IdentifiedItem, ItemIdentity, MemoryDocument, MemoryItem, MemorySection } from "@/lib/core/memory/model";
import type { AddItem, AppliedOperation } from "@/lib/core/memory/operation";
import { cannotEdit, outlineItem, outlineOf, sameOutline } from "@/lib/core/memory/outline";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { insertBlock } from "@/lib/core/memory/section-splices";
import { foldRoleId } from "@/lib/core/memory/section-heading";
import { assertTag, assertTimestamp, writeItem } from "@/lib/core/memory/write-item";
import { lineEndAfter, lineEndAt, lineEndBefore, type LineEnd } from "@/lib/core/text/lines";
import { applySplices, type Splice } from "@/lib/core/text/splice";

/**
 * Adds an item after the role's last one. The new document has exactly that item more, and what it holds besides reads
 * as before, whatever the text looks like. Errors: not_found without a section, conflict for an archived or replaced one,
 * invalid_input for tag, timestamp or text, unparseable when nothing can be added safely. Source: team memory §4, §5.
 */
export function addItem(document: MemoryDocument, identity: ItemIdentity, operation: AddItem): AppliedOperation {
  const role = foldRoleId(operation.role);
  const tag = assertTag(operation.tag, role);
  const timestamp = assertTimestamp(operation.timestamp);
  const write = (lineEnd: LineEnd) => writeItem({ ...operation, tag, timestamp }, lineEnd);

  const section = role === "Lead" ? findSection(document, role) : getSection(document, role);
  if (section === undefined) return addWithLeadSection(document, identity, write);
  assertTakesWords(document, section);
  const index = document.sections.indexOf(section);
  const appended = appendItem(document, index, write);
  if (appended !== null) return finish(document, identity, appended.document, index, [appended.splice]);

  for (const splice of candidates(document, section, write)) {
    const after = parseMemory(applySplices(document.text, [splice]));
    const added = after.sections[index]?.items.at(-1);
    if (added === undefined) continue;
    const expected = outlineOf(document);
    expected.sections[index]?.items.push(outlineItem(readAlone(write("\n"))));
    if (sameOutline(expected, outlineOf(after))) return finish(document, identity, after, index, [splice]);
  }
  throw cannotEdit(document, `A new item in the section of ${role}`);
}

/** The Lead's section goes behind Meta and before all others, or to the end of a file without sections. */
function addWithLeadSection(
  document: MemoryDocument,
  identity: ItemIdentity,
  write: (lineEnd: LineEnd) => string,
): AppliedOperation {
  const { text, sections } = document;
  const first = sections.find((section) => section.start > (document.meta.range?.start ?? -1));
  const index = first === undefined ? sections.length : sections.indexOf(first);
  const expected = outlineOf(document);
  expected.sections.splice(index, 0, { heading: "Lead", items: [outlineItem(readAlone(write("\n")))] });
  for (const shape of [asWritten, widen]) {
    const splice = insertBlock(text, first?.start ?? text.length, (end) => `## Lead${end}${shape(write(end))}`);
    const after = parseMemory(applySplices(text, [splice]));
    if (sameOutline(expected, outlineOf(after))) return finish(document, identity, after, index, [splice]);
  }
  throw cannotEdit(document, "A section for the Lead");
}

/**
 * The places for a new item where what follows could otherwise be drawn into it, best one first: behind the last item,
 * then at the section's end and behind its further lines; alone, with a blank line behind it, and with a bullet so wide that
 * indented lines below do not belong to it.
 */
function* candidates(
  document: MemoryDocument,
  section: MemorySection,
  write: (lineEnd: LineEnd) => string,
): Generator<Splice> {
  const { text } = document;
  const last = section.items.at(-1);
  const from = section.start + (last?.end ?? section.bodyStart);
  const places = new Set([from, section.end]);
  for (let at = from; at < section.end && places.size < MOST_PLACES;) {
    at = lineEndAfter(text, at);
    places.add(at);
  }
  for (const start of places) {
    const lineEnd = lineEndAt(text, start);
    const ended = lineEndBefore(text, start) !== null;
    const item = write(lineEnd);
    for (const written of [item, widen(item)]) {
      for (const behind of [lineEnd, lineEnd + lineEnd]) {
        yield { start, end: start, text: ended ? written + behind : lineEnd + written };
      }
      for (const behind of [lineEnd, lineEnd + lineEnd]) {
        if (ended) yield { start, end: start, text: lineEnd + written + behind };
      }
    }
  }
}

function asWritten(item: string): string {
  return item;
}

/** The item with its content in the sixth column: what is indented less, as a heading may be, cannot belong to it. */
function widen(item: string): string {
  return item.replace(/^- /, "-    ").replace(/(\r\n|\r|\n)(?=[^\r\n])/g, "$1   ");
}

function finish(
  before: MemoryDocument,
  identity: ItemIdentity,
  after: MemoryDocument,
  sectionIndex: number,
  splices: Splice[],
): AppliedOperation {
  const section = after.sections[sectionIndex] as MemorySection;
  const item = section.items.at(-1) as MemoryItem;
  const result = (id: string, next: ItemIdentity): AppliedOperation => {
    const { role, line } = section;
    const added: IdentifiedItem = { id, role, line: line + item.line, state: stateIn(section, item), item };
    return { document: after, identity: next, splices, result: { roles: [section.role], items: [added], removed: [] } };
  };
  const twin = before.sections.some((each, index) => index > sectionIndex && each.role === section.role);
  if (twin || before.sections.length !== after.sections.length) {
    const next = carryThroughSplices(before, identity, after, splices);
    const placed = identifyItems(after, next).find((each) => each.item === item);
    return result((placed as IdentifiedItem).id, next);
  }
  const key = keyOf(section.role, item);
  const equals = countKeys(before).get(key) ?? 0;
  const carried = carryWithAddition(identity, key, equals);
  countOneMore(before, after, key);
  return result(carried.id, carried.identity);
}

/** Every try parses the file; where twenty places fail, the block that spoils them spoils the rest too. */
const MOST_PLACES = 20;

/** The item as it reads with nothing around it: what it must read as in its place. */
function readAlone(source: string): MemoryItem {
  return parseMemory(`## x\n${source}`).sections[0]?.items[0] as MemoryItem;
}
