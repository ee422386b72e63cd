import { TeamView } from "@/components/knowledge/team-view";
import { Header } from "@/components/shell/header";
import { teamKnowledgeQuery } from "@/lib/client/knowledge";
import { pages, type TeamScope } from "@/lib/client/paths";
import { say } from "@/lib/core/i18n/say";
import { found, pageOf, titled } from "../../../../page-of";

export const generateMetadata = titled<TeamScope>(({ team }) => say("{team} · Knowledge", { team }));

export default pageOf<TeamScope>(async ({ scope, caller, services, keep }) => {
  keep(teamKnowledgeQuery(scope), await found(services.knowledge.team(caller, scope)));
  return (
    <>
      <Header crumbs={[{ label: say("Knowledge"), href: pages.knowledge(scope.workspace) }, { label: scope.team }]} />
      <TeamView key={`${scope.workspace}/${scope.team}`} {...scope} />
    </>
  );
});
