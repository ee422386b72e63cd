/** The folders below which documents lie, in the order they are shown. */
export const DOCUMENT_FOLDERS = [
  ".agent/teams",
  ".kaizen/agents",
  ".microai",
  ".claude/agents",
  ".claude/agent-memory",
  ".claude/agent-memory-local",
  "agents",
] as const;

/** Of these, the ones that a team shares; a checkout keeps them in step with a server. The others belong to the checkout. */
export const SHARED_FOLDERS = [".agent/teams", ".kaizen/agents", ".microai"] as const;

const SESSION = /^\.agent\/teams\/([^/]+)\//;

/** Whether a path is that of a document: Markdown, YAML, JSON or plain text below one of the folders, nothing hidden in them. */
export function isDocumentFile(path: string): boolean {
  const folder = DOCUMENT_FOLDERS.find((each) => path.startsWith(`${each}/`));
  // TEAM-MEMORY.md
  if (folder === undefined || !/\.(?:md|markdown|ya?ml|jsonl?|txt)$/i.test(path)) return false;
  return path
    .slice(folder.length + 1)
    .split("/")
    .every((part) => part !== "" && !part.startsWith("."));
}

/** The session whose folder a document lies in; null for one that is the whole workspace's. */
export function sessionOfFile(path: string): string | null {
  return SESSION.exec(path)?.[1] ?? null;
}
