import { existsSync, readdirSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { INSTEAD, refuseFileTool } from "@/lib/hook/decide-tool";
import { documentAt, type Touched } from "@/lib/hook/find-document";
import { shellWrites, type ShellWrite } from "@/lib/hook/shell-writes";
import { listSessions, sessionFolder } from "@/lib/hook/workspace";

/** What a shell command does to the documents of the protocol in a workspace. */
interface Surroundings {
  root: string;
  cwd: string;
  role: string | null;
}

/**
 * Why a shell command may not run, with what to do instead: it plainly writes over, changes in place or takes away a document
 * that several share, whoever's it is. Null for every other command; what a program does by itself is seen afterwards.
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
