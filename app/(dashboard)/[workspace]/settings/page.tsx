import { HydrationBoundary, dehydrate } from "@tanstack/react-query";
import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { Settings } from "@/components/settings/settings";
import { Header } from "@/components/shell/header";
import { pageCaller } from "@/lib/api/page-caller";
import { createQueryClient } from "@/lib/client/query-client";
import { trashQuery } from "@/lib/client/sessions";
import { LANGUAGE_COOKIE, parseLanguage } from "@/lib/core/words/languages";
import { runtime } from "@/lib/runtime";
import { ownListening } from "@/lib/api/listening";
import { originAsked } from "@/lib/api/own-host";
import { say } from "@/lib/core/words/say";
import { orForbidden } from "../../or-forbidden";
import { found } from "../../or-not-found";
import { segmentsOf } from "../../segments-of";

export function generateMetadata(): Metadata {
  return { title: say("Settings") };
}

export default async function SettingsPage({ params }: { params: Promise<{ workspace: string }> }) {
  const workspace = (await segmentsOf(params)).workspace;
  const caller = await pageCaller(workspace);
  const { services } = await runtime();
  const client = createQueryClient();
  const [trash] = await found(Promise.all([orForbidden(services.sessions.listDeleted(caller, { workspace }))]));
  client.setQueryData(trashQuery(workspace).queryKey, trash ?? { items: [], nextCursor: null });
  // The guard lets no foreign Host through, so that the one asked for is the real one.
  const origin = originAsked(await headers(), ownListening());
  const language = parseLanguage((await cookies()).get(LANGUAGE_COOKIE)?.value);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Header crumbs={[{ label: say("Settings") }]} />
      <Settings workspace={workspace} origin={origin} language={language} provider={services.provider.name} />
    </HydrationBoundary>
  );
}
