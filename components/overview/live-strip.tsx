"use client";
import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { cx } from "@/components/ui/cx";
import { Mark } from "@/components/ui/mark";
import { RelativeTime, useNow } from "@/components/ui/relative-time";
import { presenceQuery, sessionsQuery } from "@/lib/client/sessions";
import { runsQuery, sayClient, seatOf, type Seat } from "@/lib/client/runs";
import { pages, type SessionScope } from "@/lib/client/paths";
import type { Presence } from "@/lib/contracts/presence";
import { DEFAULT_LIMITS } from "@/lib/core/context/run";
import { NO_VERSION } from "@/lib/core/context/version-number";
import { wasJustSeen } from "@/lib/core/inbox/by-time";
import type { Session } from "@/lib/contracts/sessions";
import { sayParts } from "@/components/ui/say-parts";
import { say, sentence, type Sentence } from "@/lib/core/words/say";
import { sessionsAtWork, ON_WALL } from "./at-work";
import { Content } from "@/components/shell/content";
import { EmptyState } from "@/components/ui/empty-state";
import { needCountQuery } from "@/lib/client/needs";

type Role = Presence["roles"][number];

export function LiveStrip({
  workspace,
  sessions,
  now,
  most,
  wall,
  nobody,
}: {
  workspace: string;
  sessions: readonly Session[];
  /** When the page was made, ISO 8601. */ now: string;
  /** So many sessions are shown. */ most: number;
  /** Where the same is a page of its own, from any other page. */ wall?: string;
  /** What stands here while nobody is at work. */ nobody?: ReactNode;
}) {
  // The clock is looked at here, not by the page: what is around it is then not drawn again with every look.
  const team = sessionsAtWork(sessions, useNow(now), most);
  const read = useQueries({ queries: team.map(({ id }) => presenceQuery({ workspace, session: id })) });
  if (team.length === 0) return nobody;
  return (
    <section aria-labelledby="at-work" className="border-line border-b pb-2">
      <h2 id="at-work" className="flex h-10 items-center gap-2 px-4 font-semibold">
        {sayParts("At work {count}", {
          count: <span className="text-fg-3 text-xs font-normal">{team.length}</span>,
        })}
        {wall !== undefined && (
          <Link prefetch={false} href={wall} className="text-fg-3 hover:text-fg ms-auto text-xs font-normal">
            {say("Full page")}
          </Link>
        )}
      </h2>
      {team.map(({ id }, index) => {
        const presence = read[index]?.data;
        return presence && <Team key={id} scope={{ workspace, session: id }} presence={presence} wall={wall} />;
      })}
    </section>
  );
}

function Team({ scope, presence, wall }: { scope: SessionScope; presence: Presence; wall: string | undefined }) {
  const { roles, version, now } = presence;
  const { data: runs } = useQuery(runsQuery(scope));
  // A phone shows only roles that have something to report; the full page shows all of them.
  const silent = wall === undefined ? [] : roles.filter(isSilent);
  return (
    <div className="grid grid-cols-[minmax(0,180px)_minmax(0,1fr)] gap-x-3 px-4 py-1 max-md:grid-cols-1">
      <Link
        prefetch={false}
        href={pages.context(scope.workspace, scope.session)}
        className="flex min-h-6 min-w-0 flex-col py-0.5 max-md:flex-row max-md:items-baseline max-md:gap-2"
      >
        <b dir="auto" className="max-w-full self-start truncate font-semibold">
          {scope.session}
        </b>
        {version !== NO_VERSION && <span className="text-fg-3 shrink-0 text-xs whitespace-nowrap">{version}</span>}
      </Link>
      <ul
        aria-label={say("Roles of {session}", { session: scope.session })}
        className="grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] gap-x-3 max-md:grid-cols-1"
      >
        {roles.map((role) => (
          <li key={role.role} data-present={role.role} className={cx(silent.includes(role) && "max-md:hidden")}>
            <Cell scope={scope} role={role} seat={seatOf(runs?.items ?? [], role.role)} version={version} now={now} />
          </li>
        ))}
        {silent.length > 0 && wall !== undefined && (
          <li className="md:hidden">
            <Link prefetch={false} href={wall} className="text-fg-3 flex min-h-6 items-center px-1.5 text-xs">
              {say("{count, plural, one {# role} other {# roles}} not seen yet", { count: silent.length })}
            </Link>
          </li>
        )}
      </ul>
    </div>
  );
}

/** Whether there is nothing to say of a role: it was never seen, owes nothing and waits for nobody. */
function isSilent({ sign, state, claims, due, behind, waits }: Role): boolean {
  return sign === null && state === null && claims.length === 0 && due === null && behind === 0 && waits.length === 0;
}

interface CellProps {
  scope: SessionScope;
  role: Role;
  seat: Seat;
  version: string;
  now: string;
}

