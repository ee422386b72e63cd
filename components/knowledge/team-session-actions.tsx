"use client";
import { useQuery } from "@tanstack/react-query";
import { ActionButton } from "@/components/ui/action-button";
import { Changes } from "@/components/ui/changes";
import type { TeamSessionScope } from "@/lib/client/paths";
import { teamSessionQuery } from "@/lib/client/queries/team-sessions";

/** What is done with a session of a team, in the header: ending it, while it is at work here. */
export function TeamSessionActions(scope: TeamSessionScope) {
  const { data } = useQuery({ ...teamSessionQuery(scope), enabled: false });
  if (data?.status !== "active") return null;
  return (
    <Changes>
      <ActionButton action="team-session.end" label="End the session…" />
    </Changes>
  );
}
