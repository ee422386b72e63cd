import { HistoryHeaderActions, WorkspaceHistory } from "@/components/history/workspace-history";
import { Header } from "@/components/shell/header";
import { eventsQuery } from "@/lib/client/history";
import { say } from "@/lib/core/i18n/say";
import { found, pageOf, titled } from "../../page-of";

export const generateMetadata = titled(() => say("History"));

/** What narrows the history; with any of these in the address the browser asks by itself. */
const FILTERS = ["actor", "action", "target", "session", "from", "to"];

export default pageOf(async ({ scope, asked, caller, services, keep }) => {
  const given = await asked;
  if (FILTERS.every((name) => given[name] === undefined)) {
    const events = await found(services.events.list(caller, scope, { limit: 100, format: "json" }));
    keep(eventsQuery(scope.workspace), { pages: [events], pageParams: [null] });
  }
  return (
    <>
      <Header crumbs={[{ label: say("History") }]}>
        <HistoryHeaderActions {...scope} />
      </Header>
      <WorkspaceHistory {...scope} />
    </>
  );
});
