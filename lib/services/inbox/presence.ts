import { isLead } from "@/lib/core/access/decide-access";
import { readerOfRun } from "@/lib/core/context/run";
import { wasJustSeen } from "@/lib/core/inbox/by-time";
import type {
  Claimed,
  ClaimsTaken,
  MakeClaim,
  Nudge,
  Presence,
  SendNudge,
  SetState,
  StateLine,
  TakeClaims,
  Wait,
} from "@/lib/contracts/presence";
import type { ReportResult, Result } from "@/lib/contracts/results";
import type { Done } from "@/lib/contracts/primitives";
import { currentNumber } from "@/lib/services/context/context-state";
import type { Deed } from "@/lib/core/access/deeds";
import { dueAt, versionsBehind } from "@/lib/core/context/standing";
import { versionNumber, versionOf, versionOrNull } from "@/lib/core/context/version-number";
import { AppError } from "@/lib/core/errors";
import { foldRoleId } from "@/lib/core/memory/section-heading";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { findLatestVersion } from "@/lib/db/context";
import { listClaims, listNudgesSent, listStateLines, type ClaimRow, type NudgeRow } from "@/lib/db/presence";
import { listRoles, type SessionRow } from "@/lib/db/sessions";
import { lastSigns } from "@/lib/services/inbox/last-signs";
import type { Draft } from "@/lib/services/commit/act";
import { assertTeammate } from "@/lib/services/context/deliver";
import { lastUpdate, readStandings, type Teammate } from "@/lib/services/context/read-standings";
import {
  actorOf,
  allow,
  aloneBy,
  type Caller,
  type ChangeRequest,
  PLAIN_REQUEST,
  runOf,
  by,
} from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import type { z } from "zod";
import { isOpenItem } from "@/lib/core/memory/tags";
import { identifyItems } from "@/lib/core/memory/identity";
import { listUnanswered, type PlacedQuestion } from "@/lib/db/questions";
import { listPendingRelays } from "@/lib/db/relays";
import { memoryOf } from "@/lib/services/commit/document-states";
import { type OwedAnswer, readOwedAnswers } from "@/lib/services/context/owed-answers";

/**
 * What teammates tell each other that is no memory: how far they are, what they work on, and a word to one of them. None of it
 * lies in a file of the protocol. Source: inbox, rules 8 to 10.
 */
