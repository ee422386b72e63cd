import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import { type ReactNode, useEffect, useRef } from "react";
import { Changes } from "@/components/ui/changes";
import { lazyPart } from "@/components/ui/lazy-part";
import { useAwake } from "@/components/ui/use-awake";
import { loginAttemptsQuery } from "@/lib/client/people";
import { eventsQuery, HISTORY_NOTICES } from "@/lib/client/history";
import { pages } from "@/lib/client/paths";
import { unfinishedQuery } from "@/lib/client/files";
import { healthQuery, workspacesQuery } from "@/lib/client/server";
import { sessionsQuery } from "@/lib/client/sessions";
import type { Event } from "@/lib/contracts/events";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/i18n/say";
import { NoticeBar } from "./notice-bar";
import { useRouter } from "next/navigation";
import { useDesktopChoice } from "@/lib/client/desktop-choice";
import { needsQuery } from "@/lib/client/needs";
import { sayNeed } from "@/lib/client/say-need";
import type { Need } from "@/lib/contracts/needs";
import { sayKinds } from "@/lib/client/say-kinds";
import { isQuiet, type NeedKind } from "@/lib/core/inbox/needs";

// Most readers never see them.
const FolderClosed = lazyPart(() => import("./rare-notices").then((module) => module.FolderClosed));
const LoginsFailed = lazyPart(() => import("./rare-notices").then((module) => module.LoginsFailed));

/** Mistakes that a person makes; more than that are worth telling. */
const USUAL = 5;

function LoginNotice({ workspace }: { workspace: string }) {
  const { data } = useQuery(loginAttemptsQuery(workspace));
  if (!data || data.failed <= USUAL || data.lastAt === null) return null;
  return <LoginsFailed failed={data.failed} address={data.address} lastAt={data.lastAt} />;
}

export function Notices({ workspace }: { workspace: string }) {
  // This part wakes after the page, which may know by then what the server had not been asked: the first drawing has to be the same.
  if (!useAwake()) return null;
  return (
    <>
      <DatabaseNotice />
      <NewerNotice />
      <FolderNotice workspace={workspace} />
      {/* Told to those alone who can put it right. */}
      <Changes deed="decide about unfinished changes">
        <HistoryNotice workspace={workspace} />
        <UnfinishedNotice workspace={workspace} />
      </Changes>
      <Changes deed="see who is signed in">
        <LoginNotice workspace={workspace} />
      </Changes>
    </>
  );
}

function DatabaseNotice() {
  const { data } = useQuery(healthQuery());
  if (typeof data?.problem !== "string") return null;
  return (
    <NoticeBar bad>
      {sayParts(
        "<b>Changes are refused.</b> {problem} Restart Wardroom to restore from the database. Details: <code>wardroom doctor</code>.",
        {
          b: (inside) => <b className="font-semibold">{inside}</b>,
          problem: data.problem,
          code: (inside) => <code>{inside}</code>,
        },
      )}
    </NoticeBar>
  );
}

/** What the server answers is not checked here: a page of another build may not know it. */
function NewerNotice() {
  const { data } = useQuery(healthQuery());
  const own = useAwake() ? document.documentElement.dataset["build"] : undefined;
  if (own === undefined || typeof data?.build !== "string" || data.build === own) return null;
  return (
    <NoticeBar>
      {sayParts("Wardroom was updated while this page was open. <button>Reload it</button>", {
        button: (inside) => (
          <button type="button" className="underline" onClick={() => window.location.reload()}>
            {inside}
          </button>
        ),
      })}
    </NoticeBar>
  );
}

function FolderNotice({ workspace }: { workspace: string }) {
  const client = useQueryClient();
  const { data } = useQuery(workspacesQuery());
  const folder = data?.items.find(({ name }) => name === workspace)?.folder ?? "there";
  const isClosed = folder !== "there";
  useEffect(() => {
    // The sessions are read again once the folder is back.
    if (!isClosed) return;
    return () => void client.invalidateQueries({ queryKey: sessionsQuery(workspace).queryKey });
  }, [client, workspace, isClosed]);
  if (!isClosed) return null;
  return <FolderClosed workspace={workspace} folder={folder} />;
}

