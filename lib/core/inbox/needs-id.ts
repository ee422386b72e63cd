/** Tags of what is to be answered or settled. */
const OPEN = ["question", "conflict"];

/**
 * Whether a reader is told the id of an item: of what it can act on by it. The Lead curates each; a teammate changes its own, and
 * answers what asks. Whoever wants another all the same finds it by `search`.
 */
export function needsId({ role, tag }: { role: string; tag: string | null }, reader: string): boolean {
  return reader === "Lead" || role === reader || (tag !== null && OPEN.includes(tag.toLowerCase()));
}