export function presenceService(context: ServiceContext) {
  const { committer, database, sessions } = context;

  /** One act of a teammate that changes no file; of the role that it names as its own, where it names one. */
  async function act<R>(
    caller: Caller,
    params: SessionParams,
    { idempotency }: ChangeRequest,
    decide: (draft: Draft, session: SessionRow) => R | Promise<R>,
    own?: { role: string; deed: Deed },
  ): Promise<R> {
    allow(caller, "tell teammates how far it is", { workspace: params.workspace });
    const session = await sessions.get(caller, params);
    await assertPresent(session, own?.role ?? actorOf(caller));
    if (own !== undefined) allow(caller, own.deed, { role: own.role });
    return committer.submit({
      ...by(caller, params.workspace, { idempotency }),
      decide: async (draft) => decide(draft, session),
    });
  }

  async function assertPresent(session: SessionRow, role: string): Promise<void> {
    if (role === "Lead") return;
    const memory = await committer.readable(session.workspaceId, memoryPath(session.id));
    assertTeammate(memory, await listRoles(database.queries, session.key), role);
  }

  return {
    /** Puts the caller's state line in the place of the one before. Throws `forbidden` where another role is named. */
    state(
      caller: Caller,
      params: SessionParams,
      { text, role: named }: SetState,
      request = PLAIN_REQUEST,
    ): Promise<StateLine> {
      const role = foldRoleId(named ?? actorOf(caller));
      const set = (draft: Draft, session: SessionRow) => {
        draft.effect({ type: "put-state-line", sessionKey: session.key, role, text });
        draft.event("state.set", role, session, { text });
        return { text, at: draft.now.toISOString() };
      };
      return act(caller, params, request, set, { role, deed: "say how far another role is" });
    },

    /** Says what the caller works on, for so many minutes; answers what others have claimed. Throws as `state` does. */
    async claim(
      caller: Caller,
      params: SessionParams,
      { what, minutes, role: named }: MakeClaim,
      request = PLAIN_REQUEST,
    ): Promise<Claimed> {
      const role = foldRoleId(named ?? actorOf(caller));
      const make = async (draft: Draft, session: SessionRow) => {
        const until = new Date(draft.now.getTime() + minutes * 60_000).toISOString();
        const made = { id: context.newId(), role, what, until };
        const run = actorOf(caller) === role ? runOf(caller) : null;
        draft.effect({ type: "make-claim", claim: { ...made, run, sessionKey: session.key } });
        draft.event("claim.made", role, session, { claim: made.id, what, until });
        const others = (await listClaims(draft.queries, session.key, draft.now)).filter((other) => other.role !== role);
        const signs =
          others.length === 0
            ? new Map<string, null>()
            : await lastSigns(context, session, [...new Set(others.map((other) => other.role))]);
        return {
          claim: { ...made, at: draft.now.toISOString(), silentSince: null },
          others: others.map((other) => presentClaim(other, silentSince(other, { signs, session }, draft.now))),
        };
      };
      return act(caller, params, request, make, { role, deed: "claim something for another role" });
    },

    /** Ends a claim of the caller before its time; the Lead may end any. */
    async endClaim(
      caller: Caller,
      params: SessionParams & { claim: string },
      request = PLAIN_REQUEST,
    ): Promise<z.infer<typeof Done>> {
      const before = await committer.findAnswer(request.idempotency);
      if (before !== null) return before.answer as z.infer<typeof Done>;
      const session = await sessions.get(caller, params);
      const claims = await listClaims(database.queries, session.key, context.clock());
      const claim = claims.find(({ id }) => id === params.claim);
      if (claim === undefined) throw noClaim(params.claim);
      allow(caller, "end the claim of another role", { role: claim.role });
      return act(caller, params, request, (draft) => {
        draft.effect({ type: "end-claim", id: claim.id });
        draft.event("claim.ended", claim.role, session, { claim: claim.id, what: claim.what });
        return { done: true as const };
      });
    },

    /**
     * Gives the claims of a role's silent runs to another: the Lead may, and the role that takes them; where none is silent the Lead
     * gives all. Who had them is told first when it looks again. Throws `conflict` where it has none, or was seen a moment ago.
     */
    async takeClaims(
      caller: Caller,
      params: SessionParams,
      body: TakeClaims,
      request = PLAIN_REQUEST,
    ): Promise<ClaimsTaken> {
      const [from, to] = [foldRoleId(body.from), foldRoleId(body.to)];
      allow(caller, "take over the claims of another role", { role: to });
      const session = await sessions.get(caller, params);
      await assertPresent(session, to);
      const signs = await lastSigns(context, session, [from]);
      const now = context.clock().toISOString();
      const take = async (draft: Draft) => {
        const all = (await listClaims(draft.queries, session.key, draft.now)).filter(({ role }) => role === from);
        if (all.length === 0) throw noClaims(from);
        const silent = all.filter((claim) => !wasJustSeen(signOf(claim, signs), now, session));
        if (silent.length === 0 && !isLead(caller)) throw notSilent(from, signs.get(from) ?? null);
        const claims = silent.length === 0 ? all : silent;
        const run = actorOf(caller) === to ? runOf(caller) : null;
        draft.effect({ type: "give-claims", ids: claims.map(({ id }) => id), role: to, run });
        const what = claims.map((claim) => claim.what).join("; ");
        draft.event("claims.taken", from, session, { to, what, claims: claims.map(({ id }) => id) });
        return { claims: claims.map((claim) => presentClaim({ ...claim, role: to }, null)) };
      };
      return committer.submit({ ...aloneBy(caller, params.workspace, request), decide: take });
    },

    /** Sends a line to one role, which reads it with its next call of any kind. */
    async nudge(caller: Caller, params: SessionParams, body: SendNudge, request = PLAIN_REQUEST): Promise<Nudge> {
      const role = foldRoleId(body.role);
      await assertPresent(await sessions.get(caller, params), role);
      return act(caller, params, request, (draft, session) => {
        const nudge = { id: context.newId(), sender: actorOf(caller), role, text: body.text };
        draft.effect({ type: "send-nudge", nudge: { ...nudge, sessionKey: session.key } });
        draft.event("nudge.sent", role, session, { nudge: nudge.id, text: body.text });
        return presentNudge({ ...nudge, sessionKey: session.key, at: draft.now, readAt: null });
      });
    },

    /** Records how a run went. Throws `not_found` for a version that was not published. */
    async report(
      caller: Caller,
      params: SessionParams,
      { outcome, text, version }: ReportResult,
      request = PLAIN_REQUEST,
    ): Promise<Result> {
      const session = await sessions.get(caller, params);
      const latest = currentNumber(await findLatestVersion(database.queries, session.key));
      const number = version === undefined ? null : versionNumber(version);
      if (number !== null && (number === 0 || number > latest)) throw noVersion(number, latest);
      const known = versionOrNull(number);
      return act(caller, params, request, (draft) => {
        const by = actorOf(caller);
        draft.event("result.reported", by, session, { outcome, text, ...(known !== null && { version: known }) });
        return { by, outcome, text, version: known, at: draft.now.toISOString() };
      });
    },

    /** Who is there: each active role with its last sign, its state, what it was shown and confirmed, and for whom it waits. */
    async team(caller: Caller, params: SessionParams): Promise<Presence> {
      const session = await sessions.get(caller, params);
      const { queries } = database;
      const current = currentNumber(await findLatestVersion(queries, session.key));
      const teammates = await readStandings(context, session);
      const roles = ["Lead", ...teammates.map(({ role }) => role.id)];
      const [lines, claims, signs, nudges, waits] = await Promise.all([
        listStateLines(queries, session.key),
        listClaims(queries, session.key, context.clock()),
        lastSigns(context, session, roles),
        listNudgesSent(queries, session.key, actorOf(caller)),
        readWaits(context, session),
      ]);
      const standing = new Map(teammates.map((each) => [each.role.id, each]));
      const said = new Map(lines.map((each) => [each.role, each]));
      return {
        version: versionOf(current),
        roles: roles.map((role) => {
          const teammate = standing.get(role);
          const line = said.get(role);
          return {
            role,
            sign: signs.get(role) ?? null,
            shown: versionOrNull(teammate?.shown),
            confirmed: versionOrNull(teammate?.role.confirmed),
            behind: teammate === undefined ? 0 : versionsBehind(teammate.role.confirmed, current),
            due: teammate === undefined ? null : dueOf(teammate, current, session.ackDeadline),
            state: line === undefined ? null : { text: line.text, at: line.at.toISOString() },
            claims: claims
              .filter((claim) => claim.role === role)
              .map((claim) => presentClaim(claim, silentSince(claim, { signs, session }, context.clock()))),
            waits: waits.get(role) ?? [],
          };
        }),
        nudges: nudges.map(presentNudge),
        now: context.clock().toISOString(),
      };
    },
  };
}

