import { KnowledgeView } from "@/components/knowledge/knowledge-view";
import { Header } from "@/components/shell/header";
import { registryQuery, teamsQuery } from "@/lib/client/knowledge";
import { say } from "@/lib/core/i18n/say";
import { found, pageOf, titled } from "../../page-of";

export const generateMetadata = titled(() => say("Knowledge"));

export default pageOf(async ({ scope, caller, services, keep }) => {
  const [registry, teams] = await found(
    Promise.all([services.knowledge.list(caller, scope, { limit: 500 }), services.knowledge.teams(caller, scope)]),
  );
  keep(registryQuery(scope.workspace), registry);
  keep(teamsQuery(scope.workspace), teams);
  return (
    <>
      <Header crumbs={[{ label: say("Knowledge") }]} />
      <KnowledgeView key={scope.workspace} {...scope} />
    </>
  );
});
