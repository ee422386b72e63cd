import { addItem } from "@/lib/core/memory/add-item";
import { archiveSection, unarchiveSection } from "@/lib/core/memory/archive-section";
import { addSection, replaceRole } from "@/lib/core/memory/change-sections";
import { addToItem, editItem } from "@/lib/core/memory/edit-item";
import { editText } from "@/lib/core/memory/edit-text";
import { finishSession } from "@/lib/core/memory/finish-session";
import { makeItems } from "@/lib/core/memory/make-items";
import { archiveItems, resolveItem, unarchiveItems, withdrawItem } from "@/lib/core/memory/mark-items";
import { pruneItems } from "@/lib/core/memory/prune";
import { restoreItem, restoreSection } from "@/lib/core/memory/restore-part";
import { setGcVersion } from "@/lib/core/memory/set-gc-version";
import type { ItemIdentity, MemoryDocument } from "@/lib/core/memory/model";
import type { AppliedOperation, MemoryOperation } from "@/lib/core/memory/operation";

/**
 * The document after one operation, what changed and which items it was about. Nothing is changed in place: when it
 * throws (AppError, with a hint and, where a section is concerned, its `current` text), all stands as it was. Applying
 * the same operation to the same document gives the same result in any process.
 */
export function applyMemoryOperation(
  document: MemoryDocument,
  identity: ItemIdentity,
  operation: MemoryOperation,
): AppliedOperation {
  switch (operation.type) {
    case "add-item":
      return addItem(document, identity, operation);
    case "add-section":
      return addSection(document, identity, operation);
    case "edit":
      return editText(document, identity, operation);
    case "edit-item":
      return editItem(document, identity, operation);
    case "add-to-item":
      return addToItem(document, identity, operation);
    case "make-items":
      return makeItems(document, identity, operation);
    case "restore-item":
      return restoreItem(document, identity, operation);
    case "restore-section":
      return restoreSection(document, identity, operation);
    case "archive-items":
      return archiveItems(document, identity, operation);
    case "withdraw-item":
      return withdrawItem(document, identity, operation);
    case "unarchive-items":
      return unarchiveItems(document, identity, operation);
    case "resolve-item":
      return resolveItem(document, identity, operation);
    case "archive-section":
      return archiveSection(document, identity, operation);
    case "unarchive-section":
      return unarchiveSection(document, identity, operation);
    case "replace-role":
      return replaceRole(document, identity, operation);
    case "set-gc-version":
      return setGcVersion(document, identity, operation);
    case "finish-session":
      return finishSession(document, identity, operation);
    case "prune":
      return pruneItems(document, identity, operation);
  }
}
