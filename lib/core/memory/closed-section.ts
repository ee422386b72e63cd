import { AppError } from "@/lib/core/errors";
import { assertAtWork } from "@/lib/core/memory/finish-session";
import { showSection } from "@/lib/core/memory/find-section";
import type { MemoryDocument, MemorySection } from "@/lib/core/memory/model";

/**
 * The one rule for what is written to a section: an archived or replaced one takes nothing, whoever writes and over
 * whichever door, and neither does a finished session. An edit of the file cannot bring a section back on its way, so no other door does either.
 */
export function assertTakesWords(document: MemoryDocument, section: MemorySection): void {
  assertAtWork(document);
  if (section.state !== "active") throw closedSection(document, section);
}

/** Why nothing is written to a section that is not active, and what to do first. */
export function closedSection(document: MemoryDocument, section: MemorySection): AppError {
  const { role, state } = section;
  const current = showSection(document, section);
  if (state === "replaced") {
    return new AppError("conflict", `${role} was replaced; its section is kept as it was.`, {
      hint: "Write to the successor's section, or let the Lead add the role again.",
      current,
    });
  }
  return new AppError("conflict", `The section of ${role} is archived; nothing is written to it.`, {
    hint: "The Lead brings the section back with {item.unarchive}, naming the role; then try again.",
    current,
  });
}
