/** Which format a document of the protocol has. */
export type ProtocolKind = "memory" | "context" | "plan" | "gate-record" | "agent-memory" | "team-state";

/** A file that several agents share by rules. */
export interface ProtocolDocument {
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
const AGENT_MEMORY = /^(.*)\/(\.kaizen\/agents\/[^/]+\/memory\.md)$/s;
// /srv/shop/.microai/agents/teams/pm-dev/memory/checkpoints/pm-1.yaml
const TEAM_STATE =
  /^(.*)\/(\.microai\/agents\/teams\/[^/]+\/memory\/(?:context\.md|sessions\.yaml|learnings\.md|checkpoints\/[^/]+\.ya?ml))$/s;
// phase-2/gate-record.yaml
const GATE_RECORD = /^phase-[^/]+\/gate-record\.yaml$/;

/**
 * The document of the protocol that an absolute path with forward slashes names, or null for any other file. Names are
 * compared exactly, or without their case where the file system does not tell cases apart. Source: formats, the headings.
 */
export function protocolDocument(absolute: string, foldsCase: boolean): ProtocolDocument | null {
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
  return ofTeam === null ? null : { kind: "team-state", ...cut(ofTeam), session: null };
}

function sessionFileKind(name: string, foldsCase: boolean): ProtocolKind | null {
  if (name === (foldsCase ? "team-memory.md" : "TEAM-MEMORY.md")) return "memory";
  if (name === "global-context.md") return "context";
  if (name === "orchestration-plan.md") return "plan";
  return GATE_RECORD.test(name) ? "gate-record" : null;
}
