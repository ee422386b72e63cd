import { sessionOfPath } from "@/lib/core/memory/session-paths";

/** Where a reference leads: a path below the workspace with `/`, or why it leads nowhere in it. */
export type Reference = { path: string } | { problem: "empty" | "outside" | "unusable"; message: string };

/**
 * The path of the workspace that a reference names, seen from `folder`. Pure: nothing is looked up, links are not followed.
 * Backslashes separate as slashes do; `.` and `..` are worked out; what is absolute, has a drive letter or climbs out of
 * the workspace is refused on every system alike. Source: knowledge (Risks, path resolution across OS).
 */
export function resolveFileReference(folder: string, reference: string): Reference {
  const found = resolvePath(folder, reference);
  if (!("path" in found) || sessionOfPath(found.path) === null) return found;
  return outside(`${reference.trim()} belongs to a session, and not to the knowledge.`);
}

/** The same for a reference that a session's own record holds, which may lead into the folder of a session. */
export function resolvePath(folder: string, reference: string): Reference {
  const written = reference.trim();
  if (written === "") return { problem: "empty", message: "The path is empty." };
  if (UNUSABLE.test(written)) return { problem: "unusable", message: "The path holds a control character." };
  const slashed = written.replaceAll("\\", "/");
  if (slashed.startsWith("/")) return outside(`${written} is an absolute path.`);
  if (DRIVE.test(slashed)) return outside(`${written} names a drive.`);
  if (slashed.startsWith("~/") || slashed === "~") return outside(`${written} lies in a home folder.`);
  const parts = folder.split("/").filter((part) => part !== "" && part !== ".");
  for (const part of slashed.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return outside(`${written} leaves the workspace.`);
  }
  if (parts.length === 0) return outside(`${written} is the workspace itself.`);
  return { path: parts.join("/") };
}

/**
 * The shortest relative reference, with `/`, that leads from `folder` to `path`: what an index writes. Files of the folder
 * itself begin with `./`. Guarantees that `resolveFileReference` leads back to `path`.
 */
export function referenceTo(folder: string, path: string): string {
  const from = folder.split("/").filter((part) => part !== "");
  const to = path.split("/");
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  const climb = from.slice(shared).map(() => "..");
  return [...(climb.length === 0 ? ["."] : climb), ...to.slice(shared)].join("/");
}

/** The folder of a path; empty for one at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function outside(message: string): Reference {
  return { problem: "outside", message };
}

/** Example: `C:/notes.md`, and `C:notes.md`, which Windows takes for a place on that drive. */
const DRIVE = /^[A-Za-z]:/;

/** Example: a NUL, or a line end within a name. */
const UNUSABLE = /\p{Cc}/u;
