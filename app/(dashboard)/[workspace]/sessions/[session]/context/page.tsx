import { redirect } from "next/navigation";
import { ContextHeaderActions, ContextView } from "@/components/context/context-view";
import { SessionHeader } from "@/components/shell/session-header";
import {
  ackMatrixQuery,
  contextDeltaQuery,
  contextQuery,
  contextVersionsQuery,
  savingsQuery,
} from "@/lib/client/context";
import { runsQuery } from "@/lib/client/runs";
import { gatesQuery } from "@/lib/client/sessions";
import { pages, type SessionScope } from "@/lib/client/paths";
import { versionNumber } from "@/lib/core/context/version-number";
import { say } from "@/lib/core/i18n/say";
import { found, orNotFound, pageOf, titled } from "../../../../page-of";

export const generateMetadata = titled<SessionScope>(({ session }) => say("{session} · Context", { session }));

export default pageOf<SessionScope>(async ({ scope, asked, caller, services, keep }) => {
  const { knower, at } = await asked;
  // Where links of old lead: what somebody knew is told by the history.
  if (typeof knower === "string") {
    const moment = pages.moment(scope.workspace, scope.session, typeof at === "string" ? at : "now");
    redirect(`${moment}&knower=${encodeURIComponent(knower)}`);
  }
  await found(services.sessions.get(caller, scope));
  // First alone: a file seen for the first time is taken note of by whoever reads it.
  const context = await orNotFound(services.context.read(caller, scope));
  const [versions, matrix, savings, gates, runs] = await Promise.all([
    services.context.list(caller, scope),
    services.context.matrix(caller, scope),
    services.context.savings(caller, scope),
    services.gates.list(caller, scope),
    services.runs.list(caller, scope),
  ]);
  keep(contextQuery(scope), context ?? null);
  keep(contextVersionsQuery(scope), versions);
  keep(ackMatrixQuery(scope), matrix);
  keep(savingsQuery(scope), savings);
  keep(gatesQuery(scope), gates);
  keep(runsQuery(scope), runs);
  const [to = 0, from = 0] = versions.items.slice(0, 2).map((each) => versionNumber(each.version) ?? 0);
  if (from > 0) {
    const delta = await services.context.delta(caller, scope, { from: String(from), to: String(to) });
    keep(contextDeltaQuery(scope, from, to), delta);
  }
  return (
    <>
      <SessionHeader {...scope} current="context">
        <ContextHeaderActions {...scope} />
      </SessionHeader>
      <ContextView key={`${scope.workspace}/${scope.session}`} {...scope} />
    </>
  );
});
