"use client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import { parseAsString, useQueryState } from "nuqs";
import { Content } from "@/components/shell/content";
import { ReadFailure } from "@/components/shell/read-failure";
import { buttonClass } from "@/components/ui/button";
import { useMay } from "@/components/ui/changes";
import { EmptyState } from "@/components/ui/empty-state";
import { Select } from "@/components/ui/select";
import { atWork } from "@/lib/client/session-lists";
import { pages } from "@/lib/client/paths";
import { sessionsQuery } from "@/lib/client/sessions";
import { say } from "@/lib/core/i18n/say";
import { JoinSteps } from "./join-steps";

/** Adds agents to a session that is there, or to one that is created here. */
export function JoinView({ workspace }: { workspace: string }) {
  const { data, error, refetch } = useQuery(sessionsQuery(workspace));
  const [asked, setAsked] = useQueryState("session", parseAsString);
  const may = useMay();
  const sessions = atWork(data?.items ?? []);
  const session = sessions.find(({ id }) => id === asked) ?? sessions[0];
  if (!may("hand out tokens")) {
    return (
      <Content>
        <EmptyState title={say("Not yours to do")}>{say("Only a lead or an owner can add agents.")}</EmptyState>
      </Content>
    );
  }
  return (
    <Content>
      <div className="mx-auto w-full max-w-[760px] px-4 py-6">
        {error && !data ? (
          <ReadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          data && (
            <JoinSteps
              workspace={workspace}
              session={session}
              taken={data.items.map(({ id }) => id)}
              onCreated={({ id }) => void setAsked(id)}
              choice={
                session && (
                  <Select
                    label={say("Session")}
                    value={session.id}
                    onChange={(id) => void setAsked(id)}
                    options={sessions.map(({ id }) => ({ value: id, label: id }))}
                    className="max-w-80"
                  />
                )
              }
            >
              {session && (
                <Link href={pages.memory(workspace, session.id)} className={buttonClass({ look: "primary" })}>
                  {say("Open the session")}
                </Link>
              )}
            </JoinSteps>
          )
        )}
      </div>
    </Content>
  );
}
