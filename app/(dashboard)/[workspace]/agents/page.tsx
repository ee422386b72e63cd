import { AgentsView } from "@/components/agents/agents-view";
import { Header } from "@/components/shell/header";
import { agentsQuery } from "@/lib/client/agents";
import { say } from "@/lib/core/i18n/say";
import { found, pageOf, titled } from "../../page-of";

export const generateMetadata = titled(() => say("Agents"));

export default pageOf(async ({ scope, caller, services, keep }) => {
  keep(agentsQuery(scope.workspace), await found(services.agents.list(caller, scope)));
  return (
    <>
      <Header crumbs={[{ label: say("Agents") }]} />
      <AgentsView key={scope.workspace} {...scope} />
    </>
  );
});
