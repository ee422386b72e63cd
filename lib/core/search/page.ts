import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { versionOf } from "@/lib/core/context/version-number";
import {
  indexPath,
  knowledgeFolder,
  OLDER_REGISTRY_PATH,
  REGISTRY_PATH,
  teamName,
  teamOf,
} from "@/lib/core/knowledge/knowledge-model";
import { blankFrontMatter } from "@/lib/core/markdown/front-matter";
import { contextPath, memoryPath, sessionOfPath } from "@/lib/core/memory/session-paths";
import {
  entriesOfBullets,
  entriesOfIndex,
  entriesOfRegistry,
  entriesOfText,
  inNfc,
  LONGEST_SEARCHED,
} from "@/lib/core/search/entries-of";
import type { SearchKind, UndatedEntry } from "@/lib/core/search/search-entry";

/** Folders of memory beside the sessions'. */
export const AGENTS_FOLDER = ".kaizen/agents";
export const KNOWLEDGE_FOLDER = ".microai";

const AGENT_MEMORY = /^\.kaizen\/agents\/(?<agent>[^/]+(?:\/[^/]+)?)\/memory\.md$/; // .kaizen/agents/tester/memory.md

/** What the content of a document counts as in a search, and whose it is; null for one that is not searched. */
export function pageOf(path: string): { kind: SearchKind; session: string } | null {
  const session = sessionOfPath(path);
  if (session !== null) {
    if (path === memoryPath(session)) return { kind: "item", session };
    return path === contextPath(session) ? { kind: "context", session } : null;
  }
  if (path.startsWith(`${AGENTS_FOLDER}/`)) return AGENT_MEMORY.test(path) ? { kind: "agent", session: "" } : null;
  if (!path.startsWith(`${KNOWLEDGE_FOLDER}/`) || !/\.(md|ya?ml|json)$/.test(path)) return null; // owasp-top-10.md
  const team = teamOf(path);
  const isKnowledge = team === undefined || path.startsWith(`${knowledgeFolder(team)}/`);
  return { kind: isKnowledge || path === indexPath(team) ? "knowledge" : "team", session: "" };
}

const segment = encodeURIComponent;

/** Every entry of a document that is no team memory. */
export function entriesOfFile(path: string, text: string): UndatedEntry[] {
  const { kind = "knowledge", session = "" } = pageOf(path) ?? {};
  // A document as it lies on the disk, at the line that is found.
  const place = `/files?path=${segment(path)}&line=`;
  if (kind === "context") {
    const facts = { path, kind, name: session, session, state: "active", place } as const;
    return entriesOfBullets(blankFrontMatter(text), facts);
  }
  const agent = AGENT_MEMORY.exec(path)?.groups?.agent;
  if (agent !== undefined) {
    const own = `/agents/${segment(agent)}?view=file&line=`;
    return entriesOfBullets(blankFrontMatter(text), { path, kind: "agent", name: agent, role: agent, place: own });
  }
  const team = teamOf(path);
  if (path === REGISTRY_PATH || path === OLDER_REGISTRY_PATH) return entriesOfRegistry(text, path, place);
  if (team !== undefined && path === indexPath(team)) return entriesOfIndex(text, team, place);
  const name = team === undefined ? fileName(path) : `${teamName(team)} › ${fileName(path)}`;
  const role = team ?? null;
  if (path.endsWith(".md")) return entriesOfText(blankFrontMatter(text), { path, kind, name, role, place });
  const whole = inNfc(text.slice(0, LONGEST_SEARCHED));
  return [
    { key: "", kind, title: name, text: whole, path, line: 1, session: null, role, tag: null, state: null, place },
  ];
}

/** The sections of an earlier version of a session's context. */
export function entriesOfVersion(session: string, number: number, text: string): UndatedEntry[] {
  const version = versionOf(number);
  return entriesOfText(blankFrontMatter(text), {
    path: contextPath(session),
    kind: "context",
    name: `${session} ${version}`,
    session,
    state: "replaced",
    place: `/sessions/${segment(session)}/context?to=${number}&view=text&line=`,
    version,
  });
}

/** The key of an entry as the index holds it: short, and without what a database refuses. */
export function shortKey(key: string): string {
  return key.length <= 60 && !/\p{Cc}/u.test(key) ? key : bytesToHex(sha256(utf8ToBytes(key))).slice(0, 24);
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/, ""); // owasp-top-10.md
}
