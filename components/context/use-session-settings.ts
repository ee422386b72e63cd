import { call } from "@/lib/client/call";
import { useChange } from "@/components/shell/use-change";
import type { SessionScope } from "@/lib/client/paths";
import type { ChangeSessionSettings } from "@/lib/contracts/context";
import { sessionKey } from "@/lib/client/sessions";

/** Changes what is set for a session, on any page; tells whether it did. What is wrong with it belongs beside its field. */
export function useSessionSettings(scope: SessionScope) {
  const { busy, run, fault } = useChange([sessionKey(scope)]);
  const change = (body: ChangeSessionSettings, title: string) =>
    run({ send: () => call("PUT /sessions/{session}/settings", { params: scope, body }), done: () => ({ title }) });
  return { busy, fault, change };
}