/** By when a teammate is to confirm a version; null where it owes no answer to it. */
function dueOf({ sent, standing }: Teammate, version: number, deadline: number): string | null {
  const last = lastUpdate(sent(version));
  if (last === undefined || !["pending", "overdue"].includes(standing(version))) return null;
  return dueAt(last, deadline).toISOString();
}

function presentClaim({ id, role, what, at, until }: ClaimRow, silent: string | null) {
  return { id, role, what, at: at.toISOString(), until: until.toISOString(), silentSince: silent };
}

/** When whoever made a claim gave its last sign, where that is too long ago to say that it works on it. */
function silentSince(
  claim: ClaimRow,
  { signs, session }: { signs: ReadonlyMap<string, string | null>; session: SessionRow },
  now: Date,
): string | null {
  const sign = signOf(claim, signs);
  return sign === null || wasJustSeen(sign, now.toISOString(), session) ? null : sign;
}

/** When whoever made a claim gave its last sign; null for one that never did. */
function signOf({ role, run }: ClaimRow, signs: ReadonlyMap<string, string | null>): string | null {
  return signs.get(run === null ? role : readerOfRun(run, role)) ?? null;
}

function notSilent(role: string, sign: string | null): AppError {
  return new AppError(
    "conflict",
    `${role} was seen ${sign === null ? "" : `at ${sign}, `}a moment ago: its claims are its own.`,
    {
      hint: "Ask it with {nudge.send}, or have the Lead give them to you.",
    },
  );
}

