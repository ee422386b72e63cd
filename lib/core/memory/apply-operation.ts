import { addItem } from "@/lib/core/memory/add-item";
import { archiveSection, unarchiveSection, addSection, replaceRole } from "@/lib/core/memory/change-sections";
import { addToItem, editItem, makeItems } from "@/lib/core/memory/edit-item";
import { editText } from "@/lib/core/memory/edit-text";
import { finishSession, setDirect, setGcVersion } from "@/lib/core/memory/edit-meta";
import { archiveItems, resolveItem, unarchiveItems, withdrawItem } from "@/lib/core/memory/mark-items";
import type { Apply, MemoryOperation } from "@/lib/core/memory/operation";
import { pruneItems } from "@/lib/core/memory/prune";
import { restoreItem, restoreSection } from "@/lib/core/memory/restore-part";

const APPLY: { readonly [Type in MemoryOperation["type"]]: Apply<Type> } = {
  "add-item": addItem,
  "add-section": addSection,
  edit: editText,
  "edit-item": editItem,
  "add-to-item": addToItem,
  "make-items": makeItems,
  "restore-item": restoreItem,
  "restore-section": restoreSection,
  "archive-items": archiveItems,
  "withdraw-item": withdrawItem,
  "unarchive-items": unarchiveItems,
  "resolve-item": resolveItem,
  "archive-section": archiveSection,
  "unarchive-section": unarchiveSection,
  "replace-role": replaceRole,
  "set-gc-version": setGcVersion,
  "set-direct": setDirect,
  "finish-session": finishSession,
  prune: pruneItems,
};

/**
 * The document after one operation, what changed and which items it was about. Nothing is changed in place: when it
 * throws (AppError, with a hint and, where a section is concerned, its `current` text), all stands as it was. Applying
 * the same operation to the same document gives the same result in any process.
 */
export const applyMemoryOperation: Apply = (document, identity, operation) =>
  (APPLY[operation.type] as Apply)(document, identity, operation);
