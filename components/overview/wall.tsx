"use client";
import { useQuery } from "@tanstack/react-query";
import { Content } from "@/components/shell/content";
import { EmptyState } from "@/components/ui/empty-state";
import { needCountQuery } from "@/lib/client/needs";
import { sessionsQuery } from "@/lib/client/sessions";
import { say } from "@/lib/core/words/say";
import { ON_WALL } from "./at-work";
import { LiveStrip } from "./live-strip";

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
            {say("A session shows here for an hour after something happened in it.")}
          </EmptyState>
        }
      />
    </Content>
  );
}
