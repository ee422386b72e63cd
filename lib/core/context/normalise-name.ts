/**
 * The form in which names of headings and keys are compared: case, emphasis, a colon at the end, runs of blanks and the
 * difference between `in_scope` and `In Scope` do not count. Source: formats, "Addressable entries".
 */
export function normaliseName(name: string): string {
  return name
    .normalize("NFC")
    .replace(/\*\*|__|`/g, "") // matches the "**" in "**Goal:**"
    .replace(/[\s_]+/g, " ") // matches the "_" in "in_scope"
    .trim()
    .replace(/:$/, "") // matches the ":" in "Goal:"
    .toLowerCase();
}
