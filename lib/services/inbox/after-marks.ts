import type { InboxQuery, InboxSeen } from "@/lib/contracts/inbox";
import type { inboxService } from "@/lib/services/inbox/inbox";
import { readerOf } from "@/lib/services/inbox/whose";
import type { Caller } from "@/lib/services/workspace/caller";
import type { SessionParams } from "@/lib/services/workspace/session-params";

type InboxService = ReturnType<typeof inboxService>;

/**
 * The same inbox, in which nobody overtakes its own mark: a reader that looks again is answered once the marks that it gave back
 * before are kept. Over MCP they are given back behind the answer, which the client has already.
 */
export function afterMarks(inbox: InboxService): InboxService {
  const pending = new Map<string, Promise<unknown>>();
  const placeOf = ({ workspace, session }: SessionParams, key: string) => JSON.stringify([workspace, session, key]);

  /** Waits for the marks of a reader; for nothing where it has none, which the inbox itself says why. */
  async function settled(caller: Caller, params: SessionParams, named?: string): Promise<void> {
    if (pending.size === 0 || caller.kind === "team") return;
    const { key } = readerOf(caller, named);
    if (key !== null) await pending.get(placeOf(params, key));
  }

  return {
    async read(caller: Caller, params: SessionParams, query: InboxQuery, signal: AbortSignal) {
      await settled(caller, params, query.role);
      return inbox.read(caller, params, query, signal);
    },
    async waiting(caller: Caller, params: SessionParams) {
      await settled(caller, params);
      return inbox.waiting(caller, params);
    },
    seen(caller: Caller, params: SessionParams, body: InboxSeen) {
      const done = inbox.seen(caller, params, body);
      const key = caller.kind === "team" ? null : readerOf(caller, undefined).key;
      if (key === null) return done;
      const place = placeOf(params, key);
      const before = pending.get(place);
      const all = Promise.allSettled([before, done]).then(() => {
        if (pending.get(place) === all) pending.delete(place);
      });
      pending.set(place, all);
      return done;
    },
  };
}
