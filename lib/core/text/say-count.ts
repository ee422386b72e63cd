/** A number as people write it: "1,204". */
export function sayNumber(value: number): string {
  return value.toLocaleString("en");
}

/** How many there are of something: "1 item", "1,204 items", "2 entries" where the plural is not made with an s. */
export function sayCount(count: number, thing: string, things = `${thing}s`): string {
  return `${sayNumber(count)} ${count === 1 ? thing : things}`;
}

/** The first of many names, and how many more there are: "a, b and 3 more". */
export function sayFirst(names: readonly string[], all = names.length, most = 5): string {
  const more = all - Math.min(names.length, most);
  return `${names.slice(0, most).join(", ")}${more > 0 ? ` and ${sayNumber(more)} more` : ""}`;
}
