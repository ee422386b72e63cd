import { JoinView } from "@/components/joining/join-view";
import { Header } from "@/components/shell/header";
import { setupQuery } from "@/lib/client/server";
import { say } from "@/lib/core/i18n/say";
import { found, orForbidden, pageOf, titled } from "../../page-of";

export const generateMetadata = titled(() => say("Add agents"));

export default pageOf(async ({ scope, caller, services, keep }) => {
  await found(services.sessions.ids(caller, scope));
  const setup = await orForbidden(services.setup.read(caller, scope));
  if (setup !== undefined) keep(setupQuery(scope.workspace), setup);
  return (
    <>
      <Header crumbs={[{ label: say("Add agents") }]} />
      <JoinView {...scope} />
    </>
  );
});
