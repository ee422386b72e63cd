"use client";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useActions } from "@/components/ui/action-registry";
import { ReaderRights } from "@/components/ui/changes";
import { AppActions } from "./app-actions";
import { LostBar } from "./lost-bar";
import { Notices } from "./notices";
import { Sidebar } from "./sidebar";
import type { Theme } from "./theme";
import { TitleCount } from "./title-count";
import { useLiveStream } from "./use-live-stream";

interface WorkspaceFrameProps {
  workspace: string;
  /** The newest event when the page was read. */
  lastEvent: number;
  theme: Theme;
  /** The reader may only look. */
  looksOnly: boolean;
  children: ReactNode;
}

/** The frame of every page of a workspace: the sidebar, the page, and one stream that keeps both current. */
export function WorkspaceFrame({ workspace, lastEvent, theme, looksOnly, children }: WorkspaceFrameProps) {
  const stream = useLiveStream(workspace, lastEvent);
  const sidebar = <Sidebar workspace={workspace} stream={stream} theme={theme} />;
  return (
    <ReaderRights looksOnly={looksOnly}>
      <div className="grid h-dvh grid-cols-[232px_minmax(0,1fr)] max-md:grid-cols-[minmax(0,1fr)]">
        <a
          href="#content"
          className="bg-raised shadow-pop sr-only rounded-md px-3 py-2 focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-50"
        >
          Skip to content
        </a>
        <div className="border-line bg-panel flex min-h-0 flex-col border-e max-md:hidden">{sidebar}</div>
        <div className="flex min-h-0 min-w-0 flex-col">
          <LostBar state={stream} />
          <Notices workspace={workspace} looksOnly={looksOnly} />
          {children}
        </div>
        <SidebarSheet>{sidebar}</SidebarSheet>
        <AppActions workspace={workspace} />
        <TitleCount workspace={workspace} />
      </div>
    </ReaderRights>
  );
}

/** The sidebar where there is no room for it: the browser's own modal, closed by going somewhere. */
function SidebarSheet({ children }: { children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);

  useActions([
    {
      id: "app.sidebar",
      label: "Show places and sessions",
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
      aria-label="Places and sessions"
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
