import { Changes } from "@/components/ui/changes";
import { ON_OVERVIEW, ON_WALL, sessionsAtWork } from "@/components/overview/at-work";
import { Overview } from "@/components/overview/overview";
import { Header } from "@/components/shell/header";
import { ActionButton } from "@/components/ui/action-button";
import { needsQuery } from "@/lib/client/needs";
import { pages } from "@/lib/client/paths";
import { runsQuery } from "@/lib/client/runs";
import { presenceQuery, trashQuery } from "@/lib/client/sessions";
import { countNeeds } from "@/lib/core/inbox/needs";
import { say } from "@/lib/core/i18n/say";
import { found, orForbidden, pageOf, titled } from "../page-of";

export const generateMetadata = titled(() => say("Overview"));

export default pageOf(async ({ scope, asked, caller, services, keep }) => {
  const { workspace } = scope;
  const isWall = (await asked)["wall"] !== undefined;
  const sessions = await found(services.sessions.list(caller, scope));
  const now = new Date();
  // A caller that may not see what waits for the Lead sees the sessions alone.
  const needs = orForbidden(services.needs.list(caller, scope));
  const trash = orForbidden(services.sessions.listDeleted(caller, scope));
  const waiting: Promise<unknown>[] = [];
  const waits = countNeeds((await needs)?.items ?? []).sessions;
  for (const { id } of sessionsAtWork(sessions.items, waits, now.toISOString(), isWall ? ON_WALL : ON_OVERVIEW)) {
    const session = { workspace, session: id };
    const present = services.presence.team(caller, session);
    waiting.push(present.then((read) => keep(presenceQuery(session), read)));
    waiting.push(services.runs.list(caller, session).then((read) => keep(runsQuery(session), read)));
  }
  keep(needsQuery(workspace), (await needs) ?? { items: [], nextCursor: null });
  // Who may not restore has no trash to see.
  keep(trashQuery(workspace), (await trash) ?? { items: [], nextCursor: null });
  // A session deleted meanwhile is no reason to show nothing: the page reads again what is missing here.
  await Promise.allSettled(waiting);

  return (
    <>
      <Header
        crumbs={[
          { label: say("Overview"), ...(isWall && { href: pages.overview(workspace) }) },
          ...(isWall ? [{ label: say("Wall") }] : []),
        ]}
      >
        {!isWall && (
          <Changes>
            <span className="max-sm:hidden">
              <ActionButton action="team.join" label={say("Add agents…")} look="ghost" />
            </span>
            <ActionButton action="session.create" label={say("New session…")} keys="c" />
          </Changes>
        )}
      </Header>
      <Overview workspace={workspace} now={now.toISOString()} isWall={isWall} />
    </>
  );
});
