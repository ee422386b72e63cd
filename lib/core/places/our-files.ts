import { findToolNameIn } from "@/lib/core/text/tool-names";
import {
  teamFolder,
  teamOf,
  indexPath,
  OLDER_REGISTRY_PATH,
  REGISTRY_PATH,
} from "@/lib/core/knowledge/knowledge-model";
import { isAgentMemoryPath } from "@/lib/core/agent-memory/model";
import { isGateFile } from "@/lib/core/context/gate-file";
import { folderOf, resolvePath } from "@/lib/core/knowledge/file-reference";
import { parseKnowledgeIndex, parseRegistry } from "@/lib/core/knowledge/parse-knowledge";
import { sessionFolder } from "@/lib/core/memory/session-paths";

/** What a teammate leaves of a phase. Example: `.agent/teams/s1/phase-2/architect-1/L1-index.yaml`. */
const REPORT = /^\.agent\/teams\/[^/]+\/phase-[^/]*\/[^/]+\/L1-index\.yaml$/;

/** Records of gates lie in a session's folder or one folder below it. Example: `.agent/teams/s1/phase-2/gate-record.yaml`. */
const GATE_PLACE = /^\.agent\/teams\/[^/]+\/(?:[^/]+\/)?[^/]+$/;

/** Whether a file names others: an index, the registry, or a record of a gate. Each of them is ours by its own name and place. */
export function isNamer(path: string): boolean {
  if (path === REGISTRY_PATH || path === OLDER_REGISTRY_PATH || REPORT.test(path)) return true;
  if (GATE_PLACE.test(path) && isGateFile(path.slice(path.lastIndexOf("/") + 1))) return true;
  const team = teamOf(path);
  return team !== undefined && path === indexPath(team);
}

/** The files that such a file names, by their paths below the workspace. */
export function namedIn(path: string, text: string): Set<string> {
  const session = sessionOfFile(path);
  if (session === null) {
    const team = teamOf(path);
    const { entries } = team === undefined ? parseRegistry(text, folderOf(path)) : parseKnowledgeIndex(text, team);
    return new Set(entries.flatMap((entry) => entry.path ?? []));
  }
  // Records have no fixed form: any word that ends as data does, seen from the record, its session or the workspace.
  const words = new Set(text.split(/[\s"'`,;()[\]{}<>|]+/u).flatMap((word) => DATA_WORD.exec(word)?.[1] ?? []));
  const folders = [folderOf(path), sessionFolder(session), ""];
  const named = new Set<string>();
  for (const word of words) {
    for (const folder of folders) {
      const found = resolvePath(folder, word);
      if ("path" in found) named.add(found.path);
    }
  }
  return named;
}

/** Example: `./evidence.json`, also with the end of a sentence behind it. */
const DATA_WORD = /^(.+\.(?:ya?ml|jsonl?))[.:]?$/i;

/** The folders below which documents lie, in the order they are shown. */
export const DOCUMENT_FOLDERS = [
  ".agent/teams",
  ".kaizen/agents",
  ".microai",
  ".claude/agents",
  ".claude/agent-memory",
  ".claude/agent-memory-local",
  "agents",
] as const;

/** Of these, the ones that a team shares; a checkout keeps them in step with a server. The others belong to the checkout. */
export const SHARED_FOLDERS = [".agent/teams", ".kaizen/agents", ".microai"] as const;

const SESSION = /^\.agent\/teams\/([^/]+)\//;

/** Whether a path is that of a document: Markdown, YAML, JSON or plain text below one of the folders, nothing hidden in them. */
export function isDocumentFile(path: string): boolean {
  const folder = DOCUMENT_FOLDERS.find((each) => path.startsWith(`${each}/`));
  // TEAM-MEMORY.md
  if (folder === undefined || !/\.(?:md|markdown|ya?ml|jsonl?|txt)$/i.test(path)) return false;
  return path
    .slice(folder.length + 1)
    .split("/")
    .every((part) => part !== "" && !part.startsWith("."));
}

/** The session whose folder a document lies in; null for one that is the whole workspace's. */
export function sessionOfFile(path: string): string | null {
  return SESSION.exec(path)?.[1] ?? null;
}

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

/** What a path holds: decides which of the formats reads it. */
export type DocumentKind =
  | "memory"
  | "context"
  | "plan"
  | "gate-record"
  | "team-memory"
  | "agent-memory"
  | "registry"
  | "knowledge-index"
  | "knowledge"
  | "other";

/** Which format a path below the workspace has, such as `memory` for `.agent/teams/a/TEAM-MEMORY.md`. */
export function kindOf(path: string): DocumentKind {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "TEAM-MEMORY.md") return "memory";
  if (name === "global-context.md") return "context";
  if (name === "orchestration-plan.md") return "plan";
  if (name === "gate-record.yaml") return "gate-record";
  if (isAgentMemoryPath(path)) return "agent-memory";
  if (path === REGISTRY_PATH || path === OLDER_REGISTRY_PATH) return "registry";
  const team = teamOf(path);
  if (team === undefined) return SHARED_KNOWLEDGE.test(path) ? "knowledge" : "other";
  if (path === indexPath(team)) return "knowledge-index";
  const within = (folder: string) => path.startsWith(`${teamFolder(team)}/${folder}/`);
  if (within("memory") && TEAM_MEMORY.test(path)) return "team-memory";
  return within("knowledge") && path.endsWith(".md") ? "knowledge" : "other";
}

/** Example: `.microai/knowledge/shared/owasp-top-10.md`. */
const SHARED_KNOWLEDGE = /^\.microai\/knowledge\/.+\.md$/;

/** Example: `.microai/agents/teams/dev-qa/memory/checkpoints/qa-001.2.yaml`. */
const TEAM_MEMORY = /\/memory\/(?:context\.md|sessions\.yaml|learnings\.md|checkpoints\/[^/]+\.(?:ya?ml|json))$/;
