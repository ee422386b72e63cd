"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import type { ReactNode } from "react";
import { Trash } from "@/components/overview/trash";
import { Content } from "@/components/shell/content";
import { ProjectsBelow } from "@/components/shell/projects-below";
import { type Theme, THEMES } from "@/components/shell/theme";
import { Term } from "@/components/terms/term";
import { runAction, useActionList } from "@/components/ui/action-registry";
import { Button } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { CopyText } from "@/components/ui/copy-text";
import { EmptyState } from "@/components/ui/empty-state";
import { AreaField } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { ViewSwitch } from "@/components/ui/view-switch";
import { newestFirst } from "@/lib/client/session-lists";
import { useKept } from "@/lib/client/kept";
import { meQuery, browsersQuery, ROLE_WORDS } from "@/lib/client/people";
import { storageQuery } from "@/lib/client/server";
import { sessionsQuery } from "@/lib/client/sessions";
import { isPersonRole } from "@/lib/core/access/person-role";
import { forPrograms } from "@/lib/contracts/own-host";
import { sayParts } from "@/components/ui/say-parts";
import { type Language, LANGUAGE_COOKIE, LANGUAGES } from "@/lib/core/i18n/languages";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";
import { Desktop, WebhookForm } from "./notifications";
import { People } from "./people";
import { Replicas, RepairMode, Unfinished } from "./upkeep";
import { RoleTokens, Viewers } from "@/components/settings/credentials";
import { SessionSetup } from "./session-setup";
import { call } from "@/lib/client/call";
import { useChange } from "@/components/shell/use-change";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Browser } from "@/lib/contracts/browsers";

const WORDS: Record<Theme, Sentence> = { system: sentence("System"), light: sentence("Light"), dark: sentence("Dark") };

function ThemeChoice() {
  const actions = useActionList();
  // The theme that is shown is the one that cannot be chosen.
  const shown = THEMES.find((theme) => actions.some(({ id, enabled }) => id === `theme.${theme}` && enabled === false));
  return (
    <ViewSwitch
      label={say("Theme")}
      views={THEMES}
      value={shown}
      onChange={(theme) => runAction(`theme.${theme}`)}
      name={(theme) => say(WORDS[theme])}
    />
  );
}

function Prices() {
  const [prices, keep] = useKept("prices");
  return (
    <AreaField
      label={say("A client and its price in each line")}
      hint={say("* stands for all other clients.")}
      placeholder={"claude 3\n* 2"}
      rows={3}
      value={prices ?? ""}
      onValue={(text) => keep(text === "" ? null : text)}
    />
  );
}

interface SettingsProps {
  workspace: string;
  /** Where this Wardroom is reached, as the reader reached it. */
  origin: string;
  /** The language that was chosen for this browser. */
  language: Language | null;
  /** What people know the provider by that signs them in; null without one. */
  provider: string | null;
}

