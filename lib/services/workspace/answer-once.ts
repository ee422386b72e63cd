import { noteDown } from "@/lib/services/commit/commit-errors";
import { authorOf, type Caller, type ChangeRequest } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/**
 * Answers a change that is repeated with the key of an earlier one as that was answered, where the change does not keep its answer
 * itself. Those with one key wait for each other; one that fails keeps none. A death between the change and its answer leaves the change alone.
 */
export function answerOnceService({ committer }: Pick<ServiceContext, "committer">) {
  const running = new Map<string, Promise<unknown>>();

  return async function once<R>(
    caller: Caller,
    { workspace, idempotency }: Pick<ChangeRequest, "idempotency"> & { workspace: string },
    change: () => Promise<R>,
  ): Promise<R> {
    if (idempotency === undefined) return change();
    const key = JSON.stringify([idempotency.credentialId, idempotency.key]);
    for (let other = running.get(key); other !== undefined; other = running.get(key))
      await other.catch(() => undefined);
    const made = (async () => {
      const before = await committer.findAnswer(idempotency);
      if (before !== null) return before.answer as R;
      const answer = await change();
      const decide = () => Promise.resolve(answer);
      await noteDown(() => committer.submit({ workspace, author: authorOf(caller), idempotency, decide }));
      return answer;
    })();
    running.set(key, made);
    return made.finally(() => running.delete(key));
  };
}