function Cell({ scope, role, seat: { live, ended, doubled }, version, now }: CellProps) {
  const { sign, state, claims, due, behind, waits } = role;
  // Who leads in a browser has no run.
  const isThere =
    live.length + ended.length > 0
      ? live.some(({ state }) => state === "at work")
      : wasJustSeen(sign, now, DEFAULT_LIMITS);
  const isVacant = live.length === 0 && !isThere && role.role !== "Lead";
  const hasFallenSilent = live.length > 0 && !isThere;
  const counted = live.filter(({ counts }) => counts);
  const claim = claims.at(-1);
  const works = state?.text ?? (claim && say("Works on {what}", { what: claim.what }));
  const wait = waits[0];
  return (
    <Link
      prefetch={false}
      href={reasonOf(scope, role)}
      className="hover:bg-hover flex min-h-6 flex-col rounded-md px-1.5 py-0.5 max-md:flex-row max-md:flex-wrap max-md:items-center"
    >
      <span className="flex min-w-0 items-center gap-1.5 max-md:grow">
        <Mark tone={isThere ? "ok" : hasFallenSilent ? "warn" : "neutral"} shape={isThere ? "dot" : "ring"} />
        {isThere && <span className="sr-only">{say("Just seen:")}</span>}
        <span dir="auto" className={cx("truncate", isThere ? "font-semibold" : "text-fg-2")}>
          {role.role}
        </span>
        <span className="text-fg-3 min-w-0 flex-1 truncate text-xs">
          {isVacant ? say("vacant") : [...new Set(counted.map(sayClient))].join(", ")}
          {hasFallenSilent && doubled === null && ` · ${say("silent")}`}
        </span>
        <span className="text-fg-3 shrink-0 text-xs">{sign !== null && <RelativeTime at={sign} />}</span>
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 ps-4 text-xs">
        {doubled !== null && <Badge tone="warn">{doubled}</Badge>}
        <Owes due={due} behind={behind} version={version} now={now} />
        {wait !== undefined && (
          <span className="text-warn min-w-0">
            {say(WAITS[wait.on], { role: wait.for, version })}
            <span className="text-fg-3">
              {" "}
              · <RelativeTime at={wait.since} />
            </span>
          </span>
        )}
      </span>
      {works !== undefined && (
        <span dir="auto" className="text-fg-3 truncate ps-4 text-xs max-md:w-full" title={works}>
          {works}
        </span>
      )}
    </Link>
  );
}

/** Where it is seen why a role cannot go on, or what it owes; else what it wrote. */
function reasonOf({ workspace, session }: SessionScope, { role, waits, due }: Role): string {
  const isOwn = waits[0]?.on === "relay" || waits[0]?.on === "question";
  return !isOwn && (waits.length > 0 || due !== null)
    ? pages.context(workspace, session)
    : pages.section(workspace, session, role);
}

const WAITS: Record<Role["waits"][number]["on"], Sentence> = {
  relay: sentence("Waits for {role} to decide a relay"),
  question: sentence("Waits for {role} to answer a question"),
  unclear: sentence("Waits for {role} to explain {version}"),
  paused: sentence("Paused at {version}, waits for {role}"),
  lost: sentence("Lost its context, waits for {role}"),
};

/** What a role owes: an answer to the current version, and by when. */
function Owes({ due, behind, version, now }: { due: string | null; behind: number; version: string; now: string }) {
  if (due !== null && due < now) return <Badge tone="bad">{say("{version} overdue", { version })}</Badge>;
  return (
    <>
      {behind > 0 && <Badge tone="warn">{say("{behind} behind", { behind })}</Badge>}
      {due !== null && (
        <span className="text-fg-3">{sayParts("ACK due {when}", { when: <RelativeTime at={due} /> })}</span>
      )}
    </>
  );
}

/** Who is at work, as a page of its own, large enough to be read across a room. `now` is when the page was made, ISO 8601. */
export function Wall({ workspace, now }: { workspace: string; now: string }) {
  const { data: sessions } = useQuery(sessionsQuery(workspace));
  const { data: needs } = useQuery(needCountQuery(workspace));
  return (
    <Content className="lg:[zoom:1.5]">
      {needs !== undefined && (
        <p className="px-4 pt-3 font-semibold">
          {say("{waiting, plural, =0 {Nothing needs you} one {# thing needs you} other {# things need you}}", {
            waiting: needs.waiting,
          })}
        </p>
      )}
      <LiveStrip
        workspace={workspace}
        sessions={sessions?.items ?? []}
        now={now}
        most={ON_WALL}
        nobody={
          <EmptyState title={say("Nobody is at work")}>
            {say("Sessions show here for an hour after their last change.")}
          </EmptyState>
        }
      />
    </Content>
  );
}
