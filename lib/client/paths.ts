import { sessionFolder } from "@/lib/core/memory/session-paths";

/** One segment of an address, escaped: names of sessions and roles may hold anything. */
const segment = encodeURIComponent;

/** Addresses of pages. What has no page yet has no address here. */
export const pages = {
  home: () => "/",
  login: () => "/login",
  overview: (workspace: string) => `/${segment(workspace)}`,
  /** Who is at work alone, for a screen on a wall. */
  wall: (workspace: string) => `${pages.overview(workspace)}?wall`,
  history: (workspace: string) => `/${segment(workspace)}/history`,
  settings: (workspace: string) => `/${segment(workspace)}/settings`,
  search: (workspace: string, q = "") => `/${segment(workspace)}/search${q === "" ? "" : `?q=${segment(q)}`}`,
  agents: (workspace: string) => `/${segment(workspace)}/agents`,
  agent: (workspace: string, agent: string) => `/${segment(workspace)}/agents/${segment(agent)}`,
  knowledge: (workspace: string) => `/${segment(workspace)}/knowledge`,
  /** The files of a session: a search finds files by a part of their path. */
  filesOf: (workspace: string, session: string) => pages.search(workspace, `${sessionFolder(session)}/`),
  file: (workspace: string, path: string) => `/${segment(workspace)}/files?path=${segment(path)}`,
  team: (workspace: string, team: string) => `${pages.knowledge(workspace)}/teams/${segment(team)}`,
  teamSession: (workspace: string, team: string, session: string) =>
    `${pages.team(workspace, team)}/sessions/${segment(session)}`,
  agentLine: (workspace: string, agent: string, line: number) =>
    `${pages.agent(workspace, agent)}?view=file&line=${line}`,
  /** Setting up clients and roles, for a session that is named or chosen there. */
  join: (workspace: string, session?: string) =>
    `/${segment(workspace)}/join${session === undefined ? "" : `?session=${segment(session)}`}`,
  tokens: (workspace: string, session: string) => `${pages.settings(workspace)}?session=${segment(session)}`,
  memory: (workspace: string, session: string) => `/${segment(workspace)}/sessions/${segment(session)}/memory`,
  section: (workspace: string, session: string, role: string) =>
    `${pages.memory(workspace, session)}?role=${segment(role)}`,
  context: (workspace: string, session: string) => `/${segment(workspace)}/sessions/${segment(session)}/context`,
  gates: (workspace: string, session: string) => `/${segment(workspace)}/sessions/${segment(session)}/gates`,
  sessionHistory: (workspace: string, session: string) => `/${segment(workspace)}/sessions/${segment(session)}/history`,
  /** A session as it stood at a moment, ISO 8601. */
  moment: (workspace: string, session: string, at: string) =>
    `${pages.sessionHistory(workspace, session)}?at=${segment(at)}`,
  insights: (workspace: string, session: string) => `/${segment(workspace)}/sessions/${segment(session)}/insights`,
  /** What changed from one revision of the team memory to another. */
  compare: (workspace: string, session: string, from: number, to: number) =>
    `${pages.sessionHistory(workspace, session)}?from=${from}&to=${to}`,
  item: (workspace: string, session: string, item: string) =>
    `${pages.memory(workspace, session)}?state=all&item=${segment(item)}`,
};

export interface SessionScope {
  workspace: string;
  session: string;
}

export interface AgentScope {
  workspace: string;
  agent: string;
}

export interface TeamScope {
  workspace: string;
  team: string;
}

export interface TeamSessionScope extends TeamScope {
  session: string;
}

export const api = {
  /** Saves from outside that left out newer lines. */
  repairs: (workspace: string) => `${api.workspace(workspace)}/repairs`,
  faults: (workspace: string) => `${api.workspace(workspace)}/faults`,
  fault: (workspace: string, fault: string) => `${api.faults(workspace)}/${segment(fault)}`,
  workspace: (workspace: string) => `/api/v1/workspaces/${segment(workspace)}`,
  sessions: (workspace: string) => `${api.workspace(workspace)}/sessions`,
  events: (workspace: string) => `${api.workspace(workspace)}/events`,
  needs: (workspace: string) => `${api.workspace(workspace)}/needs`,
  knowledge: (workspace: string) => `${api.workspace(workspace)}/knowledge`,
  file: (workspace: string, path: string) => `${api.workspace(workspace)}/files/text?path=${segment(path)}`,
  teams: (workspace: string) => `${api.workspace(workspace)}/teams`,
  team: ({ workspace, team }: TeamScope) => `${api.teams(workspace)}/${segment(team)}`,
  teamSession: ({ session, ...scope }: TeamSessionScope) => `${api.team(scope)}/sessions/${segment(session)}`,
  session: ({ workspace, session }: SessionScope) => `${api.sessions(workspace)}/${segment(session)}`,
  memory: (scope: SessionScope) => `${api.session(scope)}/memory`,
  inbox: (scope: SessionScope) => `${api.session(scope)}/inbox`,
  context: (scope: SessionScope) => `${api.session(scope)}/context`,
  gates: (scope: SessionScope) => `${api.session(scope)}/gates`,
  gate: (scope: SessionScope, gate: string) => `${api.gates(scope)}/${segment(gate)}`,
  relay: (scope: SessionScope, relay: string) => `${api.session(scope)}/relays/${segment(relay)}`,
  role: (scope: SessionScope, role: string) => `${api.session(scope)}/roles/${segment(role)}`,
};

/** A query string from what is defined; "" when nothing is. */
export function query(values: Record<string, string | number | undefined>): string {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined && value !== "");
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}`;
}

/** An address segment, decoded; null if an escape in it is malformed, as in `100%`, or cuts a character in two. */
export function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
