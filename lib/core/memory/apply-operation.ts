import { AppError } from "@/lib/core/errors";
import { addItem } from "@/lib/core/memory/add-item";
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
    default:
      throw new AppError("internal", `unknown operation ${operation.type}`);
  }
}
