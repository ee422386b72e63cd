import { stringOf } from "@/lib/core/text/parse-json";
import { resolve, sep } from "node:path";
import type { ToolCall } from "@/lib/hook/hook-input";
import { teamOf } from "@/lib/core/knowledge/knowledge-model";
import { listSessions, realPath } from "@/lib/hook/workspace";

/** Which format a document of the protocol has. */
export type ProtocolKind = "memory" | "context" | "plan" | "gate-record" | "agent-memory" | "team-state";

/** A file that several agents share by rules. */
interface ProtocolDocument {
  kind: ProtocolKind;
  /** Absolute path of the workspace it belongs to. */
  root: string;
  /** Its path below the workspace, for showing. */
  path: string;
  /** The folder name of its session; null for what belongs to none. */
  session: string | null;
}

// /srv/shop/.agent/teams/invoice-import/phase-2/gate-record.yaml
const SESSION_FILE = /^(.*)\/(\.agent\/teams\/([^/]+)\/((?:phase-[^/]+\/)?[^/]+))$/s;

// /srv/shop/.kaizen/agents/tester/memory.md
const AGENT_MEMORY = /^(.*)\/(\.kaizen\/agents\/[^/]+(?:\/[^/]+)?\/memory\.md)$/s;

// /srv/shop/.microai/agents/teams/pm-dev/memory/checkpoints/pm-1.yaml, /srv/shop/.microai/teams/dev-qa/memory/context.md
const TEAM_STATE =
  /^(.*)\/(\.microai\/(?:[^/]+\/)+memory\/(?:context\.md|sessions\.yaml|learnings\.md|checkpoints\/[^/]+\.ya?ml))$/s;

// phase-2/gate-record.yaml
const GATE_RECORD = /^phase-[^/]+\/gate-record\.yaml$/;

/**
 * The document of the protocol that an absolute path with forward slashes names, or null for any other file. Names are
 * compared exactly, or without their case where the file system does not tell cases apart. Source: formats, the headings.
 */
function protocolDocument(absolute: string, foldsCase: boolean): ProtocolDocument | null {
  const path = foldsCase ? absolute.toLowerCase() : absolute;
  const cut = (match: RegExpExecArray) => ({
    root: absolute.slice(0, match[1]?.length ?? 0) || "/",
    path: absolute.slice((match[1]?.length ?? 0) + 1),
  });
  const inSession = SESSION_FILE.exec(path);
  if (inSession !== null) {
    const kind = sessionFileKind(inSession[4] ?? "", foldsCase);
    const place = cut(inSession);
    return kind === null ? null : { kind, ...place, session: place.path.split("/")[2] ?? null };
  }
  const ofAgent = AGENT_MEMORY.exec(path);
  if (ofAgent !== null) return { kind: "agent-memory", ...cut(ofAgent), session: null };
  const ofTeam = TEAM_STATE.exec(path);
  const isTeams = ofTeam !== null && teamOf(ofTeam[2] ?? "") !== undefined;
  return !isTeams ? null : { kind: "team-state", ...cut(ofTeam), session: null };
}

function sessionFileKind(name: string, foldsCase: boolean): ProtocolKind | null {
  if (name === (foldsCase ? "team-memory.md" : "TEAM-MEMORY.md")) return "memory";
  if (name === "global-context.md") return "context";
  if (name === "orchestration-plan.md") return "plan";
  return GATE_RECORD.test(name) ? "gate-record" : null;
}

/** The documents a file tool is about to touch, and how it was named. */
export interface Touched {
  document: ProtocolDocument;
  /** Absolute path as the tool has it. */
  place: string;
}

/**
 * The document of the protocol a file tool is about, by the path it names or the file a link leads to; null for any other
 * file, and for every file of a workspace that has no team memory.
 */
export function touchedDocument(tool: ToolCall, cwd: string, platform: string): Touched | null {
  return documentAt(stringOf(tool.input["file_path"]), cwd, platform);
}

/** The document of the protocol that a path is, or leads to, from a folder; null as `touchedDocument` has it. */
export function documentAt(named: string, cwd: string, platform: string): Touched | null {
  if (named === "" || named.includes("\0")) return null;
  const place = resolve(cwd || "/", named);
  const foldsCase = platform === "darwin" || platform === "win32";
  for (const path of [place, realPath(place)]) {
    const document = protocolDocument(path.split(sep).join("/"), foldsCase);
    if (document !== null && listSessions(document.root).length > 0) return { document, place };
  }
  return null;
}
