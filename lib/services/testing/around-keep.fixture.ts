import { vi } from "vitest";
import { Committer } from "@/lib/services/commit/committer";

/**
 * Has something happen right before the next change that is the owner's is committed, or after that, before its answer; of a move, that is the
 * one by which it counts as moved.
 */
export function aroundKeep({
  before,
  after,
}: {
  before?: () => Promise<unknown>;
  after?: () => Promise<unknown>;
}): void {
  const submit = Reflect.get<Committer, "submit">(Committer.prototype, "submit");
  const spy = vi.spyOn(Committer.prototype, "submit").mockImplementation(async function (this: Committer, intent) {
    if (intent.author.source === "disk") return submit.call(this, intent);
    spy.mockRestore();
    await before?.();
    const answer = await submit.call(this, intent);
    await after?.();
    return answer;
  });
}
