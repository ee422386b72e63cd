import type { InboxSeen } from "@/lib/contracts/inbox";
import type { inboxService } from "@/lib/services/inbox/inbox";
import { readerKeyOf, type Caller } from "@/lib/services/workspace/caller";
import type { SessionParams } from "@/lib/services/workspace/session-params";

type InboxService = ReturnType<typeof inboxService>;

/** An inbox in which nobody overtakes its own marks. */
export interface InboxAfterMarks extends InboxService {
  /**
   * Resolves once the marks that this reader gave back before are kept. Whoever calls again has the answer before: what it
   * held must not be new after a crash. Every door waits for it, whatever is called; never for the marks of others.
   */
  settled(caller: Caller): Promise<void>;
}

/** Remembers which marks are being kept: over MCP they are given back behind the answer, which the client has already. */
export function afterMarks(inbox: InboxService): InboxAfterMarks {
  const pending = new Map<string, Promise<unknown>>();
  return {
    ...inbox,
    seen(caller: Caller, params: SessionParams, body: InboxSeen) {
      const done = inbox.seen(caller, params, body);
      const key = readerKeyOf(caller);
      if (key === null) return done;
      const all = Promise.allSettled([pending.get(key), done]).then(() => {
        if (pending.get(key) === all) pending.delete(key);
      });
      pending.set(key, all);
      return done;
    },
    async settled(caller: Caller) {
      if (pending.size === 0) return;
      const key = readerKeyOf(caller);
      if (key !== null) await pending.get(key);
    },
  };
}
