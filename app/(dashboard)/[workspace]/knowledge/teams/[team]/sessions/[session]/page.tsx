import { notFound } from "next/navigation";
import { TeamSessionActions, TeamSessionView } from "@/components/knowledge/team-session-view";
import { Header } from "@/components/shell/header";
import { pages, type TeamSessionScope } from "@/lib/client/paths";
import { checkpointsQuery, teamSessionQuery, teamSessionsQuery } from "@/lib/client/knowledge";
import { say } from "@/lib/core/i18n/say";
import { orNotFound, pageOf, titled } from "../../../../../../page-of";

export const generateMetadata = titled<TeamSessionScope>(({ team, session }) => `${session} · ${team}`);

export default pageOf<TeamSessionScope>(async ({ scope, caller, services, keep }) => {
  const session = await orNotFound(services.teams.get(caller, scope));
  const list = await orNotFound(services.teams.sessions(caller, scope));
  const checkpoints = await orNotFound(services.teams.checkpoints.list(caller, scope));
  const written = list?.items.some(({ id }) => id === scope.session) ?? false;
  if (!session && !written && (checkpoints?.items.length ?? 0) === 0) notFound();
  if (list) keep(teamSessionsQuery(scope), list);
  if (session) keep(teamSessionQuery(scope), session);
  if (checkpoints) keep(checkpointsQuery(scope), checkpoints);
  return (
    <>
      <Header
        crumbs={[
          { label: say("Knowledge"), href: pages.knowledge(scope.workspace) },
          { label: scope.team, href: pages.team(scope.workspace, scope.team) },
          { label: scope.session },
        ]}
      >
        <TeamSessionActions {...scope} />
      </Header>
      <TeamSessionView key={`${scope.workspace}/${scope.team}/${scope.session}`} {...scope} />
    </>
  );
});
