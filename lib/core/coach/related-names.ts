/**
 * The keys under which a path is found besides its own: the folders it is in, and the file's name alone. Folders that
 * every project has tell nothing and are left out. Any other name has none.
 */
export function keysAround(key: string): { folders: string[]; base: string | null } {
  const segments = key.split("/");
  if (segments.length === 1 || key.startsWith("@")) return { folders: [], base: null };
  const folders: string[] = [];
  for (let count = 1; count < segments.length; count++) {
    const folder = segments.slice(0, count).join("/");
    if (folder !== "" && !isCommonFolder(folder)) folders.push(folder);
  }
  const last = segments.at(-1) ?? "";
  return { folders, base: last.includes(".") && !COMMON_FILES.has(last) ? last : null };
}

/** Whether a folder is one that every project has, such as `src`. */
export function isCommonFolder(key: string): boolean {
  return COMMON_FOLDERS.has(key);
}

const COMMON_FOLDERS = new Set(
  "src lib app apps packages pkg test tests docs doc public dist build scripts components . .. ~ src/main src/test src/lib src/app".split(
    " ",
  ),
);

/** Files that stand in many folders: their name alone names none of them. */
const COMMON_FILES = new Set(
  "index.ts index.tsx index.js index.html mod.rs main.rs lib.rs main.go main.py __init__.py page.tsx layout.tsx route.ts readme.md package.json tsconfig.json".split(
    " ",
  ),
);
