"use client";
import { useQuery } from "@tanstack/react-query";
import { useCallback, type ReactNode } from "react";
import { useSteady } from "@/components/shell/use-steady";
import { Link } from "@/components/ui/link";
import { Badge } from "@/components/ui/badge";
import { cx } from "@/components/ui/cx";
import { Mark } from "@/components/ui/mark";
import { RelativeTime, useNow } from "@/components/ui/relative-time";
import { presenceQuery } from "@/lib/client/sessions";
import { runsQuery, sayClient, seatOf, type Seat } from "@/lib/client/runs";
import { pages, type SessionScope } from "@/lib/client/paths";
import type { Presence } from "@/lib/contracts/presence";
import { DEFAULT_LIMITS } from "@/lib/core/context/run";
import { heatOf, type Heat } from "@/lib/core/context/standing";
import { NO_VERSION, versionNumber, versionOf } from "@/lib/core/context/version-number";
import { wasJustSeen } from "@/lib/core/inbox/by-time";
import type { Session } from "@/lib/contracts/sessions";
import { sayParts } from "@/components/ui/say-parts";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";
import { sessionsAtWork } from "./at-work";
import { needCountQuery } from "@/lib/client/needs";

type Role = Presence["roles"][number];

interface LiveStripProps {
  workspace: string;
  sessions: readonly Session[];
  /** When the page was made, ISO 8601. */
  now: string;
  /** So many sessions are shown. */
  most: number;
  /** It has the page for itself, large enough to be read across a room. */
  isWall?: boolean;
  /** The reader is at what stands below, which no session that comes or goes may move meanwhile. */
  isHeld?: boolean;
  /** What stands here while nobody is at work. */
  nobody?: ReactNode;
}

export function LiveStrip({ workspace, sessions, now, most, isWall = false, isHeld = false, nobody }: LiveStripProps) {
  const { data: count } = useQuery(needCountQuery(workspace));
  // The clock is looked at here, not by the page: what is around it is then not drawn again with every look.
  const ids = sessionsAtWork(sessions, count?.sessions ?? [], useNow(now), most)
    .map(({ id }) => id)
    .join("\n");
  const { shown } = useSteady(
    ids,
    useCallback((seen: string) => (isHeld ? { shown: seen, waiting: 0 } : null), [isHeld]),
  );
  if (shown === "") return nobody;
  const team = shown.split("\n");
  return (
    <section aria-labelledby="at-work" className="border-line border-b pb-2">
      <h2 id="at-work" className="flex h-10 items-center gap-2 px-4 font-semibold">
        {sayParts("At work {count}", {
          count: <span className={cx("text-fg-3 text-xs font-normal", !isWall && "max-lg:hidden")}>{team.length}</span>,
        })}
        {!isWall && (
          <>
            <HeatLegend />
            <Link
              prefetch={false}
              href={pages.wall(workspace)}
              className="text-fg-3 hover:text-fg ms-auto text-xs font-normal"
            >
              {say("Full page")}
            </Link>
          </>
        )}
      </h2>
      {team.map((session) => (
        <Team key={session} scope={{ workspace, session }} isStrip={!isWall} />
      ))}
    </section>
  );
}

/** A role's name of so many letters stands beside three others. */
const SHORT = 22;

