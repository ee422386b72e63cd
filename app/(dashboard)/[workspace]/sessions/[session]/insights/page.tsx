import { InsightsView } from "@/components/insights/insights-view";
import { SessionHeader } from "@/components/shell/session-header";
import { insightsQuery } from "@/lib/client/sessions";
import type { SessionScope } from "@/lib/client/paths";
import { InsightsQuery } from "@/lib/contracts/insights";
import { say } from "@/lib/core/i18n/say";
import { found, pageOf, titled } from "../../../../page-of";

export const generateMetadata = titled<SessionScope>(({ session }) => say("{session} · Insights", { session }));

export default pageOf<SessionScope>(async ({ scope, asked, caller, services, keep }) => {
  // An address that asks for no days there are shows the whole session.
  const { days } = InsightsQuery.safeParse({ days: (await asked)["days"] }).data ?? {};
  keep(insightsQuery(scope, { days }), await found(services.insights.read(caller, scope, { days })));
  return (
    <>
      <SessionHeader {...scope} current="insights" />
      <InsightsView key={`${scope.workspace}/${scope.session}`} {...scope} />
    </>
  );
});
