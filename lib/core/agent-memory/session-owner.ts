import { foldRoleId } from "@/lib/core/memory/section-heading";

/** A role, and the key of its team session where that is known. */
interface SessionOwner {
  role: string;
  sessionKey: number | null;
}

/**
 * Whether a session of an agent's memory is for the actor to end: it belongs to the role that began it, of the team session it
 * did so in, as two roles may share one memory and two team sessions may have a role of one name. What the Lead began is for
 * any role of the agent, and the Lead may end all.
 */
export function isSessionOf(owner: SessionOwner, actor: SessionOwner): boolean {
  const [begun, acting] = [foldRoleId(owner.role), foldRoleId(actor.role)];
  if (begun === "Lead" || acting === "Lead") return true;
  return begun === acting && !isElsewhere(owner.sessionKey, actor.sessionKey);
}

function isElsewhere(one: number | null, other: number | null): boolean {
  return one !== null && other !== null && one !== other;
}
