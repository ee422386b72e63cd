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
