import { readAgentDefinition } from "@/lib/core/agent-memory/agent-definition";
import { DEFINITION_FOLDERS, isAgentMemoryPath } from "@/lib/core/agent-memory/model";
import { parseAgentMemory } from "@/lib/core/agent-memory/parse-agent-memory";
import { parseContext } from "@/lib/core/context/parse-context";
import { readPlan } from "@/lib/core/context/plan";
import { isGateFile } from "@/lib/core/context/gate-file";
import { readGateRecords } from "@/lib/core/context/gate-record";
import { diagnoseMerge } from "@/lib/core/diagnose-merge";
import type { Diagnostic } from "@/lib/core/diagnostics";
import { indexPath, OLDER_REGISTRY_PATH, REGISTRY_PATH, teamOf } from "@/lib/core/knowledge/knowledge-model";
import { parseKnowledgeIndex, parseRegistry } from "@/lib/core/knowledge/parse-knowledge";
import { readSessionsFile } from "@/lib/core/knowledge/sessions-file";
import { memoryFaults } from "@/lib/core/memory/memory-faults";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { sessionOfPath } from "@/lib/core/memory/session-paths";

/** Everything worth telling about a file's content: by the format of its path, and for any file what git could not merge. Never throws. */
export function diagnoseFile(path: string, text: string): Diagnostic[] {
  if (isMemory(path)) return memoryFaults(parseMemory(text));
  return [...diagnoseMerge(text), ...diagnoseFormat(path, text)];
}

function isMemory(path: string): boolean {
  return sessionOfPath(path) !== null && path.endsWith("/TEAM-MEMORY.md");
}

function diagnoseFormat(path: string, text: string): Diagnostic[] {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (sessionOfPath(path) !== null) {
    if (name === "global-context.md") return parseContext(text).diagnostics;
    if (name === "orchestration-plan.md") return readPlan(text, []).diagnostics;
    return isGateFile(name) ? readGateRecords(text).flatMap(({ diagnostics }) => diagnostics) : [];
  }
  if (isAgentMemoryPath(path)) return parseAgentMemory(text).diagnostics;
  if (path === REGISTRY_PATH || path === OLDER_REGISTRY_PATH) return parseRegistry(text).diagnostics;
  if (DEFINITION_FOLDERS.some((folder) => path.startsWith(`${folder}/`))) return readAgentDefinition(text).diagnostics;
  const team = teamOf(path);
  if (team === undefined) return [];
  if (path === indexPath(team)) return parseKnowledgeIndex(text, team).diagnostics;
  return path.endsWith("/memory/sessions.yaml") ? readSessionsFile(text).diagnostics : [];
}
