import { GatesHeaderActions, GatesView } from "@/components/gates/gates-view";
import { SessionHeader } from "@/components/shell/session-header";
import { gatesQuery } from "@/lib/client/sessions";
import { memoryQuery } from "@/lib/client/memory";
import type { SessionScope } from "@/lib/client/paths";
import { say } from "@/lib/core/i18n/say";
import { found, pageOf, titled } from "../../../../page-of";

export const generateMetadata = titled<SessionScope>(({ session }) => say("{session} · Gates", { session }));

export default pageOf<SessionScope>(async ({ scope, caller, services, keep }) => {
  const gates = await found(services.gates.list(caller, scope));
  keep(gatesQuery(scope), gates);
  // The words of stale items; without any, the memory need not be sent along.
  if (gates.items.some((gate) => gate.stale.length > 0))
    keep(memoryQuery(scope), await services.memory.read(caller, scope));
  return (
    <>
      <SessionHeader {...scope} current="gates">
        <GatesHeaderActions {...scope} />
      </SessionHeader>
      <GatesView key={`${scope.workspace}/${scope.session}`} {...scope} />
    </>
  );
});
