import { folderOf } from "@/lib/core/knowledge/file-reference";
import { indexPath, type LoadRule } from "@/lib/core/knowledge/knowledge-model";
import { parseKnowledgeIndex } from "@/lib/core/knowledge/parse-knowledge-index";
import { parseRegistry } from "@/lib/core/knowledge/parse-registry";
import { teamName } from "@/lib/core/knowledge/team-place";
import { inNfc } from "@/lib/core/search/entries-of";
import type { UndatedEntry } from "@/lib/core/search/search-entry";

/** Every entry of the shared registry, whose file is `path`: found by id, description, tags and file. */
export function entriesOfRegistry(text: string, path: string, place: string): UndatedEntry[] {
  return parseRegistry(text, folderOf(path)).entries.map(
    ({ id, description, tags, reference, applicableTeams, line }) => ({
      ...SHARED,
      key: id,
      title: inNfc(`registry › ${id}`),
      text: words([description, ...tags, reference, ...applicableTeams]),
      path,
      line,
      place,
    }),
  );
}

/** Every entry of a team's index: found by id, file, and the modes and keywords that load it. */
export function entriesOfIndex(text: string, team: string, place: string): UndatedEntry[] {
  const { entries, byMode, byKeyword } = parseKnowledgeIndex(text, team);
  return entries.map(({ id, description, tags, reference, priority, line }) => ({
    ...SHARED,
    key: id,
    title: inNfc(`${teamName(team)} › ${id}`),
    text: words([description, ...tags, reference, priority, ...loading(byMode, id), ...loading(byKeyword, id)]),
    path: indexPath(team),
    line,
    role: team,
    place,
  }));
}

const SHARED = { kind: "knowledge", session: null, role: null, tag: null, state: null } as const;

function loading(rules: readonly LoadRule[], id: string): string[] {
  return rules.filter(({ ids }) => ids.includes(id)).map(({ name }) => name);
}

/** On one line: the line of the entry is the line of all of it. */
function words(parts: readonly (string | null)[]): string {
  return inNfc(parts.filter((part) => part !== null && part !== "").join(" · ")).replace(/\s+/g, " "); // a line end
}
