import { foldRoleId } from "@/lib/core/memory/section-heading";

/**
 * Whether a session of an agent's memory is for the actor to end: it belongs to the role that began it, as two roles may
 * share one memory. What the Lead began is for any role of the agent, and the Lead may end all.
 */
export function isSessionOf(startedBy: string, actor: string): boolean {
  const [owner, other] = [foldRoleId(startedBy), foldRoleId(actor)];
  return owner === other || owner === "Lead" || other === "Lead";
}