function Team({ scope, isStrip }: { scope: SessionScope; isStrip: boolean }) {
  const { data: presence } = useQuery(presenceQuery(scope));
  const { data: runs } = useQuery(runsQuery(scope));
  const { roles = [], version = NO_VERSION, now = "" } = presence ?? {};
  return (
    <div
      className={cx(
        "grid min-h-8 grid-cols-[minmax(0,180px)_minmax(0,1fr)] gap-x-3 px-4 py-1 max-lg:grid-cols-1",
        isStrip && roles.every(isIdle) && "max-lg:hidden",
      )}
    >
      <Link
        prefetch={false}
        href={pages.context(scope.workspace, scope.session)}
        className="flex min-h-6 min-w-0 items-baseline gap-2 py-0.5"
      >
        <b dir="auto" className="min-w-0 font-semibold [overflow-wrap:anywhere]">
          {scope.session}
        </b>
        {version !== NO_VERSION && <span className="text-fg-3 shrink-0 text-xs whitespace-nowrap">{version}</span>}
      </Link>
      <ul
        aria-label={say("Roles of {session}", { session: scope.session })}
        className={cx(
          "grid gap-x-3 max-md:grid-cols-1",
          roles.some(({ role }) => role.length > SHORT)
            ? "grid-cols-2"
            : "grid-cols-[repeat(auto-fill,minmax(232px,1fr))]",
        )}
      >
        {roles.map((role) => (
          <li
            key={role.role}
            data-present={role.role}
            // Where there is little room only roles that have something to report are shown; the full page shows all of them.
            className={cx("min-w-0", isStrip && isIdle(role) && "max-lg:hidden")}
          >
            <Cell
              scope={scope}
              role={role}
              seat={seatOf(runs?.items ?? [], role.role)}
              version={version}
              now={now}
              isStrip={isStrip}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Whether there is nothing to say of a role: it was never seen, owes nothing and waits for nobody. */
function isIdle({ sign, state, claims, due, waits }: Role): boolean {
  return sign === null && state === null && claims.length === 0 && due === null && waits.length === 0;
}

const HEATS: Record<Heat, { words: Sentence; look: string }> = {
  confirmed: { words: sentence("confirmed"), look: "bg-ok border-ok" },
  read: { words: sentence("read"), look: "border-warn bg-linear-to-t from-warn from-50% to-transparent to-50%" },
  behind: { words: sentence("behind"), look: "border-warn" },
};

const PIP = "inline-block size-2.5 shrink-0 rounded-[2px] border";

/** What the squares of a strip say. */
function HeatLegend() {
  return (
    <span className="text-fg-3 flex items-center gap-2.5 text-xs font-normal max-md:hidden">
      {Object.entries(HEATS).map(([heat, { words, look }]) => (
        <span key={heat} className="inline-flex items-center gap-1">
          <i aria-hidden className={cx(PIP, look)} /> {say(words)}
        </span>
      ))}
    </span>
  );
}

/** So many versions are shown of each role. */
const VERSIONS = 4;

/** A role against the last versions, the newest at the end. */
function HeatPips({ role, version }: { role: Role; version: string }) {
  if (role.role === "Lead") return null;
  const numbers = { shown: versionNumber(role.shown ?? ""), confirmed: versionNumber(role.confirmed ?? "") };
  return (
    <span aria-hidden className="flex shrink-0 gap-0.5">
      {heatOf(numbers, versionNumber(version) ?? 0, VERSIONS).map(({ version: number, heat }) => (
        <i
          key={number}
          title={`${versionOf(number)}: ${say(HEATS[heat].words)}`}
          className={cx(PIP, HEATS[heat].look)}
        />
      ))}
    </span>
  );
}

interface CellProps {
  scope: SessionScope;
  role: Role;
  seat: Seat;
  version: string;
  now: string;
  /** One line of one height, whatever there is to say: the rest is read on hover, and on the full page. */
  isStrip: boolean;
}

function Cell({ scope, role, seat: { live, ended, doubled }, version, now, isStrip }: CellProps) {
  const { sign, state, claims, due, waits } = role;
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
  const isOverdue = due !== null && due < now;
  const clients = [...new Set(counted.map(sayClient))].join(", ");
  const alarm = doubled ?? (isOverdue ? say("overdue") : wait ? say("waits") : null);
  const short = isStrip && alarm !== null ? alarm : isVacant ? say("vacant") : clients;
  return (
    <Link
      prefetch={false}
      href={reasonOf(scope, role)}
      className={cx(
        "hover:bg-hover flex min-h-6 flex-col rounded-md px-1.5",
        isStrip ? "h-6 overflow-hidden" : "py-0.5 max-md:flex-row max-md:flex-wrap max-md:items-center",
      )}
      onPointerEnter={(event) => {
        if (isStrip) event.currentTarget.title = event.currentTarget.innerText;
      }}
    >
      <span className={cx("flex w-full min-w-0 shrink-0 items-center gap-1.5", isStrip ? "min-h-6" : "min-h-5")}>
        <Mark tone={isThere ? "ok" : hasFallenSilent ? "warn" : "neutral"} shape={isThere ? "dot" : "ring"} />
        {isThere && <span className="sr-only">{say("Just seen:")}</span>}
        <span dir="auto" className={cx("truncate", isThere ? "font-semibold" : "text-fg-2")}>
          {role.role}
        </span>
        <span
          className={cx(
            "min-w-0 flex-1 truncate text-xs",
            isStrip && alarm !== null && "min-w-fit",
            !isStrip || alarm === null ? "text-fg-3" : isOverdue ? "text-bad" : "text-warn",
          )}
        >
          {short}
          {hasFallenSilent && doubled === null && short !== alarm && ` · ${say("silent")}`}
        </span>
        {isStrip ? (
          <HeatPips role={role} version={version} />
        ) : (
          <span className="text-fg-3 shrink-0 text-xs">{sign !== null && <RelativeTime at={sign} />}</span>
        )}
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 ps-4 text-xs">
        {doubled !== null && <Badge tone="warn">{doubled}</Badge>}
        <Owes {...{ role, version, now }} />
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
export function reasonOf({ workspace, session }: SessionScope, { role, waits, due }: Role): string {
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

/** What a role owes, an answer to the current version and by when; and for whom it waits longest. */
export function Owes({ role: { due, behind, waits }, version, now }: Pick<CellProps, "role" | "version" | "now">) {
  const [wait] = waits;
  const isOverdue = due !== null && due < now;
  return (
    <>
      {isOverdue && <Badge tone="bad">{say("{version} overdue", { version })}</Badge>}
      {!isOverdue && behind > 0 && <Badge tone="warn">{say("{behind} behind", { behind })}</Badge>}
      {!isOverdue && due !== null && (
        <span className="text-fg-3">{sayParts("ACK due {when}", { when: <RelativeTime at={due} /> })}</span>
      )}
      {wait !== undefined && (
        <span className="text-warn min-w-0">
          {say(WAITS[wait.on], { role: wait.for, version })}
          <span className="text-fg-3">
            {" "}
            · <RelativeTime at={wait.since} />
          </span>
        </span>
      )}
    </>
  );
}
