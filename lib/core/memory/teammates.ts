import type { MemoryDocument, MemorySection } from "@/lib/core/memory/model";
import { isRoleName } from "@/lib/core/memory/role-id";

/** The sections of a memory that are a role's, in file order; the others are text that the Lead keeps. */
export function roleSections({ sections }: MemoryDocument): MemorySection[] {
  return sections.filter(({ role }) => isRoleName(role));
}
