import { HydrationBoundary, dehydrate } from "@tanstack/react-query";
import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { THEME_COOKIE, parseTheme } from "@/components/shell/theme";
import { WorkspaceFrame } from "@/components/shell/workspace-frame";
import { pageCaller } from "@/lib/api/page-caller";
import { createQueryClient } from "@/lib/client/query-client";
import { sessionsQuery } from "@/lib/client/queries/sessions";
import { runtime } from "@/lib/runtime";
import { orNotFound } from "../or-not-found";

interface LayoutProps {
  params: Promise<{ workspace: string }>;
  children: ReactNode;
}

export default async function WorkspaceLayout({ params, children }: LayoutProps) {
  const workspace = decodeURIComponent((await params).workspace);
  const caller = await pageCaller();
  const { services } = await runtime();
  // The newest event first: what happens while the rest is read is then told by the stream.
  const newest = await orNotFound(services.events.list(caller, { workspace }, { limit: 1, format: "json" }));
  if (!newest) notFound();
  const sessions = await services.sessions.list(caller, { workspace });
  const client = createQueryClient();
  client.setQueryData(sessionsQuery(workspace).queryKey, sessions);
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <WorkspaceFrame
        workspace={workspace}
        lastEvent={newest.items[0]?.id ?? 0}
        theme={theme}
        looksOnly={caller.kind === "viewer"}
      >
        {children}
      </WorkspaceFrame>
    </HydrationBoundary>
  );
}
