/** What is known of one document at the two ends: hashes, null for no file. */
export interface Ends {
  /** What the checkout's file holds now. */
  local: string | null;
  /** What both ends held last; undefined where they never did. */
  synced: string | null | undefined;
  /** What the server holds, as far as it told; undefined where it told of no change. */
  remote: string | null | undefined;
  /** Whether git wrote the local file, or removed it: that says nothing about what its content was made from. */
  byGit: boolean;
  /** The two that somebody has to decide between, where they were found to be in each other's way. */
  held: { local: string | null; remote: string | null } | null;
}

/**
 * What is to be done about it:
 *
 * - `nothing`: both ends are as they were
 * - `note`: both hold the same, which is to be remembered
 * - `pull`: the file gets what the server holds; there is nothing in it that the server does not know
 * - `push`: the server gets what the file holds, as an edit of what both held last
 * - `ask`: the server is shown what the file holds, and says whether it knows that as an earlier text
 * - `hold`: it waits for somebody's decision
 */
export type Step = "nothing" | "note" | "pull" | "push" | "ask" | "hold";

/**
 * Decides what a replica does about one document. Guarantees that a file is overwritten only where it is as both ends held it
 * last or is gone, that what git wrote is never an edit, and that nothing is asked for twice while nothing has changed.
 */
export function decideStep({ local, synced, remote, byGit, held }: Ends): Step {
  const there = remote === undefined ? (synced ?? null) : remote;
  if (local === there) return synced === local ? "nothing" : "note";
  if (local === synced) return "pull";
  if (held !== null && held.local === local && held.remote === there) return "hold";
  // Who removed it did not see what came since; and git only put it aside.
  if (local === null) return byGit || synced !== there ? "pull" : "push";
  return byGit || synced === undefined ? "ask" : "push";
}
