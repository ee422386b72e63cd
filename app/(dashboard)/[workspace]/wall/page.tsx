import { ON_WALL, sessionsAtWork } from "@/components/overview/at-work";
import { Wall } from "@/components/overview/live-strip";
import { Header } from "@/components/shell/header";
import { pages } from "@/lib/client/paths";
import { runsQuery } from "@/lib/client/runs";
import { presenceQuery } from "@/lib/client/sessions";
import { say } from "@/lib/core/words/say";
import { found, orForbidden, pageOf, titled } from "../../page-of";

export const generateMetadata = titled(() => say("Wall"));

export default pageOf(async ({ scope, caller, services, keep }) => {
  const { workspace } = scope;
  const sessions = await found(services.sessions.list(caller, scope));
  const now = new Date().toISOString();
  const waits = await orForbidden(services.needs.count(caller, scope));
  // A session deleted meanwhile is no reason to show nothing.
  await Promise.allSettled(
    sessionsAtWork(sessions.items, waits?.sessions ?? [], now, ON_WALL).map(async ({ id }) => {
      const session = { workspace, session: id };
      keep(presenceQuery(session), await services.presence.team(caller, session));
      keep(runsQuery(session), await services.runs.list(caller, session));
    }),
  );
  return (
    <>
      <Header crumbs={[{ label: say("Overview"), href: pages.overview(workspace) }, { label: say("Wall") }]} />
      <Wall workspace={workspace} now={now} />
    </>
  );
});
