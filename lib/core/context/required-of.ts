/**
 * What an update requires of one role. Where the sentence names what roles are to do, each behind its name and a colon, a role
 * is told what comes before the first name and what is its own; else it is told all.
 * Example: "Read all. implementer-1: lower case. tester-1: test it." is "Read all. lower case." to implementer-1.
 */
export function requiredOf(requiredActions: string, role: string, roles: readonly string[]): string {
  const named = roles.flatMap((each) => startsOf(requiredActions, each).map((start) => ({ role: each, start })));
  if (named.length === 0) return requiredActions;
  named.sort((a, b) => a.start - b.start);
  const own = named.flatMap(({ role: whose, start }, at) =>
    whose === role ? [requiredActions.slice(start + whose.length + 1, named[at + 1]?.start).trim()] : [],
  );
  const [first] = named;
  const general = requiredActions.slice(0, first?.start).trim();
  const parts = [general, ...own].filter((part) => part !== "");
  return parts.length === 0 ? "NONE" : parts.join(" ").replace(/[;,]$/, ""); // "Read all; the store;"
}

/** Where a sentence begins with that role and a colon. */
function startsOf(text: string, role: string): number[] {
  const starts: number[] = [];
  const within = text.toLowerCase();
  const wanted = `${role.toLowerCase()}:`;
  for (let at = within.indexOf(wanted); at >= 0; at = within.indexOf(wanted, at + 1)) {
    if (at === 0 || /[.;:!?\n]\s*$/.test(text.slice(0, at))) starts.push(at); // "…. implementer-1:"
  }
  return starts;
}
