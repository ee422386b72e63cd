import { AppError } from "@/lib/core/errors";
import type { PlacedItem } from "@/lib/core/memory/identity";
import type { ItemIdentity, MemoryDocument, MemoryItem } from "@/lib/core/memory/model";
import type { AddToItem, AppliedOperation, EditItem } from "@/lib/core/memory/operation";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { getOwnItem } from "@/lib/core/memory/own-item";
import { replaceItem, sourceOf } from "@/lib/core/memory/replace-item";
import { splitLines } from "@/lib/core/text/lines";
import { findUnstorable } from "@/lib/core/text/storable";

/**
 * Gives an active item other words: `text` is its first line and the lines of its body, without the item's indentation.
 * Its bullet, tag and time stay as they are written, and so does everything else in the file.
 *
 * Errors: conflict when no item carries the id any more, it says something else than it `was`, or is archived or resolved; forbidden outside of the scope's own
 * section; invalid_input for words that are empty, equal, cannot be stored, or would read as a tag, a time or a mark.
 */
export function editItem(document: MemoryDocument, identity: ItemIdentity, operation: EditItem): AppliedOperation {
  const placed = getActiveItem(document, identity, operation);
  return withLines(document, identity, placed, writeWords(sourceOf(document, placed), placed.item, operation.text));
}

/** Adds a bullet to the body of an active item, below what is there. The errors are those of `editItem`. */
export function addToItem(document: MemoryDocument, identity: ItemIdentity, operation: AddToItem): AppliedOperation {
  const placed = getActiveItem(document, identity, operation);
  const source = sourceOf(document, placed);
  const [first = "", ...further] = trimmedLines(operation.text);
  const opening = splitLines(source)[0] ?? "";
  const indent = " ".repeat(widthOf(opening));
  const added = [
    `${indent}- ${first.trim()}`,
    ...further.map((line) => (line.trim() === "" ? "" : `${indent}  ${line}`)),
  ];
  return withLines(document, identity, placed, [source, ...added.map((line) => line.trimEnd())].join("\n"));
}

function getActiveItem(document: MemoryDocument, identity: ItemIdentity, operation: EditItem | AddToItem): PlacedItem {
  const placed = getOwnItem(document, identity, operation);
  if (placed.item.state === "active") return placed;
  throw new AppError("conflict", `The item ${placed.id} is ${placed.item.state}; its words are kept as they are.`, {
    hint: "Take the mark off with {item.unarchive} first, then edit it.",
    current: { item: placed.id, role: placed.role, line: placed.line, state: placed.item.state },
  });
}

function withLines(
  document: MemoryDocument,
  identity: ItemIdentity,
  placed: PlacedItem,
  source: string,
): AppliedOperation {
  const { item } = placed;
  const expected = parseMemory(`## x\n${source}`).sections[0]?.items[0];
  const isKept = expected?.tag === item.tag && expected.timestamp === item.timestamp && expected.state === item.state;
  if (!isKept) {
    throw invalidWords("The new words would read as a tag, a time or a mark.", "Begin with a word of the sentence.");
  }
  return replaceItem(document, identity, placed, { source, expected });
}

/** The item's lines with other words: all before them stays, and further lines are indented into the item. */
function writeWords(source: string, item: MemoryItem, words: string): string {
  const [first = "", ...further] = trimmedLines(words);
  const old = (splitLines(source)[0] ?? "").trimEnd();
  const opening = old.slice(0, old.length - item.text.length);
  const indent = " ".repeat(widthOf(opening));
  return [
    `${opening}${/[ \t]$/.test(opening) ? "" : " "}${first.trim()}`,
    ...further.map((line) => (line.trim() === "" ? "" : indent + line.trimEnd())),
  ].join("\n");
}

/** The lines of words, blank ones before and behind them left out; refuses what cannot be stored, and nothing. */
function trimmedLines(words: string): string[] {
  const unstorable = findUnstorable(words);
  if (unstorable !== null) throw invalidWords(`The text ${unstorable}.`, "Leave it out and send the text again.");
  const lines = splitLines(words);
  const from = lines.findIndex((line) => line.trim() !== "");
  if (from === -1) throw invalidWords("The text is empty.", "To take the item out of use, archive it.");
  return lines.slice(from, lines.findLastIndex((line) => line.trim() !== "") + 1);
}

/** How far the lines of an item's body are indented. */
function widthOf(opening: string): number {
  const bullet = /^( {0,3}[-+*])([ \t]*)/.exec(opening); // matches " - " of " - [Finding] text"
  const spaces = bullet?.[2] ?? "";
  // As wide as the bullet where that is plain; a tab, or code behind the bullet, is counted otherwise.
  return /^ {1,4}$/.test(spaces) ? (bullet?.[0].length ?? 2) : (bullet?.[1]?.length ?? 1) + 1;
}

function invalidWords(message: string, hint: string): AppError {
  return new AppError("invalid_input", message, { hint, errors: [{ path: "newString", message }] });
}
