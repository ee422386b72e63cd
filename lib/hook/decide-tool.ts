import { stringOf } from "@/lib/core/text/parse-json";
import { disarm } from "@/lib/core/text/frame";
import { shortRefusal } from "@/lib/core/text/short-answer";
import { existsSync, readdirSync, statSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { documentAt, type ProtocolKind, type Touched } from "@/lib/hook/find-document";
import type { ToolCall } from "@/lib/hook/hook-input";
import { asSingleEdit, type PlannedEdit, plannedEdits, withCrlf } from "@/lib/hook/planned-edits";
import { findSecrets } from "@/lib/core/text/find-secrets";
import { listSessions, mainCheckoutOf, readText, realPath, sessionFolder } from "@/lib/hook/workspace";
import { AppError } from "@/lib/core/errors";
import { accessOf, DIRECT_TYPES } from "@/lib/core/memory/access";
import { differsOnlyIn } from "@/lib/core/memory/changed-roles";
import { editText } from "@/lib/core/memory/edit-text";
import { findSection } from "@/lib/core/memory/find-section";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { findText } from "@/lib/core/text/find-text";
import { findUnstorable } from "@/lib/core/text/visible";
import { type ShellWrite, shellWrites } from "@/lib/hook/shell-writes";

/** How a role that may not write leaves an item all the same. */
const RELAY = "Leave the item with the Lead: the tool `say`, or SendMessage without a server.";

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
    return "Which role is editing is not known. Name it: a subagent by its name or type, a session by WARDROOM_ROLE. Or give the item to the Lead with SendMessage.";
  }
  const { direct } = parseMemory(text).meta;
  if (accessOf(role, { type, direct }) === "relay") {
    const types = (direct ?? DIRECT_TYPES).join(", ");
    return `${role} does not edit TEAM-MEMORY.md: only types ${types} do. ${RELAY}`;
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
      const { shown } = shortRefusal({ ...error.details, code: error.code, detail: error.message });
      const own = isOpen ? ` Your section is "## ${role}".` : "";
      return [`${error.message} ${hint}${own}`, ...shown.map(disarm)].join("\n");
    }
  }
  return null;
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
    return `${path} is read by the whole team, and this looks like a secret (${secret}). Write where the secret is kept instead.`;
  }
  const isTeammate = who.role !== null && who.role !== "Lead";
  if (!isThere) {
    // What is not there yet can be lost to nobody; a session is begun by its Lead.
    return isTeammate && document.session !== null
      ? `${path} does not exist yet, and the Lead is who makes it. Ask the Lead with SendMessage.`
      : null;
  }
  if (tool.name === "Write") {
    return `${path} is shared: Write would put one text over everything others wrote. ${INSTEAD[kind]}`;
  }
  if (LEADS_OWN.has(kind) && who.role !== "Lead") {
    return `${path} is the Lead's to change. Tell the Lead with SendMessage what should, or leave a [Question] or [Conflict] in the memory.`;
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

/** What a shell command does to the documents of the protocol in a workspace. */
interface Surroundings {
  root: string;
  cwd: string;
  role: string | null;
}

/**
 * Why a shell command may not run, with what to do instead: it plainly writes over, changes in place or takes away a document
 * that several share, whoever owns it. Null for every other command; what a program does by itself is seen afterwards.
 */
export function refuseShell(command: string, at: Surroundings): string | null {
  // Most commands name none of them, and cost no more than this look.
  if (!speaksOfDocuments(command) && !speaksOfDocuments(at.cwd)) return null;
  for (const write of shellWrites(command)) {
    for (const touched of documentsOf(write, at)) {
      const refusal = refuse(touched, write.by, at.role);
      if (refusal !== null) return refusal;
    }
    const folder = takenFolder(write, at);
    if (folder !== null) {
      return `${folder} holds the team's documents, and \`${write.by}\` would take them from everybody. Leave it, and tell the Lead with SendMessage what should go.`;
    }
  }
  return null;
}

/** Whether a text names a document of the protocol, or a folder that holds some. */
export function speaksOfDocuments(text: string): boolean {
  return /team-memory|global-context|orchestration-plan|gate-record|\.agent\b|\.kaizen\b|\.microai\b/i.test(text);
}

function refuse(touched: Touched, by: string, role: string | null): string | null {
  const { path, kind } = touched.document;
  const refusal = refuseFileTool({ name: "Write", input: {} }, touched, { role, type: null });
  if (refusal === null || !existsSync(touched.place)) return refusal;
  return `${path} is shared, and a shell's \`${by}\` would go past its rules and past what others write meanwhile. ${INSTEAD[kind]}`;
}

function documentsOf({ path, folder }: ShellWrite, { root, cwd }: Surroundings): Touched[] {
  const from = resolve(cwd || "/", folder);
  const paths = /[*?[]/.test(path) ? matching(resolve(from, path), root) : [path];
  return paths.flatMap((each) => documentAt(each, from, process.platform) ?? []);
}

/** The files of the sessions that a path with wildcards means. */
function matching(pattern: string, root: string): string[] {
  const escaped = pattern.split("/").map((part) =>
    part
      .replace(/[.+^${}()|\\]/g, String.raw`\$&`)
      .replace(/\*+/g, "[^/]*")
      .replace(/\?/g, "[^/]"),
  );
  let wanted: RegExp;
  try {
    wanted = new RegExp(`^${escaped.join("/")}$`);
  } catch {
    // "[" without an end.
    return [];
  }
  return filesOfSessions(root).filter((file) => wanted.test(file.split(sep).join("/")));
}

function filesOfSessions(root: string): string[] {
  return listSessions(root).flatMap((session) => {
    try {
      return readdirSync(sessionFolder(root, session)).map((name) => join(sessionFolder(root, session), name));
    } catch {
      return [];
    }
  });
}

/** The folder with documents that a teammate's `rm` or `mv` takes away, for showing. */
function takenFolder({ path, folder, by }: ShellWrite, { root, cwd, role }: Surroundings): string | null {
  if (role === null || role === "Lead" || !/^(?:rm|mv)$/.test(by)) return null;
  const place = resolve(cwd || "/", folder, path);
  const holds = listSessions(root).some((session) => {
    const inside = relative(place, sessionFolder(root, session));
    return inside === "" || !inside.startsWith("..");
  });
  return holds ? relative(root, place) || "This folder" : null;
}
