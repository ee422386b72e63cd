import { SessionHistory } from "@/components/history/session-history";
import { ActionButton } from "@/components/ui/action-button";
import { SessionHeader } from "@/components/shell/session-header";
import { eventsQuery } from "@/lib/client/history";
import { headOf, memoryHeadQuery } from "@/lib/client/memory";
import type { SessionScope } from "@/lib/client/paths";
import { say } from "@/lib/core/i18n/say";
import { found, pageOf, titled } from "../../../../page-of";

export const generateMetadata = titled<SessionScope>(({ session }) => say("{session} · History", { session }));

export default pageOf<SessionScope>(async ({ scope, caller, services, keep }) => {
  const { workspace, session } = scope;
  await found(services.sessions.get(caller, scope));
  const [events, memory] = await Promise.all([
    services.events.list(caller, { workspace }, { session, limit: 100, format: "json" }),
    // The history is there even where the file cannot be read; the browser asks again and says why.
    services.memory.read(caller, scope).catch(() => undefined),
  ]);
  keep(eventsQuery(workspace, { session }), { pages: [events], pageParams: [null] });
  if (memory) keep(memoryHeadQuery(scope), headOf(memory));
  return (
    <>
      <SessionHeader {...scope} current="history">
        <ActionButton action="history.moment" label={say("Who knew what")} keys="w" look="ghost" />
      </SessionHeader>
      <SessionHistory {...scope} />
    </>
  );
});
