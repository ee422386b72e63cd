import { isLead } from "@/lib/core/access/decide-access";
import { isNamed, readerOfRun, stateOf } from "@/lib/core/context/run";
import { wasJustSeen } from "@/lib/core/inbox/by-time";
import { sayClaims } from "@/lib/core/inbox/render-inbox";
import type { ChangedElsewhere, Claim, Claimed, MakeClaim, TakeClaims } from "@/lib/contracts/presence";
import type { RelatedLine } from "@/lib/contracts/memory";
import type { Done } from "@/lib/contracts/primitives";
import { AppError } from "@/lib/core/errors";
import { foldRoleId } from "@/lib/core/memory/role-id";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { asPlace, foldPlaces, holds, namesPlace, overlaps, placesIn } from "@/lib/core/places/claimed-place";
import { singleSpaces } from "@/lib/core/text/fold-name";
import { withholdSecrets } from "@/lib/core/text/find-secrets";
import type { Queries } from "@/lib/db/database";
import { type ClaimRow, listAllClaims, listClaims, listRuns, placesOf } from "@/lib/db/presence";
import type { SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";
import { placedItems } from "@/lib/services/commit/document-states";
import { lastSigns } from "@/lib/services/inbox/last-signs";
import { teammateActs } from "@/lib/services/inbox/teammate-acts";
import { keptFor } from "@/lib/services/workspace/kept-for";
import { findRelated } from "@/lib/services/workspace/related-lines";
import { actorOf, allow, aloneBy, type Caller, PLAIN_REQUEST, runOf } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import { findChangedElsewhere } from "@/lib/store/ask-git";
import type { z } from "zod";
import { readFile, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { groupBy } from "@/lib/core/lists";
import { CLAIMS_FILE, type FiledClaim, LARGEST_CLAIMS, readClaims } from "@/lib/core/places/claims-file";
import { writeWhole } from "@/lib/store/server-file";

/** So many lines that name a claimed file are told at once, the newest, and so much of each. */
const MOST_NAMING = 3;
const EXCERPT = 120;

/** What teammates work on and where, so that nobody does the same: it locks nothing. Source: inbox, rule 9. */
export function claimService(context: ServiceContext) {
  const { committer, database, sessions } = context;
  const { act, assertPresent } = teammateActs(context);

  return {
    /**
     * Says what the caller works on and where, for so many minutes, in place of what the same run claimed before, unless `also`; answers
     * what others have claimed, which of it overlaps (they are told too), standing lines about it, and what other branches changed there. Throws as `state` does, and
     * `invalid_input` for what is not a place.
     */
    async claim(
      caller: Caller,
      params: SessionParams,
      { what: words = "", paths, minutes, also, role: named }: MakeClaim,
      request = PLAIN_REQUEST,
    ): Promise<Claimed> {
      const role = foldRoleId(named ?? actorOf(caller));
      const root = context.places.workspaces.get(params.workspace) ?? null;
      const given = paths?.map((path) => asPlace(path, root) ?? outside(path));
      const places = foldPlaces(given ?? placesIn(words, root));
      const what = given === undefined ? words : `${sayPlaces(places)} ${words}`.trim();
      if (what === "")
        throw new AppError("invalid_input", "Say what you work on.", {
          hint: 'Name a place, such as "src/cart/**", or say it in words.',
        });
      const make = async (draft: Draft, session: SessionRow) => {
        const until = new Date(draft.now.getTime() + minutes * 60_000).toISOString();
        const run = actorOf(caller) === role ? runOf(caller) : null;
        const kept = places.length === 0 ? null : JSON.stringify(places);
        const made = { id: context.newId(), role, what, until };
        const all = await standingClaims(context, session, draft.queries, draft.now);
        const isReplaced = (each: ClaimRow) => each.role === role && (each.run === run || each.run === null);
        for (const old of also === true ? [] : all.filter(isReplaced)) {
          draft.effect({ type: "end-claim", id: old.id });
          draft.event("claim.ended", role, session, { claim: old.id, what: old.what });
        }
        draft.effect({ type: "make-claim", claim: { ...made, run, paths: kept, sessionKey: session.key } });
        const others = all.filter((other) => !isReplaced(other));
        const shared = others.filter((other) =>
          placesOf(other).some((one) => places.some((place) => overlaps(one, place))),
        );
        const tell = [...new Set(shared.map((other) => other.role))];
        draft.event("claim.made", role, session, { claim: made.id, what, until, ...(tell.length > 0 && { tell }) });
        const present = await presenter(context, session, others, draft.now);
        return {
          claim: { ...made, paths: places, at: draft.now.toISOString(), silentSince: null },
          others: others.map(present),
          overlaps: shared.map(({ id }) => id),
        };
      };
      const own = { role, deed: "claim something for another role", alone: true } as const;
      const claimed = await act(caller, params, request, make, own);
      // The claim is made: a failed search for related lines must not have it made again.
      const [related, elsewhere] = await Promise.all([
        relatedTo(params, { role, what, places }).catch(() => []),
        root === null || places.length === 0 ? [] : changedElsewhere(root, places).catch(() => []),
      ]);
      return { ...claimed, ...(related.length > 0 && { related }), ...(elsewhere.length > 0 && { elsewhere }) };
    },

    /** Ends a claim of the caller before its time; the Lead may end any. */
    async endClaim(caller: Caller, params: SessionParams & { claim: string }, request = PLAIN_REQUEST) {
      const before = await committer.findAnswer(request.idempotency);
      if (before !== null) return before.answer as z.infer<typeof Done>;
      const session = await sessions.get(caller, params);
      const claims = await listClaims(database.queries, session.key, context.clock());
      const claim = claims.find(({ id }) => id === params.claim);
      if (claim === undefined)
        throw new AppError("not_found", `There is no claim ${params.claim} that holds.`, {
          hint: "See the claims there are with {team.read}; one that has run out needs no end.",
        });
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
    async takeClaims(caller: Caller, params: SessionParams, body: TakeClaims, request = PLAIN_REQUEST) {
      const [from, to] = [foldRoleId(body.from), foldRoleId(body.to)];
      allow(caller, "take over the claims of another role", { role: to });
      const session = await sessions.get(caller, params);
      await assertPresent(session, to);
      const signs = await lastSigns(context, session, [from]);
      const now = context.clock().toISOString();
      const take = async (draft: Draft) => {
        const all = (await draft.claims(session.key)).filter(({ role }) => role === from);
        if (all.length === 0)
          throw new AppError("conflict", `${from} has claimed nothing that still holds.`, {
            hint: "See the claims there are with {team.read}.",
          });
        const silent = all.filter((claim) => !wasJustSeen(signOf(claim, signs), now, session));
        if (silent.length === 0 && !isLead(caller)) throw notSilent(from, signs.get(from) ?? null);
        const claims = silent.length === 0 ? all : silent;
        const run = actorOf(caller) === to ? runOf(caller) : null;
        draft.effect({ type: "give-claims", ids: claims.map(({ id }) => id), role: to, run });
        const what = claims.map((claim) => claim.what).join("; ");
        draft.event("claims.taken", from, session, { to, what, claims: claims.map(({ id }) => id) });
        return { claims: claims.map((claim) => presentClaim({ ...claim, role: to }, null)) };
      };
      return committer.act(aloneBy(caller, params.workspace, request), take);
    },
  };

  /** Standing lines of others that name a file in these places, the newest first, and those that are about the same. */
  async function relatedTo(
    params: SessionParams,
    { role, what, places }: { role: string; what: string; places: readonly string[] },
  ): Promise<RelatedLine[]> {
    const state = places.length === 0 ? null : await committer.readable(params.workspace, memoryPath(params.session));
    const items = state === null ? [] : placedItems(state);
    const naming = items.filter(
      (each) =>
        each.state === "active" && each.role !== role && namesPlace(`${each.item.text}\n${each.item.body}`, places),
    );
    const written = naming.length === 0 || state === null ? null : await context.origins.of(database.queries, state);
    const lines = naming.map(({ id, role: by, item: { tag, text } }): RelatedLine => {
      const line = withholdSecrets(singleSpaces(text));
      const shown = line.length > EXCERPT ? `${line.slice(0, EXCERPT).trimEnd()}…` : line;
      return { id: id.slice(0, 6), role: by, tag, text: shown, at: written?.get(id)?.at ?? null };
    });
    const named = lines.sort((a, b) => (b.at ?? "").localeCompare(a.at ?? "")).slice(0, MOST_NAMING);
    const near = await findRelated(context, params, { role, text: what });
    return [...named, ...near.filter(({ id }) => named.every((line) => line.id !== id))];
  }
}

/** So far back, what a branch changed is still being worked on; milliseconds. */
const RECENT_MS = 14 * 24 * 3_600_000;
/** So many branches and files are told. */
const MOST_BRANCHES = 4;
const MOST_FILES = 3;

const recentElsewhere = keptFor(10_000, (root) => findChangedElsewhere(root, new Date(Date.now() - RECENT_MS)));

/** What other branches and working trees of a project changed in these places. */
async function changedElsewhere(root: string, places: readonly string[]): Promise<ChangedElsewhere[]> {
  const found = (await recentElsewhere(root)).map(({ files, ...each }) => {
    const there = files.filter((file) => !/\p{Cc}/u.test(file) && places.some((place) => holds(place, file)));
    return { ...each, files: there.slice(0, MOST_FILES), more: Math.max(0, there.length - MOST_FILES) };
  });
  return found.filter(({ files }) => files.length > 0).slice(0, MOST_BRANCHES);
}

type Context = Pick<ServiceContext, "committer" | "database" | "lastKnown" | "sessions">;

// 3f9a1c07be42
const ITEM = /\b[0-9a-f]{12}\b/g;

export function citesItem(what: string): boolean {
  return what.search(ITEM) >= 0;
}

/** The claims that hold at a moment: of no run that ended or was silent for so long that it is assumed to have, and of no item that is closed. */
export async function standingClaims(
  { committer, sessions }: Context,
  session: SessionRow,
  queries: Queries,
  now: Date,
): Promise<ClaimRow[]> {
  const claims = await listClaims(queries, session.key, now);
  if (claims.length === 0) return [];
  const runs = new Map((await listRuns(queries, session.key)).map((run) => [run.reader, run]));
  const isOver = ({ run: id, role }: ClaimRow) => {
    const run = id === null ? undefined : runs.get(readerOfRun(id, role));
    return run !== undefined && stateOf({ ...run, sign: sessions.runs.signOf(run) }, now, session) === "ended";
  };
  const standing = claims.filter((claim) => !isOver(claim));
  if (!standing.some(({ what }) => citesItem(what))) return standing;
  const memory = await committer.readable(session.workspaceId, memoryPath(session.id));
  const items = placedItems(memory).filter(({ state }) => state !== "active");
  const closed = new Set(items.map(({ id }) => id));
  return standing.filter(({ what }) => !(what.match(ITEM) ?? []).some((id) => closed.has(id)));
}

/** What others have claimed, in words, for a role that looks for the first time. */
export async function tellClaims(context: Context, session: SessionRow, role: string, now: Date): Promise<string[]> {
  const claims = await standingClaims(context, session, context.database.queries, now);
  const others = claims.filter((claim) => claim.role !== role);
  return sayClaims(others.map((claim) => ({ ...claim, until: claim.until.toISOString() })));
}

/** Presents claims with the time since when their holder is silent. */
export async function presenter(
  context: Context,
  session: SessionRow,
  claims: readonly ClaimRow[],
  now: Date,
): Promise<(claim: ClaimRow) => Claim> {
  if (claims.length === 0) return (claim) => presentClaim(claim, null);
  const signs = await lastSigns(context, session, [...new Set(claims.map(({ role }) => role))]);
  return (claim) => presentClaim(claim, silentSince(claim, { signs, session }, now));
}

/** `src/a.ts src/b.ts and 3 more` */
function sayPlaces(places: readonly string[]): string {
  const more = places.length - 3;
  return `${places.slice(0, 3).join(" ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function presentClaim(claim: ClaimRow, silent: string | null): Claim {
  const { id, role, what, at, until } = claim;
  return {
    id,
    role,
    what,
    paths: placesOf(claim),
    at: at.toISOString(),
    until: until.toISOString(),
    silentSince: silent,
  };
}

/** When the holder of a claim gave its last sign, if that was too long ago to say it is at work. */
function silentSince(
  claim: ClaimRow,
  { signs, session }: { signs: ReadonlyMap<string, string | null>; session: SessionRow },
  now: Date,
): string | null {
  const sign = signOf(claim, signs);
  return sign === null || wasJustSeen(sign, now.toISOString(), session) ? null : sign;
}

/** When the holder of a claim gave its last sign; null if it never did. */
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

function outside(path: string): never {
  throw new AppError("invalid_input", `${path} lies outside of the project.`, {
    hint: "Name a place below its folder.",
  });
}

/** Keeps the file from which hooks know what is claimed, and where: after each event by which a claim begins, ends or moves. */
export class ClaimsFile {
  /** What may change it, by what stands there. */
  #follows = /^(?:claim|run|session)/;
  #last: string | null = null;
  #work: Promise<void> | null = null;
  #again = false;

  #report: (error: unknown) => void = () => undefined;

  constructor(private readonly context: ServiceContext) {
    context.live.subscribe(({ action }) => {
      if (this.#follows.test(action)) void this.renew();
    });
  }

  /** Has the file be as it is to be, and `report` told why it is not. */
  watch(report: (error: unknown) => void): { close: () => Promise<void> } {
    this.#report = report;
    void this.renew();
    return { close: () => this.idle() };
  }

  /** Writes what holds now; resolves once it is written, and no later change waits. Never rejects. */
  renew(): Promise<void> {
    this.#again = true;
    return (this.#work ??= this.#write().finally(() => (this.#work = null)));
  }

  /** Resolves once nothing is to be written. */
  idle(): Promise<void> {
    return this.#work ?? Promise.resolve();
  }

  async #write(): Promise<void> {
    const path = join(this.context.places.data, CLAIMS_FILE);
    try {
      while (this.#again) {
        this.#again = false;
        const text = await this.#read();
        if (text === this.#last) continue;
        await (text === null ? rm(path, { force: true }) : writeWhole(path, text));
        this.#last = text;
        // Another process may have written what it knew over what was committed since.
        this.#again = true;
      }
    } catch (error) {
      this.#last = null;
      this.#report(error);
    }
  }

  /** All that holds in the projects of this process, and what another process left there of others; null for nothing. */
  async #read(): Promise<string | null> {
    const { clock, database, places } = this.context;
    const now = clock();
    // Hooks have the clock of this machine, which the database's servers may not. To the second: another look comes to the same text.
    const ahead = Math.round((now.getTime() - Date.now()) / 1000) * 1000;
    const rows = (await listAllClaims(database.queries, now)).filter(({ paths }) => paths !== null);
    const own = new Set<string>();
    const claims: FiledClaim[] = [];
    for (const [workspace, place] of places.workspaces) {
      const folder = (await realpath(place).catch(() => place)).replaceAll("\\", "/");
      own.add(folder);
      const sessions = groupBy(
        rows.filter(({ session }) => session.workspaceId === workspace),
        ({ sessionKey }) => sessionKey,
      );
      for (const [first] of sessions.values()) {
        if (first === undefined) continue;
        const { session } = first;
        for (const claim of await standingClaims(this.context, session, database.queries, now)) {
          const { id, role, run, what } = claim;
          const times = { at: claim.at.getTime() - ahead, until: claim.until.getTime() - ahead };
          const named = run !== null && isNamed({ id: run }) ? run : null;
          const where = { folder, session: session.id, places: placesOf(claim) };
          claims.push({ id, role, what, run: named, ...where, ...times, denies: session.claimedEdits === "deny" });
        }
      }
    }
    const stands = await readFile(join(places.data, CLAIMS_FILE), "utf8").catch(() => "");
    const others = readClaims(stands, Date.now()).filter(({ folder }) => !own.has(folder));
    const all = [...others, ...claims.filter((claim) => claim.places.length > 0)];
    this.#follows =
      all.length === 0 ? /^claim/ : all.some(({ what }) => citesItem(what)) ? /./ : /^(?:claim|run|session)/;
    // The oldest claims are left out where all of them are too much to read before each edit.
    while (Buffer.byteLength(JSON.stringify(all)) > LARGEST_CLAIMS) all.shift();
    return all.length === 0 ? null : JSON.stringify(all);
  }
}
