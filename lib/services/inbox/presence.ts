import { parseJson } from "@/lib/core/text/parse-json";
import type { Nudge, Presence, SendNudge, SetState, Wait } from "@/lib/contracts/presence";
import type { ReportResult, Result } from "@/lib/contracts/results";
import { currentNumber } from "@/lib/services/context/context-state";
import { dueAt, versionsBehind } from "@/lib/core/context/standing";
import { versionNumber, versionOf, versionOrNull } from "@/lib/core/context/version-number";
import { AppError } from "@/lib/core/errors";
import { foldRoleId } from "@/lib/core/memory/role-id";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { findLatestVersion } from "@/lib/db/context";
import { listNudgesSent, type NudgeRow } from "@/lib/db/presence";
import type { SessionRow } from "@/lib/db/sessions";
import { presenter, standingClaims } from "@/lib/services/inbox/claims";
import { lastSigns } from "@/lib/services/inbox/last-signs";
import type { Draft } from "@/lib/services/commit/act";
import { lastUpdate, readStandings, type Teammate } from "@/lib/services/context/read-standings";
import { actorOf, allow, type Caller, personBy, personOf, PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { teammateActs } from "@/lib/services/inbox/teammate-acts";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams, WorkspaceParams } from "@/lib/services/workspace/session-params";
import { isOpenItem } from "@/lib/core/memory/tags";
import { listUnanswered, type PlacedQuestion } from "@/lib/db/questions";
import { listPendingRelays } from "@/lib/db/relays";
import { placedItems } from "@/lib/services/commit/document-states";
import { type OwedAnswer, readOwedAnswers } from "@/lib/services/context/owed-answers";
import { HeardLook, type Look, type Looker, type LookerList } from "@/lib/contracts/lookers";

/**
 * What teammates tell each other that is no memory: how far they are, what they work on, and a word to one of them. None of it
 * lies in a file of the protocol. Source: inbox, rules 8 to 10.
 */
