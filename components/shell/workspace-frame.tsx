"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams, useSearchParams } from "next/navigation";
import { useOffline } from "next/offline";
import { type ReactNode, useEffect, useMemo, useRef, useState, Suspense } from "react";
import { useActions, actionsOf } from "@/components/ui/action-registry";
import { type May, ReaderRights } from "@/components/ui/changes";
import { cx } from "@/components/ui/cx";
import { lazyDialog, lazyPart, unframedPart } from "@/components/ui/lazy-part";
import { forgetDrafts } from "@/components/ui/use-draft";
import { useDesktopChoice } from "@/lib/client/desktop-choice";
import { meQuery } from "@/lib/client/people";
import { pages } from "@/lib/client/paths";
import { createRefresher } from "@/lib/client/refresh";
import { needCountQuery } from "@/lib/client/needs";
import { openStream, type StreamState } from "@/lib/client/stream";
import { isPersonRole } from "@/lib/core/access/person-role";
import { offers } from "@/lib/core/access/decide-access";
import { say } from "@/lib/core/i18n/say";
import { dateWriter } from "@/lib/core/i18n/write-date";
import { NoticeBar } from "./notice-bar";
import { Sidebar } from "./sidebar";
import type { Theme } from "./theme";
import { logout } from "@/lib/client/login";
import { PLACES, SESSION_PLACES } from "./places";
import { useGo } from "./use-go";

const Palette = unframedPart(() => import("./palette").then((module) => module.Palette));

const KeySheet = lazyDialog(() => import("./key-sheet").then((module) => module.KeySheet));

const NOTHING = { text: "", entered: false };

function AppActions({ workspace }: { workspace: string }) {
  const go = useGo();
  const { session } = useParams<{ session?: string }>();
  const [shown, setShown] = useState<"palette" | "keys">();
  // What is typed before the palette has come is handed over to it.
  const [typed, setTyped] = useState(NOTHING);
  const close = () => {
    setShown(undefined);
    setTyped(NOTHING);
  };

  useActions([
    {
      id: "app.palette",
      label: say("Commands"),
      group: "Wardroom",
      keys: "mod+k",
      inPalette: false,
      run: () => setShown("palette"),
    },
    ...actionsOf("Go to", {
      "team.join": {
        changes: "hand out tokens",
        label: say("Add agents…"),
        run: () => go(pages.join(workspace, session === undefined ? undefined : decodeURIComponent(session))),
      },
      "go.wall": { label: say("Show who is at work, for a screen on a wall"), run: () => go(pages.wall(workspace)) },
      "app.terms": { label: say("Explain the terms"), run: () => go("/docs") },
      "app.api": { label: say("Open the API reference"), run: () => go("/docs/api") },
    }),
    ...actionsOf("Wardroom", {
      "app.keys": { label: say("Show all keys"), keys: "?", run: () => setShown("keys") },
      "app.logout": {
        label: say("Sign out of this browser"),
        run: () => {
          forgetDrafts();
          void logout().finally(() => location.replace(pages.login()));
        },
      },
    }),
    ...PLACES.map((place) => ({
      id: `go.${place.id}`,
      label: say("Go to {label}", { label: say(place.label) }),
      group: "Go to" as const,
      keys: place.keys,
      run: () => go(place.href(workspace)),
    })),
    ...(session === undefined ? [] : SESSION_PLACES).map((place) => ({
      id: `go.session.page.${place.id}`,
      label: say("Go to {label} of this session", { label: say(place.label) }),
      group: "Go to" as const,
      ...(place.keys !== undefined && { keys: place.keys }),
      run: () => go(place.href(workspace, decodeURIComponent(session ?? ""))),
    })),
  ]);

  return (
    <>
      <Suspense fallback={<PaletteComing typed={typed.text} onType={setTyped} onClose={close} />}>
        {shown === "palette" && (
          <Palette workspace={workspace} typed={typed.text} entered={typed.entered} onClose={close} />
        )}
      </Suspense>
      {shown === "keys" && <KeySheet onClose={close} />}
    </>
  );
}

function focus(field: HTMLInputElement | null): void {
  field?.focus();
}

/** Where the palette will be, taking what is typed meanwhile: keys are not for the page any more. */
function PaletteComing({
  typed,
  onType,
  onClose,
}: {
  typed: string;
  onType: (typed: typeof NOTHING) => void;
  onClose: () => void;
}) {
  return (
    <div className="border-line-strong bg-raised shadow-pop fixed start-1/2 top-[12vh] z-50 w-[min(600px,calc(100vw-24px))] -translate-x-1/2 overflow-hidden rounded-lg border">
      <input
        aria-label={say("Commands")}
        ref={focus}
        value={typed}
        onChange={(event) => onType({ text: event.target.value, entered: false })}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === "Escape") onClose();
          if (key === "Enter" && !nativeEvent.isComposing) onType({ text: typed, entered: true });
        }}
        placeholder={say("Type a command or search")}
        className="h-11 w-full bg-transparent px-4 text-base outline-none"
      />
    </div>
  );
}

/** A cut shorter than this is nobody's business: it is over before it is read. */
const GRACE = 3000;

const writeTime = dateWriter({ hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** Says on every page that what is shown may be old, while the stream is lost or silent. */
function LostBar({ state, since }: Stream) {
  if (state === "silent") return <NoticeBar>{say("No answer since {time}", { time: writeTime(since) })}</NoticeBar>;
  return state === "lost" ? <DelayedBar /> : null;
}

/** Says of a page that was asked for that it cannot be had yet; Next asks again until it can. */
function AwayBar() {
  return useOffline() ? <NoticeBar>{say("Wardroom does not answer. Your page opens when it does.")}</NoticeBar> : null;
}

function DelayedBar() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), GRACE);
    return () => clearTimeout(timer);
  }, []);
  return shown ? (
    <NoticeBar>{say("The connection to Wardroom is lost. Data may be stale; reconnecting…")}</NoticeBar>
  ) : null;
}

