import type { IdentifiedItem, ItemIdentity, MemoryDocument } from "@/lib/core/memory/model";
import type { NewItem } from "@/lib/core/memory/item";
import type { Splice } from "@/lib/core/text/splice";

/**
 * Everything that Wardroom can do to a team memory, as JSON: an operation is journaled before it is applied, and may be
 * applied again by another process to a text that changed meanwhile. It therefore names its target by role, id or text
 * and never by place. Source: team memory §5 (access, edit rules, curation).
 */
export type MemoryOperation =
  /** A new item after the last one of the role's section; the Lead's section is made when it is missing. */
  | ({ type: "add-item"; role: string } & NewItem)
  /** A new, empty section at the end; one that stands there replaced or archived becomes active again. */
  | { type: "add-section"; role: string }
  /** The Edit tool's semantics: `oldString` occurs exactly once in the file and lies wholly in the caller's section. */
  | (Scoped & { type: "edit"; oldString: string; newString: string })
  /** Other words for one item, which keeps its id: its first line, and the lines of its body. */
  | (OfItem & { type: "edit-item"; text: string })
  /** A line below an item, in its body. */
  | (OfItem & { type: "add-to-item"; text: string })
  /** Items of what stands in a section beside its items: of one block as it reads now, or of all; `tag` is for entries that have none. */
  | (Scoped & { type: "make-items"; role: string; text: string | null; tag: string })
  /** One item as it stood in a former text: its id now, null when it is gone, and the one it had there; `says` is its `was`. */
  | (Scoped & { type: "restore-item"; item: string | null; was: string; says?: string; former: string })
  /** One section as it stood in a former text. */
  | (Scoped & { type: "restore-section"; role: string; former: string })
  | { type: "archive-items"; items: string[]; note?: string }
  /** Takes an item back: it is archived by whose section it stands in. */
  | (Scoped & { type: "withdraw-item"; item: string })
  /** Takes the outermost mark off each item: `[ARCHIVED]`, or the strike-through of a resolved one. */
  | { type: "unarchive-items"; items: string[] }
  /** `resolution` is one line that says how; `was` as in `OfItem`. */
  | { type: "resolve-item"; item: string; was?: string; resolution: string }
  /** With `includeOpen`, questions and conflicts that are still open are archived too; otherwise they are listed, and nothing is done. */
  | { type: "archive-section"; role: string; note?: string; includeOpen?: boolean }
  /** Takes the archive mark off a section, and off the items that were archived with it. */
  | { type: "unarchive-section"; role: string }
  /** Marks the section `[REPLACED]` and gives the successor `by` a section of its own. */
  | { type: "replace-role"; role: string; by: string }
  /** N of `GC-v{N}`. */
  | { type: "set-gc-version"; version: number }
  /** The agent types that write to their sections without the Lead, in lower case. */
  | { type: "set-direct"; types: readonly string[] }
  /** Finishes the session at a time in ISO 8601; null reopens it. */
  | { type: "finish-session"; at: string | null }
  /** Deletes exactly these archived or resolved items, as previewed. */
  | { type: "prune"; items: string[] };

interface Scoped {
  /** The role whose section may be touched; null is the Lead, who may touch the whole file. */
  scope: string | null;
}

interface OfItem extends Scoped {
  item: string;
  /** What it said when the words were written, its body included: a conflict when it says something else by now. */
  was?: string;
}

export type OperationOf<Type extends MemoryOperation["type"]> = Extract<MemoryOperation, { type: Type }>;

/** How the operations of a type are applied: nothing is changed in place, and what cannot be done is thrown. */
export type Apply<Type extends MemoryOperation["type"] = MemoryOperation["type"]> = (
  document: MemoryDocument,
  identity: ItemIdentity,
  operation: OperationOf<Type>,
) => AppliedOperation;

/** What an operation did; the document and identity that were handed in stay as they were. */
export interface AppliedOperation {
  document: MemoryDocument;
  identity: ItemIdentity;
  /** What changed, in offsets of the text before. */
  splices: Splice[];
  result: OperationResult;
}

export interface OperationResult {
  /** Role ids of the sections that changed, in file order; empty when only `Meta` did. */
  roles: string[];
  /** Items that were added or marked, as they are now. */
  items: IdentifiedItem[];
  /** Items that are gone, as they were. */
  removed: IdentifiedItem[];
}
