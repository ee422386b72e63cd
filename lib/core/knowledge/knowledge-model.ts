import type { Diagnostic } from "@/lib/core/diagnostics";
import { teamFolder } from "@/lib/core/knowledge/team-place";

/** Where the shared knowledge and its registry lie. Source: knowledge (Architecture). */
export const SHARED_FOLDER = ".microai/knowledge/shared";

/** The registry of shared knowledge. */
export const REGISTRY_PATH = `${SHARED_FOLDER}/registry.yaml`;

/** Where older projects have it. It is read there and never changed, for its paths are seen from another folder. */
export const OLDER_REGISTRY_PATH = ".microai/knowledge/registry.yaml";

/** The registry that counts, of those that are there. */
export function registryPathOf(has: (path: string) => boolean): string {
  return !has(REGISTRY_PATH) && has(OLDER_REGISTRY_PATH) ? OLDER_REGISTRY_PATH : REGISTRY_PATH;
}

/** The folder of a team's own knowledge and its index. */
export function knowledgeFolder(team: string): string {
  return `${teamFolder(team)}/knowledge`;
}

/** The index of a team's knowledge. */
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

/** One entry of the shared registry. */
export interface RegistryEntry extends Target {
  id: string;
  /** Tokens as somebody estimated them; null when nobody did. */
  tokensEstimate: number | null;
  tags: string[];
  /** The teams it is loaded for by itself; empty for all. */
  applicableTeams: string[];
  description: string | null;
  /** Ids it builds upon. */
  dependsOn: string[];
  /** The list it stands in, such as `knowledge` or `domains`. */
  group: string;
  /** From 1. */
  line: number;
}

/** The shared registry as it could be read. */
export interface Registry {
  /** In the order of the file. */
  entries: RegistryEntry[];
  budget: BudgetSettings;
  diagnostics: Diagnostic[];
}

/** One entry of a team's index. */
export interface IndexEntry extends Target {
  id: string;
  /** Whether it refers to the shared knowledge, or is the team's own; `mentioned` stands in no list but `core_files`. */
  kind: "shared" | "own" | "mentioned";
  priority: Priority;
  /** Whether it is always loaded. */
  core: boolean;
  tokensEstimate: number | null;
  tags: string[];
  description: string | null;
  dependsOn: string[];
  /** From 1. */
  line: number;
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

/** A team's index as it could be read. */
export interface KnowledgeIndex {
  /** In the order of the file. */
  entries: IndexEntry[];
  byMode: LoadRule[];
  byKeyword: LoadRule[];
  budget: BudgetSettings;
  diagnostics: Diagnostic[];
}
