import type { Moment } from "@/lib/hook/moment";

/** Longer ones would cost more than the sixty tokens that a start may cost. UTF-16 units. */
const LONGEST = 190;

/** One sentence at a start for an agent that nothing waits for: who it is here, and where the team memory lies. */
export function orientation({ identity, session, root }: Moment, isAnswered: boolean): string {
  const { role } = identity;
  if (role === null) {
    return "Wardroom keeps this project's team memories in .agent/teams/. Your role is not known here: read them; to have something added, leave it with the Lead.";
  }
  if (session === null) {
    return `Wardroom: you are ${role}, and several sessions of this project could be yours. WARDROOM_SESSION names one.`;
  }
  const waits =
    role === "Lead" ? "" : isAnswered ? " No context update waits." : " Its server does not answer; updates wait.";
  const who = `Wardroom: you are ${role} in ${session}.${waits}`;
  const where = ` Team memory: .agent/teams/${session}/TEAM-MEMORY.md`;
  return who.length + where.length <= LONGEST || root === "" ? who + where : who.slice(0, LONGEST);
}
