import type { Waiting } from "@/lib/hook/deliver";
import type { Moment } from "@/lib/hook/moment";

/** Longer ones would cost more than the sixty tokens that a start may cost. UTF-16 units. */
const LONGEST = 190;

/**
 * One sentence at a start for an agent that is told nothing new: who it is here, whether it owes an answer to what it was
 * told before, and where the team memory lies. `waiting` is null where no server answered.
 */
export function orientation({ identity, session, root }: Moment, waiting: Waiting | null): string {
  const { role } = identity;
  if (role === null) {
    return "Wardroom keeps this project's team memories in .agent/teams/. Your role is not known here: read them; to have something added, leave it with the Lead.";
  }
  if (session === null) {
    return `Wardroom: you are ${role}, and several sessions of this project could be yours. WARDROOM_SESSION names one.`;
  }
  const who = `Wardroom: you are ${role} in ${session}.${role === "Lead" ? "" : standing(waiting)}`;
  const where = ` Team memory: .agent/teams/${session}/TEAM-MEMORY.md`;
  return who.length + where.length <= LONGEST || root === "" ? who + where : who.slice(0, LONGEST);
}

function standing(waiting: Waiting | null): string {
  if (waiting === null) return " Its server does not answer; updates wait.";
  return waiting.unanswered.length > 0 ? " A context update is not acknowledged yet." : " No context update waits.";
}
