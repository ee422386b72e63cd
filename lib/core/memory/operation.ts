import type { IdentifiedItem, ItemIdentity, MemoryDocument } from "@/lib/core/memory/model";
import type { NewItem } from "@/lib/core/memory/write-item";
import type { Splice } from "@/lib/core/text/splice";

/**
 * Everything that Wardroom can do to a team memory, as JSON: an operation is journaled before it is applied, and may be
 * applied again by another process to a text that changed meanwhile. It therefore names its target by role, id or text
 * and never by place. Source: team memory §5 (access, edit rules, curation).
 */
export type MemoryOperation =
  | AddItem
  | AddSection
  | EditText
  | EditItem
  | AddToItem
  | MakeItems
  | RestoreItem
  | RestoreSection
  | ArchiveItems
  | WithdrawItem
  | UnarchiveItems
  | ResolveItem
  | ArchiveSection
  | UnarchiveSection
  | ReplaceRole
  | SetGcVersion
  | FinishSession
  | PruneItems;

/** A new item after the last one of the role's section; the Lead's section is made when it is missing. */
export interface AddItem extends NewItem {
  type: "add-item";
  role: string;
}

/** A new, empty section at the end; one that stands there replaced or archived becomes active again. */
export interface AddSection {
  type: "add-section";
  role: string;
}

/** The Edit tool's semantics: `oldString` occurs exactly once in the file and lies wholly in the caller's section. */
export interface EditText {
  type: "edit";
  /** The role whose section may be touched; null is the Lead, who may touch the whole file. */
  scope: string | null;
  oldString: string;
  newString: string;
}

/** Other words for one item, which keeps its id. */
export interface EditItem {
  type: "edit-item";
  /** As in `EditText`. */
  scope: string | null;
  item: string;
  /** What it said when they were written, its body included: a conflict when it says something else by now. */
  was?: string;
  /** Its first line, and the lines of its body. */
  text: string;
}

/** A line below an item, in its body. */
export interface AddToItem {
  type: "add-to-item";
  /** As in `EditText`. */
  scope: string | null;
  item: string;
  text: string;
}

/** Items of what stands in a section beside its items. */
export interface MakeItems {
  type: "make-items";
  /** As in `EditText`. */
  scope: string | null;
  role: string;
  /** One block as it reads now; null for all of them. */
  text: string | null;
  /** Of entries that have none. */
  tag: string;
}

/** One item as it stood in a former text. */
export interface RestoreItem {
  type: "restore-item";
  /** As in `EditText`. */
  scope: string | null;
  /** Its id now; null when it is gone. */
  item: string | null;
  /** Its id in the former text. */
  was: string;
  /** What it says now, its body included, as far as the caller knows: a conflict when it says something else. */
  says?: string;
  former: string;
}

/** One section as it stood in a former text. */
export interface RestoreSection {
  type: "restore-section";
  /** As in `EditText`. */
  scope: string | null;
  role: string;
  former: string;
}

export interface ArchiveItems {
  type: "archive-items";
  items: string[];
  note?: string;
}

/** Takes an item back: it is archived by whose section it stands in. */
export interface WithdrawItem {
  type: "withdraw-item";
  /** As in `EditText`. */
  scope: string | null;
  item: string;
}

/** Takes the outermost mark off each item: `[ARCHIVED]`, or the strike-through of a resolved one. */
export interface UnarchiveItems {
  type: "unarchive-items";
  items: string[];
}

export interface ResolveItem {
  type: "resolve-item";
  item: string;
  /** What it says, its body included, as far as the caller knows: a conflict when it says something else. */
  was?: string;
  /** One line that says how. */
  resolution: string;
}

export interface ArchiveSection {
  type: "archive-section";
  role: string;
  note?: string;
  /** Archives questions and conflicts that are still open with it; otherwise they are listed, and nothing is done. */
  includeOpen?: boolean;
}

/** Takes the archive mark off a section, and off the items that were archived with it. */
export interface UnarchiveSection {
  type: "unarchive-section";
  role: string;
}

/** Marks the section `[REPLACED]` and gives the successor `by` a section of its own. */
export interface ReplaceRole {
  type: "replace-role";
  role: string;
  by: string;
}

export interface SetGcVersion {
  type: "set-gc-version";
  /** N of `GC-v{N}`. */
  version: number;
}

/** Finishes the session, or reopens it. */
export interface FinishSession {
  type: "finish-session";
  /** When, ISO 8601; null reopens it. */
  at: string | null;
}

/** Deletes exactly these archived or resolved items, as previewed. */
export interface PruneItems {
  type: "prune";
  items: string[];
}

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
