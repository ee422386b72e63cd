import { isGateFile } from "@/lib/core/context/gate";
import { folderOf, resolvePath } from "@/lib/core/knowledge/file-reference";
import { indexPath, OLDER_REGISTRY_PATH, REGISTRY_PATH } from "@/lib/core/knowledge/knowledge-model";
import { parseKnowledgeIndex } from "@/lib/core/knowledge/parse-knowledge-index";
import { parseRegistry } from "@/lib/core/knowledge/parse-registry";
import { teamOf } from "@/lib/core/knowledge/team-place";
import { sessionFolder } from "@/lib/core/memory/session-paths";
import { sessionOfFile } from "@/lib/core/places/document-files";

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