/** How the stream is, and since when where it is silent. */
interface Stream {
  state: StreamState;
  since: number;
}

interface WorkspaceFrameProps {
  workspace: string;
  /** The newest event when the page was read. */
  lastEvent: number;
  theme: Theme;
  children: ReactNode;
}

export function WorkspaceFrame({ workspace, lastEvent, theme, children }: WorkspaceFrameProps) {
  const stream = useLiveStream(workspace, lastEvent);
  const may = useReaderRights(workspace);
  const sidebar = <Sidebar workspace={workspace} stream={stream.state} theme={theme} />;
  // A screen on a wall is read, and nobody goes anywhere from it.
  const isWall = useSearchParams().has("wall");
  return (
    <ReaderRights may={may}>
      <div
        className={cx(
          "grid h-dvh",
          isWall ? "grid-cols-[minmax(0,1fr)]" : "grid-cols-[232px_minmax(0,1fr)] max-md:grid-cols-[minmax(0,1fr)]",
        )}
      >
        <a
          href="#content"
          className="bg-raised shadow-pop sr-only rounded-md px-3 py-2 focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-50"
        >
          {say("Skip to content")}
        </a>
        {!isWall && <div className="border-line bg-panel flex min-h-0 flex-col border-e max-md:hidden">{sidebar}</div>}
        <div className="flex min-h-0 min-w-0 flex-col">
          <LostBar {...stream} />
          <AwayBar />
          <Notices workspace={workspace} />
          {children}
        </div>
        <SidebarSheet>{sidebar}</SidebarSheet>
        <AppActions workspace={workspace} />
        <TitleCount workspace={workspace} />
        <Notifying workspace={workspace} />
        {stream.state === "live" && <Presence workspace={workspace} />}
      </div>
    </ReaderRights>
  );
}

/** What the reader may do here; what changes about it is known as soon as the stream tells of it. */
function useReaderRights(workspace: string): May {
  const { data } = useQuery(meQuery(workspace));
  const kind = data?.kind;
  const bound = data?.workspace ?? null;
  return useMemo(() => {
    const reader = kind !== undefined && isPersonRole(kind) ? { kind, workspace: bound } : undefined;
    return (deed) => reader !== undefined && offers(reader, deed);
  }, [kind, bound]);
}

/** The sidebar where there is no room for it: the browser's own modal, closed by going somewhere. */
function SidebarSheet({ children }: { children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);

  useActions([
    {
      id: "app.sidebar",
      label: say("Show places and sessions"),
      group: "Wardroom",
      inPalette: false,
      run: () => setOpen(true),
    },
  ]);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

  return (
    <dialog
      ref={dialog}
      aria-label={say("Places and sessions")}
      onClose={() => setOpen(false)}
      onClick={(event) => {
        const onBackdrop = event.target === dialog.current;
        const onLink = event.target instanceof Element && event.target.closest("a") !== null;
        if (onBackdrop || onLink) setOpen(false);
      }}
      className="border-line bg-panel text-fg backdrop:bg-veil m-0 h-dvh max-h-none w-[264px] border-e open:flex"
    >
      {open && children}
    </dialog>
  );
}

/** Keeps what is on screen current by the workspace's stream, and tells how the stream is. */
function useLiveStream(workspace: string, after: number): Stream {
  const client = useQueryClient();
  const [stream, setStream] = useState<Stream>({ state: "connecting", since: 0 });
  // Where the first page began: pages that follow are told of everything since by the stream itself.
  const [start] = useState(after);
  useEffect(() => {
    function onState(next: StreamState, since = 0) {
      setStream({ state: next, since });
      // The server answers again: so does what it left unanswered.
      if (next === "live") void client.refetchQueries({ predicate: ({ state: { status } }) => status === "error" });
    }
    return openStream(workspace, start, { ...createRefresher(client, workspace), onState });
  }, [client, workspace, start]);
  return stream;
}

/** What they ask the server, the page itself need not wait for. */
const Notices = lazyPart(() => import("./notices").then((module) => module.Notices));

const Presence = lazyPart(() => import("@/components/shell/presence").then((module) => module.Presence));

const DesktopNotices = lazyPart(() => import("./notices").then((module) => module.DesktopNotices));

/** Loaded only where the reader wants to be notified. */
function Notifying({ workspace }: { workspace: string }) {
  return useDesktopChoice()[0] === null ? null : <DesktopNotices workspace={workspace} />;
}

/** Puts the number of what waits before the tab's title, whoever sets that title, and on the icon of the installed application. */
function TitleCount({ workspace }: { workspace: string }) {
  const { data } = useQuery(needCountQuery(workspace));
  const count = data?.waiting ?? 0;

  useEffect(() => {
    // A browser has no badge for a page that is not installed; then there is nothing to show it on.
    if ("setAppBadge" in navigator) void navigator.setAppBadge(count).catch(() => undefined);
  }, [count]);

  useEffect(() => {
    function write() {
      // "(3) invoice-import · Memory" → "invoice-import · Memory"
      const plain = document.title.replace(/^\(\d+\) /, "");
      const wanted = count > 0 ? `(${count}) ${plain}` : plain;
      if (document.title !== wanted) document.title = wanted;
    }
    write();
    // Next sets the title when it shows a page, which may be after this.
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [count]);
  return null;
}
