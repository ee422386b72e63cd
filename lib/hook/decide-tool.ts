import { existsSync, statSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { refuseMemoryEdit } from "@/lib/hook/decide-edit";
import { stringOf, type ToolCall } from "@/lib/hook/hook-input";
import { plannedEdits } from "@/lib/hook/planned-edits";
import { protocolDocument, type ProtocolDocument, type ProtocolKind } from "@/lib/hook/protocol-document";
import { listSessions, readText, realPath } from "@/lib/hook/workspace";

/** What a refusal says instead of Write, by the kind of document. */
const INSTEAD: Record<ProtocolKind, string> = {
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
  const named = stringOf(tool.input["file_path"]);
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

function leadsOut(root: string, place: string): boolean {
  const inside = relative(realPath(root), realPath(place));
  return inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside);
}
