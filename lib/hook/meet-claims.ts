import { recordOf, stringOf } from "@/lib/core/text/parse-json";
import type { FiledClaim } from "@/lib/core/places/claims-file";
import { singleSpaces } from "@/lib/core/text/fold-name";
import { claimsAt } from "@/lib/hook/claims-at";
import { type HookInput, runOf } from "@/lib/hook/hook-input";
import { type Moment, readMoment } from "@/lib/hook/moment";
import type { Surroundings } from "@/lib/hook/surroundings";

/** So much of the words of a claim is told. */
const SHOWN = 160;

/** What an agent is told before an edit where another has claimed, and whether the edit may not be made. */
interface Met {
  isDenied: boolean;
  text: string;
  moment: Moment;
}

/**
 * What is said of an edit in a place that another run holds: once for each place and run, and each time where the Lead keeps others out
 * of it, unless its holder is silent. The server says what still holds; where it does not answer, the file is believed. Null for nothing.
 */
export async function meetClaims(input: HookInput, surroundings: Surroundings): Promise<Met | null> {
  const claims = claimsAt(input, surroundings);
  const moment = claims[0] && (await readMoment(input, surroundings, claims[0].folder));
  if (!moment) return null;
  const { identity, speaker, ledger } = moment;
  const ofSession = ({ session }: FiledClaim) => moment.session === null || session === moment.session;
  // A helper without a role of its own works for the conversation that began it.
  const starter = identity.role === null ? runOf(input, input.sessionId, surroundings.client) : null;
  const isOwn = (claim: FiledClaim) =>
    (starter !== null && claim.run === starter) ||
    (claim.role === identity.role &&
      ofSession(claim) &&
      (claim.run === null || speaker.run === null || claim.run === speaker.run));
  const isTold = ({ session, role, places }: FiledClaim) =>
    ledger.read("claimed", session, role, places.join("\n"), identity.instance) !== null;
  const others = claims.filter((claim) => !isOwn(claim) && (claim.denies || !isTold(claim)));
  const silent = others.length === 0 ? null : await readSilence(moment, others);
  const standing = others.filter(({ id }) => silent?.has(id) !== false);
  const denying = standing.find(({ id, denies }) => denies && (silent?.get(id) ?? null) === null);
  if (denying !== undefined) return { isDenied: true, text: `Not edited: ${say(denying, null)}${INSTEAD}`, moment };
  const told = standing.filter(({ session, role, places }) =>
    ledger.take("", "claimed", session, role, places.join("\n"), identity.instance),
  );
  if (told.length === 0) return null;
  const text = told.map((claim) => say(claim, silent?.get(claim.id) ?? null)).join(" ");
  return {
    isDenied: false,
    text: `${text} Before you go on there, ask: wardroom nudge ${told[0]?.role ?? ""} "…"`,
    moment,
  };
}

const INSTEAD = " The Lead reserves claimed places. Work elsewhere, or ask them.";

function say({ role, what, at, until }: FiledClaim, silentSince: string | null): string {
  const words = singleSpaces(what).slice(0, SHOWN);
  const silence = silentSince === null ? "" : `, and gave no sign since ${silentSince.slice(11, 16)}`;
  return `${role} has claimed "${words}" since ${clockOf(at)}, until ${clockOf(until)} UTC${silence}.`;
}

function clockOf(time: number): string {
  return new Date(time).toISOString().slice(11, 16);
}

/** Of the claims that still hold, by id, since when who made them is silent, or null; null where no server says. */
async function readSilence(
  { server, speaker }: Moment,
  claims: readonly FiledClaim[],
): Promise<Map<string, string | null> | null> {
  const found = new Map<string, string | null>();
  for (const session of new Set(claims.map((claim) => claim.session))) {
    const answer = await server?.call("GET", `sessions/${encodeURIComponent(session)}/team`, speaker);
    const { roles } = answer?.body ?? {};
    if (answer?.status !== 200 || !Array.isArray(roles)) return null;
    const held = (roles as unknown[]).flatMap((role) => recordOf(role)["claims"] as unknown[]).map(recordOf);
    for (const { id, silentSince } of held) found.set(stringOf(id), stringOf(silentSince) || null);
  }
  return found;
}
