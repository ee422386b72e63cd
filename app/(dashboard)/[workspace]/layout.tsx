import { HydrationBoundary, dehydrate } from "@tanstack/react-query";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { THEME_COOKIE, parseTheme } from "@/components/shell/theme";
import { WorkspaceFrame } from "@/components/shell/workspace-frame";
import { pageCaller } from "@/lib/api/page-caller";
import { loginAttemptsQuery, meQuery } from "@/lib/client/people";
import { pinsQuery } from "@/lib/client/sessions";
import { needCountQuery } from "@/lib/client/needs";
import { createQueryClient } from "@/lib/client/query-client";
import { sessionsQuery } from "@/lib/client/sessions";
import { runtime } from "@/lib/runtime";
import { may } from "@/lib/services/workspace/caller";
import { found, orNothing, segmentsOf } from "../page-of";

interface LayoutProps {
  params: Promise<{ workspace: string }>;
  children: ReactNode;
}

export default async function WorkspaceLayout({ params, children }: LayoutProps) {
  const workspace = (await segmentsOf(params)).workspace;
  const caller = await pageCaller(workspace);
  const { services } = await runtime();
  // The newest event first: what happens while the rest is read is then told by the stream.
  const newest = await found(services.events.list(caller, { workspace }, { limit: 1, format: "json" }));
  const client = createQueryClient();
  // The frame is shown also while the workspace's folder is missing, and says so.
  const sessions = await orNothing(services.sessions.list(caller, { workspace }), ["busy"]);
  if (sessions !== undefined) client.setQueryData(sessionsQuery(workspace).queryKey, sessions);
  // A caller that may not see what waits for the Lead is shown no numbers; where they cannot be counted, the page comes without.
  const count = await services.needs.count(caller, { workspace }).catch(() => undefined);
  if (count !== undefined) client.setQueryData(needCountQuery(workspace).queryKey, count);
  client.setQueryData(meQuery(workspace).queryKey, await services.authentication.describe(caller));
  const pins = await services.pins.list(caller, { workspace }).catch(() => undefined);
  if (pins !== undefined) client.setQueryData(pinsQuery(workspace).queryKey, pins);
  if (may(caller, "see who is signed in", { workspace })) {
    client.setQueryData(loginAttemptsQuery(workspace).queryKey, services.browsers.attempts(caller, { workspace }));
  }
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <WorkspaceFrame workspace={workspace} lastEvent={newest.items[0]?.id ?? 0} theme={theme}>
        {children}
      </WorkspaceFrame>
    </HydrationBoundary>
  );
}
