import { findTwin } from "@/lib/core/text/fold-name";

/** Every file by its path below the root. A folder is there as long as something is in it; the root always is. */
export type MemoryTree = ReadonlyMap<string, string>;

/** What changes: a file's next text, or null for one that goes. */
export type MemoryChanges = ReadonlyMap<string, string | null>;

/** Whether a path is a file, a folder or nothing. */
export function kindAt(tree: MemoryTree, path: string): "file" | "folder" | null {
  if (tree.has(path)) return "file";
  if (path === "") return "folder";
  return filesBelow(tree, path).length > 0 ? "folder" : null;
}

/** The paths of all files in a folder and the folders in it. */
export function filesBelow(tree: MemoryTree, folder: string): string[] {
  return [...tree.keys()].filter((path) => folder === "" || path.startsWith(`${folder}/`));
}

/** The file that stands where a path wants a folder, such as `a` for `a/b`; null when nothing does. */
export function fileInTheWay(tree: MemoryTree, path: string): string | null {
  const segments = path.split("/");
  for (let count = 1; count < segments.length; count++) {
    const above = segments.slice(0, count).join("/");
    if (tree.has(above)) return above;
  }
  return null;
}

/** The file or folder that a path, or the way to it, is another spelling of: on some disks both are one. Null for none. */
export function findTwinPath(paths: readonly string[], wanted: string): string | null {
  const segments = wanted.split("/");
  let below = paths;
  for (const [depth, name] of segments.entries()) {
    const twin = findTwin(
      below.map((path) => path.split("/")[depth] ?? ""),
      name,
    );
    if (twin !== undefined) return [...segments.slice(0, depth), twin].join("/");
    below = below.filter((path) => path.split("/")[depth] === name && path.split("/").length > depth + 1);
  }
  return null;
}
