import { call } from "@/lib/client/call";
import { useChange } from "@/components/shell/use-change";
import type { SessionScope } from "@/lib/client/paths";
import { wordsOf } from "@/lib/client/request-error";
import { sessionKey } from "@/lib/client/sessions";
import { say } from "@/lib/core/words/say";

/** Changes the deadline of a session, on any page; tells whether it did. What is wrong with it belongs beside its field. */
export function useDeadline(scope: SessionScope) {
  const { busy, run } = useChange([sessionKey(scope)]);
  const change = (minutes: number, onFault: (message: string) => void) =>
    run({
      send: () => call("PUT /sessions/{session}/settings", { params: scope, body: { ackDeadlineMinutes: minutes } }),
      done: () => ({
        title: say("An answer is overdue after {minutes, plural, one {# minute} other {# minutes}}", { minutes }),
      }),
      failed: (error) => onFault(wordsOf(error).message),
    });
  return { busy, change };
}
