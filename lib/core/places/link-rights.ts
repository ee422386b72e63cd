import { isLead, type Subject } from "@/lib/core/access/decide-access";
import { findToolNameIn } from "@/lib/core/text/tool-names";
import { AGENTS_FOLDER } from "@/lib/core/agent-memory/model";
import { AppError } from "@/lib/core/errors";
import { SESSIONS_FOLDER } from "@/lib/core/memory/session-paths";
import { DOCUMENT_FOLDERS, findForeign, findShut, kindOf } from "@/lib/core/places/our-files";
import { foldName } from "@/lib/core/text/fold-name";

/** What is done to the file that a path leads to. */
export type FileDeed = "read" | "write" | "remove";

/**
 * The path by which a file is known, of which rights and history are: its real path below the workspace, links followed, as the disk
 * spells it. A folder of documents that is itself a link keeps its name, and so does a document of the format that is spelled in another
 * case or Unicode form; `realFolder` answers the real path of a folder below the workspace.
 */
export function knownPath(given: string, real: string, realFolder: (folder: string) => string): string {
  if (real === given) return given;
  const known = placeOf(real) === null ? behindFolder(real, realFolder) : real;
  return kindOf(given) !== "other" && foldName(known) === foldName(given) ? given : known;
}

/** Whether a path lies in a place whose files have an owner: a session's, an agent's, the knowledge, definitions of agents. */
export function isOwned(path: string): boolean {
  return placeOf(path) !== null;
}

/**
 * Why somebody may not do a thing to `file`, to which the path `given` leads; null where a right to do it to `given` is enough. Nobody does
 * anything to what is not ours, by whatever name: every door asks this. A link gives no
 * right that its file does not: what belongs to another session or agent, or is another kind of document, is changed by the Lead of the
 * workspace alone, and what is no document by nobody. Null as the subject is somebody of whom nothing is known.
 */
export function refuseLink(subject: Subject | null, given: string, file: string, deed: FileDeed): AppError | null {
  const shut = refuseForeign(given, findShut(deed === "read" ? given.replace(OWNER_FOLDER, "$1/a/") : given));
  if (shut !== null) return shut;
  if (given === file) return null;
  const [from, to] = [placeOf(given), placeOf(file)];
  const isChange = deed !== "read";
  const kind = kindOf(given);
  if (to === null) {
    // A document that is kept elsewhere: it has no owner but that of the link. What a caller named itself is none.
    const isCallers = from?.startsWith(AGENTS_FOLDER) === true && kind === "other";
    if (!PLAIN_TEXT.test(file) || findToolNameIn(file) !== null || isCallers) return noDocument(given, file);
    const isKept = !isChange || from === null || (kind !== "other" && kind !== "agent-memory");
    return isKept || leadsAll(subject) ? null : anothers(given, file);
  }
  const foreign = isChange ? findForeign(file, () => true) : findShut(file);
  if (foreign !== null) return noDocument(given, file);
  if (from === to && (!isChange || kind === kindOf(file) || (deed === "write" && to.startsWith(AGENTS_FOLDER))))
    return null;
  const isOpen = isChange ? leadsAll(subject) : !to.startsWith(SESSIONS_FOLDER) || subject?.sessionKey === null;
  return isOpen ? null : anothers(given, file);
}

/** The error for a path that is not ours, with the reason; null where there is no reason. */
export function refuseForeign(path: string, why: string | null): AppError | null {
  if (why === null) return null;
  return new AppError("forbidden", `Wardroom does not manage ${path}: it ${why}.`, {
    hint: "It stays as it is. Choose another name for what Wardroom is to keep.",
    errors: [{ path: "path", message: why }],
  });
}

function leadsAll(subject: Subject | null): boolean {
  return subject !== null && isLead(subject) && subject.sessionKey === null;
}

/** The folder of the owner of what lies there: of one session, of one agent, or one for all. */
function placeOf(path: string): string | null {
  const folder = DOCUMENT_FOLDERS.find((each) => path.startsWith(`${each}/`));
  if (folder !== SESSIONS_FOLDER && folder !== AGENTS_FOLDER) return folder ?? null;
  return path.split("/").slice(0, 3).join("/");
}

function behindFolder(real: string, realFolder: (folder: string) => string): string {
  for (const folder of DOCUMENT_FOLDERS) {
    const behind = realFolder(folder);
    // What lies in git's own folder is git's, whatever leads there.
    if (behind !== "" && behind !== folder && real.startsWith(`${behind}/`) && !/(?:^|\/)\.git(?:\/|$)/i.test(behind))
      return folder + real.slice(behind.length);
  }
  return real;
}

/** A session or agent whose name leads elsewhere on some disk, such as `a:b`, is read on this one, for it is listed. */
const OWNER_FOLDER = /^(\.agent\/teams|\.kaizen\/agents)\/[^/.][^/]*\//;

/** Example: `docs/team-memory.md`. */
const PLAIN_TEXT = /\.(?:md|markdown|ya?ml|jsonl?|txt)$/i;

function noDocument(given: string, file: string): AppError {
  return new AppError("forbidden", `${given} is a link that leads to ${file}, which Wardroom does not manage.`, {
    hint: "Replace the link by a file of its own; Wardroom reads and edits nothing else through links.",
  });
}

function anothers(given: string, file: string): AppError {
  return new AppError("forbidden", `${given} is a link that leads to ${file}, which belongs to somebody else.`, {
    hint: `Use ${file} itself, with a credential that may, or replace the link by a file of its own.`,
  });
}
