import { findToolNameIn } from "@/lib/core/access/tool-names";
import { teamFolder, teamOf } from "@/lib/core/knowledge/team-place";
import { isDocumentFile, SHARED_FOLDERS } from "@/lib/core/places/document-files";
import { isNamer } from "@/lib/core/places/named-files";

/** Where nothing was read that names files, none is named. */
const NOBODY = () => false;

/**
 * Why a path is not one of ours, as the end of a sentence; null where it is. This one function decides at every door which
 * files are taken in, kept in step, written and sent: everything else is somebody else's, and stays as it is. Ours are the files that the
 * format lists, at their places; any text in the folder of a session, of an agent or of knowledge; and there such data as an index,
 * a registry or a record names, which `isNamed` tells. In no case a name that a tool or an agent loads by itself, nor one that leads
 * elsewhere on some disk. Source: formats §1 to §3.
 */
export function findForeign(path: string, isNamed: (path: string) => boolean = NOBODY): string | null {
  const root = SHARED_FOLDERS.find((folder) => path.startsWith(`${folder}/`));
  if (root === undefined) return `lies in none of ${SHARED_FOLDERS.join(", ")}`;
  const refused = findToolNameIn(path.slice(root.length + 1));
  if (refused !== null) return `has ${JSON.stringify(refused.name)} in it, which ${refused.why}`;
  if (isListed(path)) return null;
  if (!TEXT_PLACE.test(path)) return "lies where only the files of the format are kept";
  if (/\.(?:md|markdown|txt)$/i.test(path)) return null; // notes.md
  if (!/\.(?:ya?ml|jsonl?)$/i.test(path)) return "is neither Markdown, plain text, YAML nor JSON"; // checks.yaml
  return isNamed(path) ? null : "is data that no index, registry or record names";
}

/** Whether a path is one of ours. */
export function isOurs(path: string, isNamed?: (path: string) => boolean): boolean {
  return findForeign(path, isNamed) === null;
}

/** Whether a path is one of ours only where an index, a registry or a record names it. */
export function needsName(path: string): boolean {
  return !isOurs(path) && isOurs(path, () => true);
}

/** Whether a path is that of a document that belongs to one checkout, such as the definition of an agent: read, and never kept in step. */
export function isLocalDocument(path: string): boolean {
  return (
    isDocumentFile(path) &&
    !SHARED_FOLDERS.some((folder) => path.startsWith(`${folder}/`)) &&
    findToolNameIn(path.replace(/^\.claude\//, "")) === null
  ); // matches ".claude/"
}

/** Why nothing is read or written at a path, whoever asks, as the end of a sentence: null also for what only this checkout has, and for data that may be named. */
export function findShut(path: string): string | null {
  return isLocalDocument(path) ? null : findForeign(path, () => true);
}

/** The same for a document of the history, which may be one of a deleted session: that goes by its place in the trash. */
export function findShutInHistory(path: string): string | null {
  return findShut(path.replace(/^trash\/[^/]+\/(?=[^/]+\/)/, ".agent/teams/")); // matches "trash/shop/" of "trash/shop/s1.2/notes.md"
}

/** Whether the format lists a file of that name at that place, or a team's protocol has one there. */
function isListed(path: string): boolean {
  if (isNamer(path)) return true;
  const team = teamOf(path);
  return team !== undefined && TEAM_FILE.test(path.slice(teamFolder(team).length + 1));
}

/** Where any text is ours: in a session's folder, an agent's, and below one of knowledge. */
const TEXT_PLACE = /^\.(?:agent\/teams\/[^/]+|kaizen\/agents\/[^/]+|microai\/(?:[^/]+\/)*?knowledge)\//;

/** What its sessions remember, and its personas, below its folder. */
const TEAM_FILE =
  /^(?:memory\/(?:(?:context|learnings|sessions)\.md|sessions\.yaml|checkpoints\/[^/]+\.(?:ya?ml|json))|agents\/[^/]+\.md)$/;
