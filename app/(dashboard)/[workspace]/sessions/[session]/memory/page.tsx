import { MemoryHeaderActions, MemoryView } from "@/components/memory/memory-view";
import { SessionHeader } from "@/components/shell/session-header";
import { memoryQuery, relaysQuery } from "@/lib/client/memory";
import type { SessionScope } from "@/lib/client/paths";
import { proposedRepairsQuery } from "@/lib/client/files";
import { say } from "@/lib/core/i18n/say";
import { found, pageOf, titled } from "../../../../page-of";

export const generateMetadata = titled<SessionScope>(({ session }) => say("{session} · Memory", { session }));

export default pageOf<SessionScope>(async ({ scope, caller, services, keep }) => {
  const [memory, relays] = await found(
    Promise.all([services.memory.read(caller, scope), services.relays.listToDecide(caller, scope)]),
  );
  keep(proposedRepairsQuery(scope.workspace), await services.repairs.list(caller, scope, { state: "proposed" }));
  keep(memoryQuery(scope), memory);
  keep(relaysQuery(scope), relays);
  return (
    <>
      <SessionHeader {...scope} current="memory">
        <MemoryHeaderActions {...scope} />
      </SessionHeader>
      <MemoryView key={`${scope.workspace}/${scope.session}`} {...scope} />
    </>
  );
});
