import { useQuery } from "@tanstack/react-query";
import { useParams, useSearchParams } from "next/navigation";
import { Pin } from "@/components/ui/icons";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { FaultMark } from "@/components/shell/fault-mark";
import { useActions } from "@/components/ui/action-registry";
import { cx } from "@/components/ui/cx";
import { FoldArrow } from "@/components/ui/fold-arrow";
import { sayParts } from "@/components/ui/say-parts";
import { SkeletonRows } from "@/components/ui/skeleton";
import { decodeSegment, pages } from "@/lib/client/paths";
import { useDebounced } from "@/components/ui/use-debounced";
import { atWork, matchingSessions, pinnedFirst, workOver } from "@/lib/client/session-lists";
import { sessionNamesQuery, sessionsQuery } from "@/lib/client/sessions";
import { needCountQuery } from "@/lib/client/needs";
import type { Session } from "@/lib/contracts/sessions";
import { isFolderName } from "@/lib/core/text/visible";
import { sessionOfPath } from "@/lib/core/memory/session-paths";
import { SessionFilter } from "./session-filter";
import { useGo } from "./use-go";
import { usePins } from "./use-pins";
import { NavLink } from "./nav-link";
import { useFinishedShown } from "./use-finished-shown";
import { waitingIn } from "./waiting";
import { sayKinds } from "@/lib/client/say-kinds";
import { say, sayNumber } from "@/lib/core/i18n/say";
import { greatest } from "@/lib/core/lists";

/** So many sessions leave room for the roles below them. */
const FEW_SESSIONS = 8;

/** In a window of some height the sessions and the roles scroll by themselves, so that neither pushes the other out of sight. */
const OWN_SCROLL = "tall:-mx-1 tall:scroll-pt-6 tall:overflow-y-auto tall:px-1 tall:pb-px tall:thin-scrollbar";
const GIVES_WAY = "tall:min-h-0 tall:shrink";
const KEEPS_ROOM = "tall:max-h-1/2 tall:shrink-0";

/** It stays above its list, however far that is scrolled. */
const HEADING = "text-2xs text-fg-3 bg-panel sticky top-0 px-2 pb-1 font-semibold";

export function SidebarSessions({ workspace }: { workspace: string }) {
  const { data, isError } = useQuery(sessionsQuery(workspace));
  const { session: open } = useParams<{ session?: string }>();
  const openId = open === undefined ? undefined : decodeSegment(open);
  const role = useSearchParams().get("role");
  const go = useGo();
  const { pins, pin } = usePins(workspace);
  const all = useMemo(() => atWork(data?.items ?? []).filter(({ id }) => isFolderName(id)), [data]);
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const sessions = useMemo(() => pinnedFirst(matchingSessions(all, text), pins), [all, text, pins]);
  const over = useMemo(() => workOver(data?.items ?? []).filter(({ id }) => isFolderName(id)), [data]);
  const [finishedShown, showFinished] = useFinishedShown(over.length);
  // What one looks for, and the session that is open, are never folded away.
  const finished = text !== "" ? matchingSessions(over, text) : over.filter(({ id }) => finishedShown || id === openId);
  const wanted = useDebounced(text.trim(), 200);
  const cut = data !== undefined && data.nextCursor !== null;
  // Of very many only a part is listed: names of the others are asked for.
  const { data: named } = useQuery({ ...sessionNamesQuery(workspace, wanted), enabled: cut && wanted !== "" });
  const listed = new Set(data?.items.map(({ id }) => id));
  const unlisted = [
    ...(text === "" && cut ? pins.filter((id) => !listed.has(id)) : []),
    ...(text === "" ? [] : (named?.items ?? []).filter((id) => !listed.has(id))),
  ];

  const many = all.length + over.length > FEW_SESSIONS;
  useActions([
    ...[...all, ...over].map((session) => ({
      id: `go.session.${session.id}`,
      label: say("Go to session {id}", { id: session.id }),
      group: "Go to" as const,
      enabled: session.id !== openId,
      run: () => go(pages.memory(workspace, session.id)),
    })),
    ...(many
      ? [
          {
            id: "session.filter",
            label: say("Filter sessions"),
            group: "Go to" as const,
            keys: "g s",
            run: () => field.current?.focus(),
          },
        ]
      : []),
    ...(typeof openId !== "string"
      ? []
      : [
          {
            id: "session.pin",
            label: pins.includes(openId)
              ? say("Unpin {openId}", { openId })
              : say("Pin {openId} to the top", { openId }),
            group: "Page" as const,
            changes: "mark what waits for a person",
            run: () => pin(openId),
          },
        ]),
  ]);

  const current = data?.items.find((session) => session.id === openId);
  const list = useRef<HTMLElement>(null);
  const roles = useRef<HTMLElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [current?.id]);

  useWholeRows(list, sessions.length + finished.length + unlisted.length);
  useWholeRows(roles, current?.roles.length ?? 0);

  return (
    <>
      <section ref={list} aria-labelledby="nav-sessions" className={cx(OWN_SCROLL, many ? GIVES_WAY : KEEPS_ROOM)}>
        <h2 id="nav-sessions" className={HEADING}>
          {say("Sessions")}
        </h2>
        {!data && !isError && <SkeletonRows rows={3} height="h-7" />}
        {isError && !data && <p className="text-fg-3 px-2 text-xs">{say("Could not be read.")}</p>}
        {many && (
          <div className="bg-panel sticky top-5 z-[1] px-1 pb-1.5">
            <SessionFilter
              value={text}
              onChange={setText}
              field={field}
              onEnter={() => {
                const [first = unlisted[0]] = [...sessions, ...finished].map(({ id }) => id);
                if (text !== "" && first !== undefined) go(pages.memory(workspace, first));
              }}
              className="w-full"
            />
          </div>
        )}
        {data && all.length + over.length === 0 && <p className="text-fg-3 px-2 text-xs">{say("None yet.")}</p>}
        {text !== "" && sessions.length + finished.length + unlisted.length === 0 && (
          <p role="status" className="text-fg-3 px-2 text-xs">
            {say("No session matches.")}
          </p>
        )}
        {sessions.map((session) => (
          <SessionLink key={session.id} workspace={workspace} session={session} current={session.id === openId}>
            {pins.includes(session.id) && <Pinned />}
          </SessionLink>
        ))}
        {unlisted.map((id) => (
          <NavLink key={id} href={pages.memory(workspace, id)} current={id === openId} shallow={false}>
            <span className="truncate" dir="auto">
              {id}
            </span>
            {pins.includes(id) && <Pinned />}
          </NavLink>
        ))}
        {over.length > 0 && text === "" && (
          <details open={finishedShown} className="group">
            <summary
              onClick={(event) => {
                event.preventDefault();
                showFinished(!finishedShown);
              }}
              className="text-fg-3 hover:bg-hover hover:text-fg flex h-7 cursor-default items-center gap-1 rounded-md px-1 text-xs select-none"
            >
              <FoldArrow />
              {sayParts("Finished {count}", { count: <span className="ms-auto pe-1">{sayNumber(over.length)}</span> })}
            </summary>
          </details>
        )}
        {finished.map((session) => (
          <SessionLink key={session.id} workspace={workspace} session={session} current={session.id === openId} />
        ))}
        {cut && text === "" && <MoreSessions />}
      </section>
      {current && current.roles.length > 0 && (
        <section ref={roles} aria-labelledby="nav-roles" className={cx(OWN_SCROLL, many ? KEEPS_ROOM : GIVES_WAY)}>
          <h2 id="nav-roles" className={HEADING}>
            {say("Roles")}
          </h2>
          {current.roles.map((each) => (
            <NavLink
              key={each.id}
              href={
                role === each.id ? pages.memory(workspace, current.id) : pages.section(workspace, current.id, each.id)
              }
              current={role === each.id}
              shallow
              count={sayNumber(each.items)}
              countLabel={say("items")}
            >
              <span className={each.state === "active" ? "truncate" : "text-fg-3 truncate line-through"}>
                {each.id}
              </span>
            </NavLink>
          ))}
        </section>
      )}
    </>
  );
}