function HistoryNotice({ workspace }: { workspace: string }) {
  const { data } = useInfiniteQuery(eventsQuery(workspace, HISTORY_NOTICES));
  const found = findOpenBreak(data?.pages.flatMap((page) => page.items) ?? []);
  if (found === null) return null;
  return (
    <NoticeBar bad>
      {sayParts(
        "<b>The history of this workspace is not complete.</b> {found} <link>Verify the history</link>, then restore a backup or accept it.",
        {
          b: (inside) => <b className="font-semibold">{inside}</b>,
          found,
          link: (inside) => <PlaceLink href={pages.history(workspace)}>{inside}</PlaceLink>,
        },
      )}
    </NoticeBar>
  );
}

function UnfinishedNotice({ workspace }: { workspace: string }) {
  const health = useQuery(healthQuery());
  const some = (health.data?.unfinished ?? 0) > 0;
  const { data } = useQuery({ ...unfinishedQuery(workspace), enabled: some, ...(some && { refetchInterval: 10_000 }) });
  const count = some ? (data?.items.length ?? 0) : 0;
  if (count === 0) return null;
  return (
    <NoticeBar>
      {sayParts(
        "{count, plural, one {# change was} other {# changes were}} left unfinished by a crash. <link>Retry or discard in Settings</link>",
        { count, link: (inside) => <PlaceLink href={pages.settings(workspace)}>{inside}</PlaceLink> },
      )}
    </NoticeBar>
  );
}

function PlaceLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="underline">
      {children}
    </Link>
  );
}

/** What the newest start found missing in the history, as a sentence; null once the owner has accepted all of it. */
function findOpenBreak(events: readonly Event[]): string | null {
  const broken = events.filter(({ action }) => action === "history.broken");
  const accepted = events.filter(({ action }) => action === "history.accepted");
  const [newest] = broken.toSorted((a, b) => b.id - a.id);
  if (newest === undefined) return null;
  const ids = new Set(
    accepted.flatMap(({ payload }) => (Array.isArray(payload["problems"]) ? payload["problems"].map(String) : [])),
  );
  // Each break is a problem of its own: with fewer accepted than found, one is open.
  const isOpen = ids.size < broken.length || accepted.every(({ id }) => id < newest.id);
  if (!isOpen) return null;
  return typeof newest.payload["detail"] === "string" ? newest.payload["detail"] : say("Something of it is missing.");
}

/**
 * Notifies of what comes to wait while the reader looks elsewhere. What waits already is no news, and what comes in quiet hours is
 * told of when they are over, if it still waits. Several tabs notify once: their messages replace each other.
 */
export function DesktopNotices({ workspace }: { workspace: string }) {
  const [choice] = useDesktopChoice();
  const { data } = useQuery({ ...needsQuery(workspace), refetchIntervalInBackground: true });
  const router = useRouter();
  const seen = useRef<{ keys: ReadonlySet<string>; held: ReadonlySet<string> }>(undefined);

  useEffect(() => {
    if (data === undefined || choice === null) return;
    const before = seen.current;
    const isNews = ({ key, kind }: Need) =>
      before !== undefined && choice.kinds.includes(kind) && (!before.keys.has(key) || before.held.has(key));
    const fresh = data.items.filter(isNews);
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    const quiet = choice.quiet !== null && isQuiet(new Date(), { ...choice.quiet, zone });
    seen.current = {
      keys: new Set(data.items.map(({ key }) => key)),
      held: new Set(quiet ? fresh.map(({ key }) => key) : []),
    };
    if (quiet || fresh.length === 0 || document.hasFocus()) return;
    notify(workspace, fresh, () => router.push(pages.overview(workspace)));
  }, [data, choice, workspace, router]);
  return null;
}

/** So much of a text fits. */
const MOST = 140;

function notify(workspace: string, needs: readonly Need[], open: () => void): void {
  const [first] = needs;
  if (first === undefined || Notification.permission !== "granted") return;
  const kinds: Partial<Record<NeedKind, number>> = {};
  for (const { kind } of needs) kinds[kind] = (kinds[kind] ?? 0) + 1;
  const one = needs.length === 1;
  const title = one
    ? `${first.session ?? workspace}: ${sayKinds(kinds)}`
    : say("{needs, plural, one {# thing needs} other {# things need}} you", { needs: needs.length });
  const { who, text } = sayNeed(first);
  const said = one ? [who, text].filter((part) => part !== null).join(": ") : sayKinds(kinds);
  const body = said.length > MOST ? `${said.slice(0, MOST - 1)}…` : said;
  try {
    const shown = new Notification(title, { body, tag: `wardroom:${workspace}:${one ? first.key : "many"}` });
    shown.onclick = () => {
      window.focus();
      open();
      shown.close();
    };
  } catch {
    // Phones show notifications only from a service worker, and Wardroom has none. The count on the icon tells there.
  }
}