export function Settings({ workspace, origin, language, provider }: SettingsProps) {
  const { data } = useQuery(sessionsQuery(workspace));
  const { data: me } = useQuery(meQuery(workspace));
  const [asked, setAsked] = useQueryState("session", parseAsString);
  const sessions = (data?.items ?? []).toSorted((a, b) => a.id.localeCompare(b.id));
  const session = sessions.find((each) => each.id === asked) ?? newestFirst(sessions)[0];

  return (
    <Content>
      <div className="mx-auto flex w-full max-w-[760px] flex-col gap-8 px-4 py-6">
        <Changes deed="decide about unfinished changes">
          <Unfinished
            workspace={workspace}
            frame={(list) => (
              <Group title={say("Unfinished changes")} about={say("Interrupted by a crash and not finished since.")}>
                {list}
              </Group>
            )}
          />
        </Changes>
        <Changes deed="hand out tokens">
          <Group
            title={say("Role tokens")}
            about={
              <>
                {sayParts("One agent, one <term>role</term> in a <term2>session</term2>, one token.", {
                  term: (inside) => <Term id="role">{inside}</Term>,
                  term2: (inside) => <Term id="session">{inside}</Term>,
                })}
              </>
            }
          >
            {session ? (
              <>
                <Select
                  label={say("Session")}
                  value={session.id}
                  onChange={(id) => void setAsked(id)}
                  options={sessions.map(({ id }) => ({ value: id, label: id }))}
                  className="max-w-80"
                />
                <div className="border-line overflow-hidden rounded-lg border">
                  <RoleTokens key={session.id} scope={{ workspace, session: session.id }} roles={session.roles} />
                </div>
                <SessionSetup key={`setup ${session.id}`} scope={{ workspace, session: session.id }} />
              </>
            ) : (
              data && (
                <EmptyState title={say("No session yet")}>
                  {say("Create one on the overview: its roles have their tokens here.")}
                </EmptyState>
              )
            )}
          </Group>
        </Changes>
        <Group title={say("People")} about={say("Who works here by name, and what each may do.")}>
          <People workspace={workspace} origin={origin} provider={provider} />
        </Group>
        <Changes deed="decide who looks at a workspace">
          <Group title={say("Viewers")} about={say("Read-only links without a name, as for a wall screen.")}>
            <Viewers workspace={workspace} origin={origin} />
          </Group>
        </Changes>
        <Changes deed="see who is signed in">
          <Group title={say("Browsers")} about={say("Who is signed in to this dashboard.")}>
            <Browsers workspace={workspace} />
          </Group>
        </Changes>
        <Changes deed="change what is done about overwritten files">
          <Group title={say("Overwritten lines")} about={say("When a program saves an old copy over newer lines.")}>
            <RepairMode workspace={workspace} />
          </Group>
        </Changes>
        <Group
          title={say("Checkouts elsewhere")}
          about={say("Kept in step with this workspace by the command wardroom replica.")}
        >
          <Replicas workspace={workspace} origin={origin} />
        </Group>
        <Group
          title={say("Desktop notifications")}
          about={say("From this browser, while Wardroom is open in the background.")}
        >
          <Desktop />
        </Group>
        <Changes deed="decide where messages are sent">
          <Group title={say("Webhook")} about={say("Tells you what needs you: kind, session, role, never the text.")}>
            <WebhookForm workspace={workspace} />
          </Group>
        </Changes>
        <Group title={say("Prices")} about={say("Dollars for a million tokens, by client. In this browser.")}>
          <Prices />
        </Group>
        <Group title={say("Appearance")} about={say("In this browser.")}>
          <ThemeChoice />
        </Group>
        <Group title={say("Language")} about={say("In this browser.")}>
          <LanguageChoice chosen={language} />
        </Group>
        <Group title={say("Workspace")} about={say("Connection details.")}>
          <dl className="grid grid-cols-[104px_minmax(0,1fr)] items-center gap-x-3 gap-y-2">
            <dt className="text-fg-3">{say("Name")}</dt>
            <dd dir="auto">{workspace}</dd>
            {me && isPersonRole(me.kind) && (
              <>
                <dt className="text-fg-3">{say("Signed in as")}</dt>
                <dd>
                  <bdi>{me.person?.name ?? say(ROLE_WORDS[me.kind].label)}</bdi>
                  {me.person && <span className="text-fg-3"> · {say(ROLE_WORDS[me.kind].label)}</span>}
                </dd>
              </>
            )}
            <dt className="text-fg-3">API</dt>
            <dd>
              <CopyText
                text={`${forPrograms(origin)}/api/v1/workspaces/${encodeURIComponent(workspace)}`}
                label={say("Copy the address of the API")}
              />
            </dd>
          </dl>
          <Changes deed="see where the data lies">
            <Storage workspace={workspace} />
          </Changes>
        </Group>
      </div>
      <Trash workspace={workspace} />
    </Content>
  );
}

function Group({ title, about, children }: { title: string; about: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <div>
        <h2 className="text-base font-semibold">{title}</h2>
        <p className="text-fg-2">{about}</p>
      </div>
      {children}
    </section>
  );
}

