import type { CallerName } from "@/lib/api/testing/matrix-world.fixture";

/** A caller may do it wherever its credential reaches, to its own role's or agent's things alone, or not at all. */
export type May = "yes" | "own" | "no";

/** What a right is about, for the page of the matrix. */
export const RIGHTS = {
  public: "Asked by anybody, without a credential",
  look: "Looked at: what the workspace, or the session, holds",
  observe: "Looked at: what waits for a role",
  needs: "Looked at: what waits for a person",
  speak: "Said: which role makes a call over a connection that a team shares",
  say: "Added: an item of a role's section; it waits for the Lead where the role, or the connection, may not write itself",
  edit: "Edited: text within a role's section",
  itself:
    "Answered for a role: acknowledgements, lost contexts, edits of its own, what its lines are to others, a full context",
  curate: "Curated in a session: items archived and resolved, memories pruned, relays, repairs and faults decided",
  lead: "Decided for a session: contexts, gates, roles, tokens, settings, its end",
  agent: "Changed: an agent's memory, its sessions, the files beside its memory",
  mark: "Marked: what a reader was shown of its inbox",
  teammate: "Taken part in: sessions of a knowledge team",
  curateAll: "Curated for the workspace: knowledge edited, shared and brought back",
  workspace:
    "Decided for the workspace: new sessions, what a checkout elsewhere pushes, an agent's memory deleted or brought back, trash, storage, unfinished changes, what is done about overwritten files, problems of the history",
  restore: "Unarchived: a deleted session",
  watch: "Looked at: what the server has counted; said: how one's own checkout stands",
  owner: "Decided by an owner: people, viewers, signed-in browsers, the redaction of secrets",
  operator: "Decided by the owner of the server: backups",
} as const;
export type Right = keyof typeof RIGHTS;

/** Callers with a credential that counts. */
export type Known = Exclude<CallerName, "revoked token" | "no credential">;

const KNOWN = [
  ...(["owner", "owner as implementer-1", "owner as tester-1", "Lead's token"] as const),
  ...(["implementer-1", "tester-1", "ada-1", "team's token", "viewer"] as const),
  ...(["person: owner", "person: lead", "person: curator", "person: viewer"] as const),
] as const satisfies readonly Known[];

/** Who has each right, told apart from what the program decides: the test compares the two. */
export const EXPECTED: Readonly<Record<Right, Readonly<Record<Known, May>>>> = {
  public: row("yes yes yes yes yes yes yes yes yes yes yes yes yes"),
  look: row("yes yes yes yes yes yes yes yes yes yes yes yes yes"),
  observe: row("yes own own yes own own own yes yes yes yes yes yes"),
  needs: row("yes no no yes no no no yes yes yes yes yes yes"),
  speak: row("yes own own yes own own own yes no yes yes no no"),
  say: row("yes own own yes own own own yes no yes yes no no"),
  edit: row("yes own no yes own no no no no yes yes no no"),
  itself: row("yes own own yes own own own no no yes yes no no"),
  curate: row("yes no no yes no no no no no yes yes yes no"),
  lead: row("yes no no yes no no no no no yes yes no no"),
  agent: row("yes own own no own own own no no yes yes no no"),
  mark: row("yes yes yes yes yes yes yes no no yes yes yes no"),
  teammate: row("yes yes yes yes yes yes yes no no yes yes no no"),
  curateAll: row("yes no no no no no no no no yes yes yes no"),
  workspace: row("yes no no no no no no no no yes yes no no"),
  restore: row("yes no no no no no no no no yes yes no no"),
  watch: row("yes no no no no no no no yes yes yes yes yes"),
  owner: row("yes no no no no no no no no yes no no no"),
  operator: row("yes no no no no no no no no no no no no"),
};

function row(said: string): Record<Known, May> {
  const words = said.split(" ") as May[];
  return Object.fromEntries(KNOWN.map((name, index) => [name, words[index]])) as Record<Known, May>;
}