function noClaims(role: string): AppError {
  return new AppError("conflict", `${role} has claimed nothing that still holds.`, {
    hint: "See the claims there are with {team.read}.",
  });
}

function presentNudge({ id, sender: from, role, text, at, readAt }: NudgeRow): Nudge {
  return { id, from, role, text, at: at.toISOString(), readAt: readAt?.toISOString() ?? null };
}

function noVersion(number: number, latest: number): AppError {
  return new AppError("not_found", `There is no ${versionOf(number)} in this session.`, {
    hint: latest === 0 ? "No version was published yet; leave it out." : `The current version is ${versionOf(latest)}.`,
  });
}

function noClaim(id: string): AppError {
  return new AppError("not_found", `There is no claim ${id} that holds.`, {
    hint: "See the claims there are with {team.read}; one that has run out needs no end.",
  });
}

type Context = Pick<ServiceContext, "committer" | "database" | "clock">;

/**
 * What keeps each role of a session from going on, the longest first, by the role: a relay that nobody decided, a question that is
 * open, and an answer to a context that left something to the Lead. A role that waits for nobody is not in it.
 */
async function readWaits(context: Context, session: SessionRow): Promise<Map<string, Wait[]>> {
  const { queries } = context.database;
  const [relays, questions, owed] = await Promise.all([
    listPendingRelays(queries, session.key),
    openQuestions(context, session),
    readOwedAnswers(context, session.workspaceId, [session]),
  ]);
  const asked = new Set(questions.map(({ id }) => id));
  const all: (Wait & { role: string })[] = [
    // One that waits as a relay reaches whoever was asked all the same.
    ...relays
      .filter(({ id }) => !asked.has(id))
      .map(({ role, createdAt }) => ({ role, on: "relay" as const, for: "Lead", since: createdAt.toISOString() })),
    ...questions.map((row) => ({
      role: row.asker,
      on: "question" as const,
      for: row.role,
      since: row.askedAt.toISOString(),
    })),
    ...(owed.get(session.key) ?? []).flatMap(waitOf),
  ];
  const waits = new Map<string, Wait[]>();
  for (const { role, ...wait } of all.toSorted((a, b) => Date.parse(a.since) - Date.parse(b.since))) {
    waits.set(role, [...(waits.get(role) ?? []), wait]);
  }
  return waits;
}

/** Who is late owes something, and waits for nobody. */
function waitOf({ role, owed, at }: OwedAnswer): (Wait & { role: string })[] {
  if (owed === "overdue" || owed === "partial") return [];
  return [{ role, on: owed, for: "Lead", since: at.toISOString() }];
}

/** Questions put to somebody that nobody answered, and that nobody closed. */
async function openQuestions({ committer, database }: Context, session: SessionRow): Promise<PlacedQuestion[]> {
  const unanswered = await listUnanswered(database.queries, session.key);
  if (unanswered.length === 0) return [];
  const memory = await committer.readable(session.workspaceId, memoryPath(session.id));
  const open = new Set(
    identifyItems(memoryOf(memory), memory.identity)
      .filter(({ state, item }) => isOpenItem({ state, tag: item.tag }))
      .map(({ id }) => id),
  );
  return unanswered.filter(({ item, isWaiting }) => isWaiting || (item !== null && open.has(item)));
}
