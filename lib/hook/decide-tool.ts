import { existsSync, statSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { stringOf, type ToolCall } from "@/lib/hook/hook-input";
import { plannedEdits, asSingleEdit, withCrlf, type PlannedEdit } from "@/lib/hook/planned-edits";
import { findSecrets } from "@/lib/core/text/find-secrets";
import { teamOf } from "@/lib/core/knowledge/knowledge-model";
import { listSessions, mainCheckoutOf, readText, realPath } from "@/lib/hook/workspace";
import { AppError } from "@/lib/core/errors";
import { accessOf, DIRECT_TYPES } from "@/lib/core/memory/access";
import { differsOnlyIn } from "@/lib/core/memory/changed-roles";
import { editText } from "@/lib/core/memory/edit-text";
import { findSection } from "@/lib/core/memory/find-section";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { findText } from "@/lib/core/text/find-text";
import { findUnstorable } from "@/lib/core/text/storable";

/** How a role that may not write leaves an item all the same. */
const RELAY =
  "To have an item added, leave it with the Lead: Wardroom's tool `say` keeps it as a relay until the Lead decides, and SendMessage to the Lead does where there is no server.";

/**
 * Why these edits of a team memory may not be made, and what to do instead; null when they may. The Lead may make any, a
 * role with a section of its own those that stay in it, everybody else none. `type` is the agent type given when the role
 * was added, where it is known. Source: team memory §5, access matrix and edit rules.
 */
function refuseMemoryEdit(
  text: string,
  edits: readonly PlannedEdit[],
  who: { role: string | null; type: string | null },
): string | null {
  const { role, type } = who;
  if (role === "Lead") return null;
  if (role === null) {
    return `Which role is editing is not known here, and who is not known reads TEAM-MEMORY.md without changing it. ${RELAY} A subagent has its role by its name or, without one, by a type that a role of the session is of, such as implementer; a session of your own says its role with the environment variable WARDROOM_ROLE.`;
  }
  const { direct } = parseMemory(text).meta;
  if (accessOf(role, { type, direct }) === "relay") {
    const types = (direct ?? DIRECT_TYPES).join(", ");
    return `${role} does not edit TEAM-MEMORY.md itself: only roles of these types do, each in its own section: ${types}. ${RELAY}`;
  }
  return applied(text, edits, role) === null ? explain(text, edits, role) : null;
}

/** The text after edits that leave everything but the role's own section as it is; null where one does not. */
function applied(text: string, edits: readonly PlannedEdit[], role: string): string | null {
  let after = text;
  for (const edit of edits) {
    const { oldString, newString } = asSingleEdit(after, edit);
    const [only, ...others] = findText(after, oldString);
    if (only === undefined || others.length > 0 || findUnstorable(newString) !== null) return null;
    const replacement = after.includes("\r\n") ? withCrlf(newString) : newString;
    after = after.slice(0, only.start) + replacement + after.slice(only.end);
  }
  return differsOnlyIn(parseMemory(text), parseMemory(after), role) ? after : null;
}

/** What is wrong with the first edit that may not be made, in the words every door of Wardroom has for it. */
function explain(text: string, edits: readonly PlannedEdit[], role: string): string | null {
  let document = parseMemory(text);
  for (const edit of edits) {
    const { oldString, newString } = asSingleEdit(document.text, edit);
    if (oldString === newString) continue;
    try {
      document = editText(document, {}, { type: "edit", scope: role, oldString, newString }).document;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const isOpen = findSection(document, role)?.state === "active";
      // Nobody fills in the names of operations for a hook.
      const hint = (error.details.hint ?? "").replaceAll("{role.add}", "`wardroom session add-role <session> <role>`");
      return `${error.message} ${hint}${isOpen ? ` Your section is "## ${role}".` : ""}`;
    }
  }
  return null;
}

/** Which format a document of the protocol has. */
type ProtocolKind = "memory" | "context" | "plan" | "gate-record" | "agent-memory" | "team-state";

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

/** What a refusal says instead of Write, by the kind of document. */
export const INSTEAD: Record<ProtocolKind, string> = {
  memory: "Use Edit within your own section, or Wardroom's tool `say` to add an item.",
  context: "Use Edit for the lines that change; the Lead publishes them as the next version.",
  plan: "Use Edit for the lines that change; Wardroom keeps the versions in its frontmatter.",
  "gate-record": "Use Edit for the lines that change: the comments in a gate record are its evidence.",
  "agent-memory": "Use Edit for the lines that change, or close the agent's session, which writes its log line.",
  "team-state": "Use Edit for the lines that change.",
};

/** What a session's own documents are to a teammate. */
const LEADS_OWN = new Set<ProtocolKind>(["context", "plan", "gate-record"]);

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

/** Why a file tool may not do what it is about to, with what to do instead; null when it may. */
export function refuseFileTool(
  tool: ToolCall,
  { document, place }: Touched,
  who: { role: string | null; type: string | null },
): string | null {
  const { kind, path, root } = document;
  const isThere = existsSync(place) && statSync(place).size > 0;
  if (leadsOut(root, place)) {
    return `${path} is a link that leads out of the workspace, and the team's documents lie inside. Replace the link by a file, or ask the Lead to.`;
  }
  const main = mainCheckoutOf(root);
  if (main !== null && listSessions(main).length > 0) {
    return `${path} is a copy in a git worktree, which nobody else reads. The team's is ${join(main, path)}: edit that one, or use Wardroom's tools, which write there.`;
  }
  const secret = addedSecret(isThere ? (readText(place) ?? "") : "", tool);
  if (secret !== null) {
    return `${path} is read by the whole team, and this would put what looks like a secret (${secret}) into it. Write where the secret is kept instead of what it is.`;
  }
  const isTeammate = who.role !== null && who.role !== "Lead";
  if (!isThere) {
    // What is not there yet can be lost to nobody; a session is begun by its Lead.
    return isTeammate && document.session !== null
      ? `${path} does not exist yet, and the Lead is who makes it. Ask the Lead with SendMessage.`
      : null;
  }
  if (tool.name === "Write") {
    return `${path} is shared, and Write would put one text over everything others wrote there since it was read. ${INSTEAD[kind]}`;
  }
  if (LEADS_OWN.has(kind) && who.role !== "Lead") {
    return `${path} is the Lead's to change. Read it, and tell the Lead with SendMessage what should change, or leave a [Question] or [Conflict] in the team memory.`;
  }
  if (kind !== "memory") return null;
  const text = readText(place);
  if (text === null) {
    return `${path} is not valid UTF-8 or larger than 8 MB, so it is read and not edited. Ask the Lead to convert it.`;
  }
  return refuseMemoryEdit(text, plannedEdits(tool), who);
}

/** What kind of secret a tool is about to put into a text that does not hold it yet; null for none. Half of one may stand there already. */
function addedSecret(text: string, tool: ToolCall): string | null {
  const content = stringOf(tool.input["content"]);
  const added = plannedEdits(tool).map(({ oldString, newString }) => {
    const at = oldString === "" ? -1 : text.indexOf(oldString);
    if (at < 0) return newString;
    const start = text.lastIndexOf("\n", at - 1) + 1;
    const end = text.indexOf("\n", at + oldString.length);
    return text.slice(start, at) + newString + text.slice(at + oldString.length, end < 0 ? text.length : end);
  });
  for (const part of [content, ...added]) {
    const found = findSecrets(part).find(({ start, end }) => !text.includes(part.slice(start, end)));
    if (found !== undefined) return found.kind;
  }
  return null;
}

function leadsOut(root: string, place: string): boolean {
  const inside = relative(realPath(root), realPath(place));
  return inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside);
}
