"use client";
import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import type { ReactNode } from "react";
import { Trash } from "@/components/overview/trash";
import { Content } from "@/components/shell/content";
import { CopyText } from "@/components/ui/copy-text";
import { EmptyState } from "@/components/ui/empty-state";
import { Select } from "@/components/ui/select";
import { newestFirst } from "@/lib/client/newest-first";
import { api } from "@/lib/client/paths";
import { sessionsQuery } from "@/lib/client/queries/sessions";
import { forPrograms } from "@/lib/contracts/own-host";
import { AckDeadline } from "./ack-deadline";
import { Browsers } from "./browsers";
import { RepairMode } from "./repair-mode";
import { RoleTokens } from "./role-tokens";
import { Storage } from "./storage";
import { ThemeChoice } from "./theme-choice";
import { Unfinished } from "./unfinished";
import { Viewers } from "./viewers";

interface SettingsProps {
  workspace: string;
  /** Where this Wardroom is reached, as the reader reached it. */
  origin: string;
  /** The reader may change nothing, and is not shown what only who may is told. */
  looksOnly: boolean;
}

/** Who may write with which token, and how this workspace is set up. */
export function Settings({ workspace, origin, looksOnly }: SettingsProps) {
  const { data } = useQuery(sessionsQuery(workspace));
  const [asked, setAsked] = useQueryState("session", parseAsString);
  const sessions = (data?.items ?? []).toSorted((a, b) => a.id.localeCompare(b.id));
  const session = sessions.find((each) => each.id === asked) ?? newestFirst(sessions)[0];

  return (
    <Content>
      <div className="mx-auto flex w-full max-w-[760px] flex-col gap-8 px-4 py-6">
        {!looksOnly && (
          <Unfinished
            workspace={workspace}
            frame={(list) => (
              <Group title="Unfinished changes" about="Interrupted by a crash, and not possible to finish since.">
                {list}
              </Group>
            )}
          />
        )}
        {!looksOnly && (
          <Group title="Role tokens" about="An agent acts as one role of one session, with a token of its own.">
            {session ? (
              <>
                <Select
                  label="Session"
                  value={session.id}
                  onChange={(id) => void setAsked(id)}
                  options={sessions.map(({ id }) => ({ value: id, label: id }))}
                  className="max-w-80"
                />
                <div className="border-line overflow-hidden rounded-lg border">
                  <RoleTokens key={session.id} scope={{ workspace, session: session.id }} roles={session.roles} />
                </div>
                <AckDeadline key={`ack ${session.id}`} scope={{ workspace, session: session.id }} />
              </>
            ) : (
              data && (
                <EmptyState title="No session yet">
                  Create one on the overview: its roles have their tokens here.
                </EmptyState>
              )
            )}
          </Group>
        )}
        {!looksOnly && (
          <Group title="Viewers" about="Read-only access.">
            <Viewers workspace={workspace} origin={origin} />
          </Group>
        )}
        {!looksOnly && (
          <Group title="Browsers" about="Who is signed in to this dashboard.">
            <Browsers workspace={workspace} />
          </Group>
        )}
        {!looksOnly && (
          <Group title="Saves of old copies" about="When a program saves a file without lines it has never seen.">
            <RepairMode workspace={workspace} />
          </Group>
        )}
        <Group title="Appearance" about="In this browser.">
          <ThemeChoice />
        </Group>
        <Group title="Workspace" about="Connection details.">
          <dl className="grid grid-cols-[104px_minmax(0,1fr)] items-center gap-x-3 gap-y-2">
            <dt className="text-fg-3">Name</dt>
            <dd dir="auto">{workspace}</dd>
            <dt className="text-fg-3">API</dt>
            <dd>
              <CopyText text={forPrograms(origin) + api.workspace(workspace)} label="Copy the address of the API" />
            </dd>
          </dl>
          {!looksOnly && <Storage workspace={workspace} />}
        </Group>
      </div>
      <Trash workspace={workspace} />
    </Content>
  );
}

function Group({ title, about, children }: { title: string; about: string; children: ReactNode }) {
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
