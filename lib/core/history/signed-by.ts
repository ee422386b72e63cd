import type { Certainty } from "@/lib/core/history/blame";
import type { ACTIONS } from "@/lib/core/history/actions";

/** The name by which whoever did something is shown: the person who signed it, else the role or the door it came in by. */
export function doerOf({ actor, person }: { actor: string; person?: { name: string } | undefined }): string {
  return person?.name ?? actor;
}

/** The person that an event's payload or a revision's detail names as the one who did it; undefined for none. */
export function signedBy({ person }: Record<string, unknown>): { id: string; name: string } | undefined {
  if (typeof person !== "object" || person === null) return undefined;
  const { id, name } = person as Record<string, unknown>;
  return typeof id === "string" && typeof name === "string" ? { id, name } : undefined;
}

/** The same, with the conversation in which it was done, by its client's id. */
export function signatureIn(kept: Record<string, unknown>): { person?: { id: string; name: string }; run?: string } {
  const person = signedBy(kept);
  const { run } = kept;
  return { ...(person !== undefined && { person }), ...(typeof run === "string" && { run }) };
}

/** A run by its client and the part of its id that people compare: "claude 7f0c8d9e", of an agent within it "claude 7f0c8d9e/cdef". */
export function nameRun(id: string): string {
  const end = id.indexOf(":");
  const [conversation = "", agent] = id.slice(end + 1).split("/");
  const inside = agent === undefined ? "" : `/${agent.slice(-4)}`;
  return `${id.slice(0, end)} ${conversation.slice(0, 8)}${inside}`;
}

/** Whoever did something, and in which conversation where that is known: "implementer-1 · claude 7f0c8d9e". */
export function sayDoer({
  run,
  ...who
}: {
  actor: string;
  person?: { name: string } | undefined;
  run?: string | undefined;
}): string {
  return run === undefined ? doerOf(who) : `${doerOf(who)} · ${nameRun(run)}`;
}

/** Who changed a line, as far as the history can tell. An edit outside has no name, nor what was there before the first reading. */
export function sayWriter({
  certainty,
  operation,
  ...who
}: {
  actor: string;
  /** The person with a name who acted for it. */
  person?: { name: string } | undefined;
  run?: string | undefined;
  certainty: Certainty;
  operation: string;
}): string {
  if (certainty === "unknown") return operation === "found" ? "before Wardroom" : "unknown (on disk)";
  return certainty === "probably" ? `probably ${who.actor}` : sayDoer(who);
}

interface Made {
  revision: number;
  at: string;
  actor: string;
  actorKind: "person" | "agent" | "disk";
  operation: string;
}

/** One step of an item's life. `said` is what it said before; null where it was written then, and where its words stayed. */
export type LifeStep<Change extends Made> = Omit<Change, "said" | "certainty"> & {
  certainty: Certainty;
  said: string | null;
};

/** Everything that happened to an item, oldest first: the changes of its words, and the revisions that changed none. */
export function lifeSteps<Change extends Made & { certainty: Certainty; said: string | null }>(life: {
  changes: readonly Change[];
  revisions: readonly Omit<Change, "said" | "certainty">[];
}): LifeStep<Change>[] {
  const told = new Set(life.changes.map(({ revision }) => revision));
  const others = life.revisions
    .filter(({ revision }) => !told.has(revision))
    .map((each): LifeStep<Change> => ({
      ...each,
      certainty: each.actorKind === "disk" ? "unknown" : "certain",
      said: null,
    }));
  return [...life.changes, ...others].sort((a, b) => a.revision - b.revision);
}

/** What is decided about a person. The payload of such an event begins with the person's id. */
export const ABOUT_PEOPLE = [
  "person.added",
  "person.changed",
  "person.invited",
  "person.linked",
  "person.unlinked",
  "person.ended",
] as const satisfies readonly (typeof ACTIONS)[number][];

/**
 * How the stored payload of a person's events looks: of what they did, under whatever name they had then, a part that only who signs
 * can put there; of what was decided about them, its beginning. In a text of somebody else each quote would have a backslash before it.
 */
export function marksOfPerson(id: string): { signed: string; decided: string } {
  return { signed: `"person":{"id":${JSON.stringify(id)},`, decided: `{"id":${JSON.stringify(id)}` };
}
