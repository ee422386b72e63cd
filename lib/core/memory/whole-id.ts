/** So much of an id names an item where no other begins so. */
const SHORT_ID = /^[0-9a-f]{6,11}$/; // 3f9a1c

/** The id among these that begins so, where it is the only one; else what was given. */
export function wholeId(ids: readonly string[], id: string): string {
  if (ids.includes(id) || !SHORT_ID.test(id)) return id;
  const [begun = id, ...others] = ids.filter((each) => each.startsWith(id));
  return others.length === 0 ? begun : id;
}
