import { cookies, headers } from "next/headers";
import { Settings } from "@/components/settings/settings";
import { Header } from "@/components/shell/header";
import { ownListening } from "@/lib/api/listening";
import { originAsked } from "@/lib/api/origin";
import { trashQuery } from "@/lib/client/sessions";
import { LANGUAGE_COOKIE, parseLanguage } from "@/lib/core/i18n/languages";
import { say } from "@/lib/core/i18n/say";
import { found, orForbidden, pageOf, titled } from "../../page-of";

export const generateMetadata = titled(() => say("Settings"));

export default pageOf(async ({ scope, caller, services, keep }) => {
  const [trash] = await found(Promise.all([orForbidden(services.sessions.listDeleted(caller, scope))]));
  keep(trashQuery(scope.workspace), trash ?? { items: [], nextCursor: null });
  // The guard lets no foreign Host through, so that the one asked for is the real one.
  const origin = originAsked(await headers(), ownListening());
  const language = parseLanguage((await cookies()).get(LANGUAGE_COOKIE)?.value);
  return (
    <>
      <Header crumbs={[{ label: say("Settings") }]} />
      <Settings {...scope} origin={origin} language={language} provider={services.provider.name} />
    </>
  );
});
