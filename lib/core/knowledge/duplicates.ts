import { SHARED_FOLDER } from "@/lib/core/knowledge/knowledge-model";
import { blankFrontMatter } from "@/lib/core/markdown/front-matter";

/** Files of the same words; the first is the one to keep: that of the shared knowledge, else the first by path. */
export interface DuplicateGroup {
  files: string[];
  words: number;
}

/** Files with fewer words say nothing by being alike: a heading and "to be written". */
const SHORTEST = 12;

/**
 * The files that say the same, word for word: case, marks, spacing, line ends and front matter aside. Those that would
 * save most come first; the order of the files does not matter. Source: knowledge (pain point 1, DRY).
 */
export function findDuplicates(files: ReadonlyMap<string, string>): DuplicateGroup[] {
  const groups = new Map<string, DuplicateGroup>();
  for (const [path, text] of [...files].sort(([a], [b]) => place(a) - place(b) || (a < b ? -1 : 1))) {
    const words = blankFrontMatter(text).normalize("NFC").toLowerCase().match(WORD) ?? [];
    if (words.length < SHORTEST) continue;
    const key = words.join(" ");
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { files: [path], words: words.length });
    else group.files.push(path);
  }
  return [...groups.values()].filter((group) => group.files.length > 1).sort((a, b) => saved(b) - saved(a));
}

/** Example: `재시도`, `retry2`. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

function place(path: string): number {
  return path.startsWith(`${SHARED_FOLDER}/`) ? 0 : 1;
}

function saved({ files, words }: DuplicateGroup): number {
  return words * (files.length - 1);
}
