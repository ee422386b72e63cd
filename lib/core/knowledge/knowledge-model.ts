import type { Diagnostic } from "@/lib/core/diagnostics";
import { remember } from "@/lib/core/text/remember";

/** The folder whose folders are the teams. Source: knowledge (Architecture). */
export const TEAMS_FOLDER = ".microai/agents/teams";

/** What all knowledge and every team lies in. */
const ROOT = ".microai";

/** Folders that a team has: the folder that holds one of them is the team's. */
const INNER = new Set(["knowledge", "memory", "agents"]);

/** Example: `agents.microai.teams`, the place of `.microai/agents/microai/teams`. */
const PLACE = /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*$/u;

/**
 * The folder of a team. A team of the usual place goes by its folder's name; one elsewhere in `.microai` names its place as
 * well, as in `dev-qa@teams` for `.microai/teams/dev-qa`, and so does one whose name could be read so. Guarantees that `teamAt` answers the same team for the folder.
 */
export function teamFolder(team: string): string {
  const { name, place } = partsOf(team);
  return place === null ? `${TEAMS_FOLDER}/${team}` : `${ROOT}/${place.replaceAll(".", "/")}/${name}`;
}

/** The team whose folder this is; undefined for a folder that cannot be told from another by a team's name. */
export function teamAt(folder: string): string | undefined {
  const cut = folder.lastIndexOf("/");
  const [parent, name] = [folder.slice(0, cut), folder.slice(cut + 1)];
  if (parent === TEAMS_FOLDER && partsOf(name).place === null) return name;
  const place = parent.slice(ROOT.length + 1).replaceAll("/", ".");
  const hasPlace = parent.startsWith(`${ROOT}/`) && PLACE.test(place) && !parent.includes(".", ROOT.length);
  return hasPlace && name !== "" ? `${name}@${place}` : undefined;
}

/** The team that a path belongs to, or undefined. */
export function teamOf(path: string): string | undefined {
  const parts = path.split("/");
  if (path.startsWith(`${TEAMS_FOLDER}/`)) return teamAt(parts.slice(0, 4).join("/"));
  if (parts[0] !== ROOT) return undefined;
  const inner = parts.findIndex((part, at) => at >= FIRST_INNER && INNER.has(part));
  return inner === -1 ? undefined : teamAt(parts.slice(0, inner).join("/"));
}

/** `.microai/teams/dev-qa/knowledge`: nothing above can be in a team's folder. */
const FIRST_INNER = 3;

/** What people call a team: the name of its folder, wherever that lies. */
export function teamName(team: string): string {
  return partsOf(team).name;
}

function partsOf(team: string): { name: string; place: string | null } {
  const cut = team.lastIndexOf("@");
  const place = team.slice(cut + 1);
  return cut > 0 && PLACE.test(place) ? { name: team.slice(0, cut), place } : { name: team, place: null };
}

/** Where the shared knowledge and its registry lie. Source: knowledge (Architecture). */
export const SHARED_FOLDER = ".microai/knowledge/shared";

export const REGISTRY_PATH = `${SHARED_FOLDER}/registry.yaml`;

/** Where older projects have it. It is read there and never changed, for its paths are seen from another folder. */
export const OLDER_REGISTRY_PATH = ".microai/knowledge/registry.yaml";

/** The registry that counts, of those that are there. */
export function registryPathOf(has: (path: string) => boolean): string {
  return !has(REGISTRY_PATH) && has(OLDER_REGISTRY_PATH) ? OLDER_REGISTRY_PATH : REGISTRY_PATH;
}

export function knowledgeFolder(team: string): string {
  return `${teamFolder(team)}/knowledge`;
}

export function indexPath(team: string): string {
  return `${knowledgeFolder(team)}/knowledge-index.yaml`;
}

/** How early an entry is loaded. Source: knowledge §2. */
export type Priority = "high" | "medium" | "low";

/** The priorities, the one that is loaded first in front. */
export const PRIORITIES: readonly Priority[] = ["high", "medium", "low"];

/** Where a path that was written leads, or why nowhere. */
export interface Target {
  /** The path as it was written; null when there was none. */
  reference: string | null;
  /** The file below the workspace; null when the reference leads to none that may be read. */
  path: string | null;
  /** Why there is no path, as a sentence; null when there is one. */
  problem: string | null;
}

/** When a loaded set is near its budget. */
export interface WarningThreshold {
  unit: "share" | "tokens";
  /** From 0 to 1 for a share, tokens otherwise. */
  value: number;
}

/** What a registry or an index says about tokens; null for what it does not say. */
export interface BudgetSettings {
  /** Tokens that may be loaded at once. */
  max: number | null;
  warning: WarningThreshold | null;
  strategy: string | null;
}

/** What any entry says, of a registry or of an index. */
export interface KnowledgeEntry extends Target {
  id: string;
  /** Tokens as somebody estimated them; null when nobody did. */
  tokensEstimate: number | null;
  tags: string[];
  description: string | null;
  /** Ids it builds upon. */
  dependsOn: string[];
  /** From 1. */
  line: number;
}

export interface RegistryEntry extends KnowledgeEntry {
  /** The teams it is loaded for by itself; empty for all. */
  applicableTeams: string[];
  /** The list it stands in, such as `knowledge` or `domains`. */
  group: string;
}

export interface Registry {
  /** In the order of the file. */
  entries: RegistryEntry[];
  budget: BudgetSettings;
  diagnostics: Diagnostic[];
}

export interface IndexEntry extends KnowledgeEntry {
  /** Whether it refers to the shared knowledge, or is the team's own; `mentioned` stands in no list but `core_files`. */
  kind: "shared" | "own" | "mentioned";
  priority: Priority;
  /** Whether it is always loaded. */
  core: boolean;
}

/** What a mode or a keyword loads. */
export interface LoadRule {
  /** The mode or the keyword as written. */
  name: string;
  /** Ids or paths of entries. */
  ids: string[];
  /** From 1. */
  line: number;
}

export interface KnowledgeIndex {
  /** In the order of the file. */
  entries: IndexEntry[];
  byMode: LoadRule[];
  byKeyword: LoadRule[];
  budget: BudgetSettings;
  diagnostics: Diagnostic[];
}

/** Finds the entry that a text means: by its id, else by its path as written. Ids that differ in case alone are different. */
export type NameLookup<E> = (name: string) => E | undefined;

/** A lookup over entries; of several with one name the last is found. Forms of one character (NFC, NFD) are the same name. */
export function nameLookup<E extends Named>(entries: readonly E[]): NameLookup<E> {
  return lookups.get(entries) as NameLookup<E>;
}

interface Named {
  id: string;
  reference: string | null;
}

/** Lists of entries are never changed in place, and asked repeat for more request. */
const lookups = remember((entries: readonly Named[]): NameLookup<Named> => {
  const byId = new Map<string, Named>();
  const byReference = new Map<string, Named>();
  for (const entry of entries) {
    byId.set(foldName(entry.id), entry);
    if (entry.reference !== null) byReference.set(foldName(entry.reference), entry);
  }
  return (name) => {
    const folded = foldName(name);
    return byId.get(folded) ?? byReference.get(folded);
  };
});

/** An id or path in the one form it is compared in: composed, with slashes, without `./` in front. */
export function foldName(name: string): string {
  return name.normalize("NFC").replaceAll("\\", "/").replace(/^\.\//, ""); // matches "./" at the start
}