interface SessionLinkProps {
  workspace: string;
  session: Session;
  current: boolean;
  children?: ReactNode;
}

function SessionLink({ workspace, session: { id, feature, finished }, current, children }: SessionLinkProps) {
  const { data: needs } = useQuery(needCountQuery(workspace));
  const { waiting, kinds } = waitingIn(needs, id);
  return (
    <NavLink
      href={pages.memory(workspace, id)}
      current={current}
      count={waiting || undefined}
      hot={waiting > 0}
      countLabel={say("waiting: {kinds}", { kinds: sayKinds(kinds) })}
    >
      <span className={cx("truncate", finished !== null && "text-fg-3 ps-3")} dir="auto" title={feature}>
        {id}
      </span>
      {children}
      <FaultMark workspace={workspace} within={(path) => sessionOfPath(path) === id} />
    </NavLink>
  );
}

function Pinned() {
  return (
    <span title={say("Pinned")} className="text-fg-3 shrink-0">
      <Pin size={12} aria-hidden />
      <span className="sr-only">{say("pinned")}</span>
    </span>
  );
}

/** Of very many sessions only those that changed last are listed. */
function MoreSessions() {
  return <p className="text-fg-3 px-2 pt-1 text-xs">{say("These changed last. The filter finds the others.")}</p>;
}

/** Ends a list that scrolls after a whole row, whatever room there is, so that no row of it is cut at rest. It is to know how many rows there are. */
function useWholeRows(list: RefObject<HTMLElement | null>, rows: number): void {
  useLayoutEffect(() => {
    const element = list.current;
    const around = element?.parentElement;
    if (!element || !around) return;
    const fit = () => endAfterRow(element);
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(around);
    for (const child of around.children) observer.observe(child);
    return () => observer.disconnect();
  }, [list, rows]);
}

function endAfterRow(element: HTMLElement): void {
  element.style.maxHeight = "";
  if (getComputedStyle(element).overflowY === "visible" || element.scrollHeight <= element.clientHeight + 1) return;
  const top = element.getBoundingClientRect().top - element.scrollTop;
  const ends = [...element.querySelectorAll("a, summary")].map((row) => row.getBoundingClientRect().bottom - top);
  const last = greatest(ends.filter((end) => end <= element.clientHeight));
  if (Number.isFinite(last)) element.style.maxHeight = `${last}px`;
}