function Storage({ workspace }: { workspace: string }) {
  const { data } = useQuery(storageQuery(workspace));
  if (!data) return null;
  const rows = [
    [say("Files"), <code key="files">{data.workspaceFolder}</code>],
    ...(data.subprojects.length > 0 ? [[say("Projects below"), <ProjectsBelow key="below" {...data} />] as const] : []),
    [say("History"), <code key="history">{data.dataFolder}</code>],
    [
      say("Database"),
      say("{size}, {events, plural, one {# event} other {# events}}", {
        size: sizeOf(data.databaseBytes),
        events: data.events,
      }),
    ],
    [say("Trash"), data.trashBytes === 0 ? say("empty") : sizeOf(data.trashBytes)],
  ] satisfies (readonly [string, React.ReactNode])[];
  return (
    <dl className="grid grid-cols-[104px_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-fg-3">{name}</dt>
          <dd className="[overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function sizeOf(bytes: number): string {
  if (bytes < 1_000_000) return say("{size, number} KB", { size: Math.max(1, Math.round(bytes / 1000)) });
  return say("{size} MB", { size: (bytes / 1_000_000).toFixed(1) });
}

const CHOICES = ["browser", "en", "ko"] as const satisfies (Language | "browser")[];

/** In which language the dashboard is: the browser's, or one that is kept for a year. */
function LanguageChoice({ chosen }: { chosen: Language | null }) {
  function choose(choice: Language | "browser") {
    const kept = choice === "browser" ? "max-age=0" : "max-age=31536000";
    document.cookie = `${LANGUAGE_COOKIE}=${choice}; path=/; ${kept}; samesite=lax`;
    // What is drawn already is in the other language.
    window.location.reload();
  }

  return (
    <ViewSwitch
      label={say("Language")}
      views={CHOICES}
      value={chosen ?? "browser"}
      onChange={choose}
      name={(choice) =>
        choice === "browser" ? say("Browser language") : <span lang={choice}>{LANGUAGES[choice]}</span>
      }
    />
  );
}

function Browsers({ workspace }: { workspace: string }) {
  const { data } = useQuery(browsersQuery(workspace));
  const { run } = useChange([browsersQuery(workspace).queryKey]);

  const end = (browser: Browser) =>
    run({
      send: () => call("DELETE /browsers/{browser}", { params: { workspace, browser: browser.id } }),
      done: () => ({ title: say("Signed out {browser}", { browser: nameOf(browser) }) }),
      failed: say("Not signed out"),
    });

  if (!data || data.items.length === 0) return null;
  return (
    <ul aria-label={say("Signed-in browsers")} className="border-line overflow-hidden rounded-lg border">
      {data.items.map((browser) => (
        <li
          key={browser.id}
          className="border-line flex min-h-9 flex-wrap items-center gap-x-3 gap-y-0.5 border-t px-3 py-1 text-xs first:border-t-0"
        >
          <span dir="auto" className="font-semibold [overflow-wrap:anywhere]">
            {nameOf(browser)}
          </span>
          <span className="text-fg-2 min-w-0 flex-1 [overflow-wrap:anywhere]">
            {sayParts(
              "{kind, select, none {} viewer {viewer {label}, } other {{label}, }}signed in {when}{isKnown, select, true { from {address}} other {}}",
              {
                kind: browser.label === null ? "none" : browser.kind,
                label: browser.label ?? "",
                when: <RelativeTime at={browser.createdAt} ago />,
                isKnown: String(browser.address !== null),
                address: browser.address ?? "",
              },
            )}
          </span>
          {browser.isThis ? (
            <span className="text-fg-3">{say("This browser")}</span>
          ) : (
            <Button
              look="danger"
              size="small"
              aria-label={say("Sign out {browser}, signed in {createdAt}", {
                browser: nameOf(browser),
                createdAt: browser.createdAt,
              })}
              onClick={() => void end(browser)}
            >
              {say("Sign out")}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The short name of the program, out of the long one that browsers give. */
function nameOf({ userAgent }: Browser): string {
  // Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Edg/142.0
  const known = ["Edg", "OPR", "Firefox", "Chrome", "Safari"].find((name) => userAgent?.includes(`${name}/`));
  const names: Record<string, string> = { Edg: "Edge", OPR: "Opera" };
  return known === undefined ? (userAgent?.slice(0, 40) ?? say("Unknown browser")) : (names[known] ?? known);
}
