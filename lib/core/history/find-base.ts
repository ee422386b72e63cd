import { linesWithEnds } from "@/lib/core/text/cut-lines";

/**
 * Which of several consecutive texts, oldest first, a saved text was made from: the newest one of which it shows that its
 * writer had read it, because it holds a line that came with it, or none of those that only went with it. Answers its index;
 * the last one where nothing speaks against it, null where the saved text shares too little with any to tell.
 */
export function findBase(texts: readonly string[], saved: string): number | null {
  const has = linesOf(saved);
  const sets = texts.map(linesOf);
  let isBehind = false;
  for (let at = texts.length - 1; at > 0; at--) {
    const before = sets[at - 1] ?? new Set<string>();
    const after = sets[at] ?? new Set<string>();
    const added = [...after].filter((line) => !before.has(line));
    const removed = [...before].filter((line) => !after.has(line));
    const shows = added.length > 0 ? added.some((line) => has.has(line)) : !removed.some((line) => has.has(line));
    // A change of blank lines, or of the number of equal ones, tells nothing.
    if (added.length + removed.length === 0) continue;
    if (shows) return isBehind ? at : texts.length - 1;
    isBehind = true;
  }
  const first = [...(sets[0] ?? [])];
  const shared = first.filter((line) => has.has(line)).length;
  if (!isBehind) return texts.length - 1;
  return first.length > 0 && shared * 2 >= first.length ? 0 : null;
}

function linesOf(text: string): Set<string> {
  return new Set(
    linesWithEnds(text)
      .map((line) => line.trimEnd())
      .filter((line) => line !== ""),
  );
}
