import { readNames } from "@/lib/core/coach/read-names";

/** A file, and how many items of each role name it. */
export interface SharedFile {
  file: string;
  counts: number[];
  total: number;
}

/**
 * The files that items of two roles or more name, those of most roles first, then those of most items. `counts` are in the
 * order of `roles`, who are only those that name one of these files. An item counts once for each file it names.
 */
export function sharedFiles(items: readonly { role: string; text: string }[]): {
  roles: string[];
  files: SharedFile[];
} {
  const files = new Map<string, { written: string; roles: Map<string, number> }>();
  for (const { role, text } of items) {
    for (const { kind, key, written } of readNames(text)) {
      if (kind !== "path") continue;
      const file = files.get(key) ?? { written, roles: new Map<string, number>() };
      files.set(key, file);
      file.roles.set(role, (file.roles.get(role) ?? 0) + 1);
    }
  }
  const shared = [...files.values()].filter((file) => file.roles.size > 1);
  const named = new Set(shared.flatMap((file) => [...file.roles.keys()]));
  const roles = [...new Set(items.map(({ role }) => role))].filter((role) => named.has(role));
  return {
    roles,
    files: shared
      .map(({ written, roles: by }) => {
        const counts = roles.map((role) => by.get(role) ?? 0);
        return { file: written, counts, total: counts.reduce((sum, count) => sum + count, 0) };
      })
      .toSorted((a, b) => spread(b) - spread(a) || b.total - a.total || (a.file < b.file ? -1 : 1)),
  };
}

function spread({ counts }: SharedFile): number {
  return counts.filter((count) => count > 0).length;
}
