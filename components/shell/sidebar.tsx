import { Monitor, Moon, Search, Sun, ChevronsUpDown } from "@/components/ui/icons";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import { usePathname } from "next/navigation";
import { useState, type ReactNode, useId } from "react";
import { FaultMark } from "@/components/shell/fault-mark";
import { ActionButton } from "@/components/ui/action-button";
import { useActions } from "@/components/ui/action-registry";
import { IconButton, Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { announce } from "@/components/ui/live-region";
import { Mark } from "@/components/ui/mark";
import { needCountQuery } from "@/lib/client/needs";
import { pages } from "@/lib/client/paths";
import type { StreamState } from "@/lib/client/stream";
import { say, sayNumber, sentence } from "@/lib/core/i18n/say";
import { NavLink } from "./nav-link";
import { PLACES } from "./places";
import { SidebarSessions } from "./sidebar-sessions";
import { applyTheme, type Theme, THEMES } from "./theme";
import { workspacesQuery } from "@/lib/client/server";
import { useGo } from "./use-go";

const ICONS = { system: Monitor, light: Sun, dark: Moon };

const WORDS = { system: sentence("the system's"), light: sentence("light"), dark: sentence("dark") };

function ThemeToggle({ theme: initial }: { theme: Theme }) {
  const [theme, setTheme] = useState(initial);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";

  function choose(chosen: Theme) {
    applyTheme(chosen);
    setTheme(chosen);
    announce(say("Theme: {theme}", { theme: say(WORDS[chosen]) }));
  }

  useActions(
    THEMES.map((each) => ({
      id: `theme.${each}`,
      label:
        each === "system" ? say("Use the system's theme") : say("Use the {theme} theme", { theme: say(WORDS[each]) }),
      group: "Wardroom" as const,
      enabled: each !== theme,
      run: () => choose(each),
    })),
  );

  const Icon = ICONS[theme];
  return (
    <IconButton
      icon={Icon}
      iconSize={14}
      label={say("Theme is {theme}; change to {next}", { theme: say(WORDS[theme]), next: say(WORDS[next]) })}
      onClick={() => choose(next)}
      title={say("Theme: {theme}", { theme: say(WORDS[theme]) })}
    />
  );
}

const STATES = {
  live: { tone: "ok", shape: "dot", words: sentence("live"), title: sentence("Connected: changes appear live") },
  connecting: { tone: "neutral", shape: "ring", words: sentence("connecting"), title: sentence("Connecting") },
  lost: {
    tone: "warn",
    shape: "ring",
    words: sentence("reconnecting"),
    title: sentence("Connection lost; reconnecting"),
  },
  silent: { tone: "warn", shape: "ring", words: sentence("no answer"), title: sentence("The server does not answer") },
} as const;

function ConnectionState({ state }: { state: StreamState }) {
  const { tone, shape, words, title } = STATES[state];
  return (
    <span role="status" title={say(title)} className="text-fg-3 flex items-center gap-1.5 text-xs">
      <Mark tone={tone} shape={shape} />
      {say(words)}
    </span>
  );
}

export function Sidebar({ workspace, stream, theme }: { workspace: string; stream: StreamState; theme: Theme }) {
  const path = usePathname();
  const { data: needs } = useQuery(needCountQuery(workspace));
  return (
    <nav aria-label={say("Workspace")} className="flex min-h-0 min-w-0 flex-1 flex-col gap-3.5 px-2 py-2">
      <WorkspaceSwitch workspace={workspace}>
        <Link href={pages.overview(workspace)} className="flex h-7 items-center gap-2 rounded-md px-2 font-semibold">
          <Logo />
          Wardroom
        </Link>
      </WorkspaceSwitch>
      <div>
        {PLACES.map((place) => (
          <NavLink
            key={place.id}
            href={place.href(workspace)}
            current={isWithin(path, place.href(workspace), workspace)}
            {...(place.id === "overview" &&
              needs !== undefined &&
              needs.waiting > 0 && { count: sayNumber(needs.waiting), hot: true, countLabel: say("waiting for you") })}
          >
            {say(place.label)}
            {place.holds && <FaultMark workspace={workspace} within={place.holds} />}
          </NavLink>
        ))}
      </div>
      <div className="thin-scrollbar -mx-1 flex min-h-0 flex-1 flex-col gap-3.5 overflow-y-auto px-1">
        <SidebarSessions workspace={workspace} />
      </div>
      <div className="flex items-center gap-1 ps-2">
        <ConnectionState state={stream} />
        <span className="flex-1" />
        <ThemeToggle theme={theme} />
        <ActionButton action="app.keys" label={say("Keys")} look="ghost" size="icon-small">
          <span aria-hidden>?</span>
        </ActionButton>
        <ActionButton action="app.palette" label={say("Commands")} look="ghost" size="small">
          <Search size={14} aria-hidden />
          <Kbd keys="mod+k" />
        </ActionButton>
      </div>
    </nav>
  );
}

function Logo() {
  return (
    <svg viewBox="0 0 14 14" aria-hidden className="text-accent size-3.5">
      <path d="M7 0 14 7 7 14 0 7Z" fill="currentColor" />
    </svg>
  );
}

/** Whether a page is the place or lies below it; everything lies below the overview, which is its own page alone. */
function isWithin(path: string, place: string, workspace: string): boolean {
  return path === place || (place !== pages.overview(workspace) && path.startsWith(`${place}/`));
}

/** The name of the open workspace beside `children`; where the server has others, a button that lists them with what waits in each. */
export function WorkspaceSwitch({ workspace, children }: { workspace: string; children?: ReactNode }) {
  const { data } = useQuery(workspacesQuery());
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const go = useGo();
  const others = (data?.items ?? []).map(({ name }) => name).filter((name) => name !== workspace);

  useActions(
    others.map((name) => ({
      id: `go.workspace.${name}`,
      label: say("Switch to workspace {name}", { name }),
      group: "Go to" as const,
      run: () => go(pages.overview(name)),
    })),
  );

  const name = (
    <span className="truncate" dir="auto" title={workspace}>
      {workspace}
    </span>
  );
  return (
    <div>
      <div className="flex h-7 items-center gap-2">
        {children}
        {others.length === 0 ? (
          <span className="text-fg-3 ms-auto min-w-0 truncate px-2 text-xs">{name}</span>
        ) : (
          <Button
            look="ghost"
            size="small"
            className="ms-auto min-w-0 shrink!"
            aria-expanded={isOpen}
            aria-controls={list}
            aria-label={say("Workspace {workspace}: switch", { workspace })}
            onClick={() => setOpen(!isOpen)}
          >
            {name}
            <ChevronsUpDown size={12} aria-hidden className="shrink-0" />
          </Button>
        )}
      </div>
      {others.length > 0 && (
        <ul
          id={list}
          hidden={!isOpen}
          aria-label={say("Other workspaces")}
          className="border-line bg-raised mt-1 max-h-56 overflow-y-auto rounded-md border p-1"
        >
          {isOpen && others.map((other) => <OtherWorkspace key={other} name={other} />)}
        </ul>
      )}
    </div>
  );
}

function OtherWorkspace({ name }: { name: string }) {
  const { data } = useQuery(needCountQuery(name));
  const waiting = data?.waiting ?? 0;
  return (
    <li>
      <NavLink
        href={pages.overview(name)}
        current={false}
        {...(waiting > 0 && { count: sayNumber(waiting), hot: true, countLabel: say("waiting for you") })}
      >
        <span className="truncate" dir="auto" title={name}>
          {name}
        </span>
      </NavLink>
    </li>
  );
}
