import type { TakenInbox } from "@/lib/contracts/runs";
import type { Ledger } from "@/lib/hook/ledger";
import type { Moment } from "@/lib/hook/moment";
import { readText, sessionsOfRole, TREE } from "@/lib/hook/workspace";
import { realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { replicaFolder } from "@/lib/core/places/own-folder";
import { sha256 } from "@/lib/hook/attribute";
import { isAlive } from "@/lib/hook/server";

/** Longer ones would cost more than the sixty tokens that a start may cost. UTF-16 units. */
const LONGEST = 190;
/** To whom the ledger owes what the Lead of a team is to hear. */
const LEAD = "Lead";

/**
 * One sentence at a start for an agent that is told nothing new: who it is here, whether it owes an answer to what it was
 * told before, and where the team memory lies. `taken` is null where that was not learnt.
 */
export function orientation(moment: Moment, taken: TakenInbox | null): string {
  const { identity, session, root } = moment;
  const role = taken?.reader ?? identity.role;
  if (role === null) {
    return "Wardroom keeps this project's team memories in .agent/teams/. Your role is not known here: read them; to have something added, leave it with the Lead.";
  }
  if (session === null) {
    if (role !== "Lead" && sessionsOfRole(root, role).length === 0) {
      return `Wardroom: no session of this project has a role ${role}. Read the team memories in .agent/teams/; the Lead adds the role, or starts you as one that is there.`;
    }
    return `Wardroom: you are ${role}, and several sessions of this project could be yours. WARDROOM_SESSION names one.`;
  }
  const who = `Wardroom: you are ${role} in ${session}.${role === "Lead" ? "" : standing(moment, taken)}`;
  if (typeof taken?.beside === "string") return besideSeat(role, taken.beside);
  const where = ` Team memory: .agent/teams/${session}/TEAM-MEMORY.md`;
  return who.length + where.length <= LONGEST || root === "" ? who + where : who.slice(0, LONGEST);
}

/**
 * What an agent is told before anything else: what it has done wrong, and what is owed to it or, as the Lead, to the Lead. "" for nothing.
 */
export function openingWords({ identity, ledger }: Moment, seen = ""): string {
  const owed = ledger.takeOwed(identity.role === "Lead" ? LEAD : identity.instance);
  return [...(seen === "" ? [] : [seen]), ...owed].join("\n");
}

/** Keeps a sentence for the Lead of the team until its next event. */
export function oweLead(ledger: Ledger, sentence: string): void {
  ledger.owe(sentence, LEAD);
}

/** What an agent is told whose name is nearly that of a seat. */
function besideSeat(role: string, name: string): string {
  return `Wardroom: there is no seat ${name}. You read as ${role}, and what you write waits for the Lead, who was asked whether you are a run of it.`;
}

/** What a subagent is told for whose type no role is left; its Lead hears of it with its next event. */
export function withoutSeat({ input, seat, ledger }: Moment): string {
  const taken = seat.taken.join(", ");
  oweLead(
    ledger,
    `Wardroom: a subagent of type ${input.agentType} has no role: ${taken} ${seat.taken.length === 1 ? "is" : "are"} at work. Add a role before you start another one.`,
  );
  return `Wardroom: every role of your type (${taken}) is somebody else's. Read the team memory, change nothing in it, and put what you find into your answer to the Lead.`;
}

function standing({ server, root, data }: Moment, taken: TakenInbox | null): string {
  const copy = server === null ? sayCopyAge(root, data, Date.now()) : null;
  if (copy !== null) return ` ${copy}`;
  if (server === null) return " No server runs; updates wait.";
  if (taken === null) return server.isSilent() ? " Its server does not answer; updates wait." : "";
  return taken.unconfirmed !== null ? " A context update is not acknowledged yet." : " No context update waits.";
}

/** A replica hears of its server at least twice within this time. Milliseconds. */
const FRESH = 120_000;
const MINUTE = 60_000;

/**
 * How the files of a checkout stand that a replica keeps in step, as one sentence; null where none does. They are read here and never
 * fetched, so whoever works from them has to know how old they are. In step they are called only while a replica runs that heard of its
 * server a moment ago and met no trouble since, and no file waits for somebody. All of that lies in the data folder: no file of the checkout has a
 * say in it.
 */
export function sayCopyAge(root: string, data: string | null, now: number): string | null {
  const folder = data === null ? null : folderOf(root, data);
  if (folder === null) return null;
  const standing = standingOf(readText(join(folder, "standing.json")));
  if (standing === null) return null;
  const age = now - standing.heardAt;
  const old = `These files are a copy, ${inWords(age)} old:`;
  if (!isRunning(readText(join(folder, "lock")))) return `${old} no replica runs.`;
  if (standing.isInTrouble) return `${old} its replica cannot keep them in step, see: wardroom replica status.`;
  if (age >= FRESH) return `${old} its replica hears nothing of the server.`;
  // A file waits for somebody: both ends changed it, or it could not be taken over.
  if (TREE.list(join(folder, "conflicts")).some((name) => name.endsWith(".json")))
    return "These files are a copy, not all in step with their server, see: wardroom replica status.";
  return "These files are a copy, in step with their server.";
}

/** Where the replica of this very folder remembers how it stands; null where there is no such folder. */
function folderOf(root: string, data: string): string | null {
  try {
    const real = realpathSync(root);
    const { dev, ino } = statSync(real, { bigint: true });
    return replicaFolder(data, { root: real, identity: `${dev}:${ino}` }, sha256);
  } catch {
    return null;
  }
}

/** Example: less than a minute, 30 minutes, 24 hours. */
function inWords(age: number): string {
  const minutes = Math.round(age / MINUTE);
  if (minutes < 1) return "less than a minute";
  if (minutes < 120) return minutes === 1 ? "1 minute" : `${minutes} minutes`;
  return `${Math.round(minutes / 60)} hours`;
}

/** When the server was heard of last, in milliseconds since 1970, and whether something went wrong since. */
function standingOf(text: string | null): { heardAt: number; isInTrouble: boolean } | null {
  try {
    const { heardAt, said } = JSON.parse(text ?? "") as { heardAt?: unknown; said?: unknown };
    const time = typeof heardAt === "string" ? Date.parse(heardAt) : NaN;
    return Number.isNaN(time) ? null : { heardAt: time, isInTrouble: typeof said === "string" };
  } catch {
    return null;
  }
}

/** Whether the process that a lock names is there. */
function isRunning(lock: string | null): boolean {
  const pid = Number(lock ?? "");
  return Number.isInteger(pid) && pid > 0 && isAlive(pid);
}
