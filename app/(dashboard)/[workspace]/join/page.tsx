import { HydrationBoundary, dehydrate } from "@tanstack/react-query";
import type { Metadata } from "next";
import { JoinView } from "@/components/joining/join-view";
import { Header } from "@/components/shell/header";
import { pageCaller } from "@/lib/api/page-caller";
import { createQueryClient } from "@/lib/client/query-client";
import { setupQuery } from "@/lib/client/setup";
import { runtime } from "@/lib/runtime";
import { say } from "@/lib/core/words/say";
import { orForbidden } from "../../or-forbidden";
import { found } from "../../or-not-found";
import { segmentsOf } from "../../segments-of";

export function generateMetadata(): Metadata {
  return { title: say("Add agents") };
}

export default async function JoinPage({ params }: { params: Promise<{ workspace: string }> }) {
  const workspace = (await segmentsOf(params)).workspace;
  const caller = await pageCaller(workspace);
  const { services } = await runtime();
  const client = createQueryClient();
  await found(services.sessions.ids(caller, { workspace }));
  const setup = await orForbidden(services.setup.read(caller, { workspace }));
  if (setup !== undefined) client.setQueryData(setupQuery(workspace).queryKey, setup);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Header crumbs={[{ label: say("Add agents") }]} />
      <JoinView workspace={workspace} />
    </HydrationBoundary>
  );
}