export function presenceService(context: ServiceContext) {
  const { database, sessions } = context;

  const { act, assertPresent } = teammateActs(context);

  return {
    /** Puts the caller's state line in the place of the one before. Throws `forbidden` where another role is named. */
    state(caller: Caller, params: SessionParams, { text, role: named }: SetState, request = PLAIN_REQUEST) {
      const role = foldRoleId(named ?? actorOf(caller));
      const set = (draft: Draft, session: SessionRow) => {
        draft.effect({ type: "put-state-line", sessionKey: session.key, role, text });
        draft.event("state.set", role, session, { text });
        return { text, at: draft.now.toISOString() };
      };
      return act(caller, params, request, set, { role, deed: "say how far another role is" });
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
        queries.stateLine.findMany({ where: { sessionKey: session.key } }),
        standingClaims(context, session, queries, context.clock()),
        lastSigns(context, session, roles),
        listNudgesSent(queries, session.key, actorOf(caller)),
        readWaits(context, session),
      ]);
      const present = await presenter(context, session, claims, context.clock());
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
            claims: claims.filter((claim) => claim.role === role).map(present),
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

function presentNudge({ id, sender: from, role, text, at, readAt }: NudgeRow): Nudge {
  return { id, from, role, text, at: at.toISOString(), readAt: readAt?.toISOString() ?? null };
}

function noVersion(number: number, latest: number): AppError {
  return new AppError("not_found", `There is no ${versionOf(number)} in this session.`, {
    hint: latest === 0 ? "No version was published yet; leave it out." : `The current version is ${versionOf(latest)}.`,
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
    placedItems(memory)
      .filter(({ state, item }) => isOpenItem({ state, tag: item.tag }))
      .map(({ id }) => id),
  );
  return unanswered.filter(({ item, isWaiting }) => isWaiting || (item !== null && open.has(item)));
}

/** A tab that says nothing for so long is gone. Milliseconds. */
const LASTS = 25_000;
const SWEEP = 5_000;
/** Tabs remembered at once, of everybody: a program that makes them up pushes out its own oldest ones first. */
const MOST_TABS = 40;
const MOST = 2_000;

interface Tab {
  workspace: string;
  person: string;
  name: string;
  session: string | null;
  page: string;
  until: number;
}

/**
 * Who looks at which page now, at whichever server. It is kept in memory alone: it is worth nothing once the server has ended, and each
 * tab says it anew within seconds, which the server tells the others. Whoever listens is called when somebody comes, goes, or moves
 * to another page.
 */
export function lookerService({
  clock,
  store,
  database,
  workspaces,
}: Pick<ServiceContext, "clock" | "store" | "database" | "workspaces">) {
  const tabs = new Map<string, Tab>();
  const listeners = new Set<(workspace: string) => void>();
  const tell = (workspace: string) => {
    for (const listener of listeners) listener(workspace);
  };
  const sweep = () => {
    const now = clock().getTime();
    const left = new Set<string>();
    for (const [key, tab] of tabs) {
      if (tab.until > now) continue;
      tabs.delete(key);
      left.add(tab.workspace);
    }
    for (const workspace of left) tell(workspace);
  };
  const timer = setInterval(sweep, SWEEP);
  timer.unref();

  function list(caller: Caller, { workspace }: WorkspaceParams): LookerList {
    allow(caller, "look", { workspace });
    store(workspace);
    const now = clock().getTime();
    const me = personOf(caller);
    const people = new Map<string, Looker>();
    for (const tab of tabs.values()) {
      if (tab.workspace !== workspace || tab.until <= now) continue;
      const { session, page } = tab;
      const looker = people.get(tab.person) ?? { id: tab.person, name: tab.name, me: tab.person === me, places: [] };
      if (!looker.places.some((each) => each.session === session && each.page === page))
        looker.places.push({ session, page });
      people.set(tab.person, looker);
    }
    return { items: [...people.values()].sort((a, b) => (a.name < b.name ? -1 : 1)), nextCursor: null };
  }

  function put({ workspace, person, name, tab, place }: HeardLook): void {
    // A tab is known by its person too: nobody speaks for the tab of another.
    const key = `${person} ${workspace} ${tab}`;
    const before = tabs.get(key);
    tabs.delete(key);
    if (place !== null) {
      tabs.set(key, { workspace, person, name, ...place, until: clock().getTime() + LASTS });
      const own = [...tabs.keys()].filter((each) => each.startsWith(`${person} `));
      for (const each of own.slice(0, Math.max(0, own.length - MOST_TABS))) tabs.delete(each);
      for (const each of [...tabs.keys()].slice(0, Math.max(0, tabs.size - MOST))) tabs.delete(each);
    }
    if (before?.session !== place?.session || before?.page !== place?.page) tell(workspace);
  }

  return {
    list,

    /** Says where a tab is, or that it is left; answers who is here then. */
    look(caller: Caller, params: WorkspaceParams, { tab, place }: Look): LookerList {
      const { workspace } = params;
      allow(caller, "be seen by other people", { workspace });
      store(workspace);
      const name = personBy(caller)?.name ?? (caller.kind === "owner" ? "Owner" : "Viewer");
      const said = { workspace, person: personOf(caller), name, tab, place };
      put(said);
      database.tell(JSON.stringify(said));
      return list(caller, params);
    },

    /** Takes in what another server tells of a tab there. */
    hear(word: string): void {
      // A server of another version may say anything.
      const heard = HeardLook.safeParse(parseJson(word)).data;
      if (heard !== undefined && workspaces.includes(heard.workspace)) put(heard);
    },

    /** Calls back when somebody comes, goes or moves in the workspace, until the returned function is called. */
    subscribe(caller: Caller, { workspace }: WorkspaceParams, listener: () => void): () => void {
      allow(caller, "look", { workspace });
      const listening = (where: string) => {
        if (where === workspace) listener();
      };
      listeners.add(listening);
      return () => listeners.delete(listening);
    },

    close: () => clearInterval(timer),
  };
}
