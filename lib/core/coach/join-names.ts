/** Names this many are all said; of more, the first and how many others. */
const ALL_SAID = 4;

/** Names as a sentence lists them: `a`, `a and b`, `a, b and c`, `a, b, c and 7 others`. */
export function joinNames(names: readonly string[]): string {
  if (names.length <= 1) return names[0] ?? "";
  if (names.length <= ALL_SAID) return `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
  return `${names.slice(0, ALL_SAID - 1).join(", ")} and ${names.length - ALL_SAID + 1} others`;
}
