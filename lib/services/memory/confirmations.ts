import type { ItemConfirmed } from "@/lib/contracts/memory";
import { isLead } from "@/lib/core/access/decide-access";
import { AppError } from "@/lib/core/errors";
import { wholeId } from "@/lib/core/memory/identity";
import { isRelayId, memoryPath } from "@/lib/core/memory/session-paths";
import { listConfirmations } from "@/lib/db/confirmations";
import { placedItems } from "@/lib/services/commit/document-states";
import { readCited } from "@/lib/services/context/cited";
import { changeMemory, type MemoryChange } from "@/lib/services/memory/change-memory";
import { actorOf, allow, type Caller, type ChangeRequest } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/** That a role saw the same as another's item says, in place of saying it once more. It stands in no file. Source: inbox, rule 7. */
export function confirmationService(context: ServiceContext) {
  return {
    /**
     * Notes that the caller saw the same as an item of another role says, or a relay that waits; once for each role. An item
     * that cites what a version changed is kept so, one's own too; to its author and the Lead it then stands for the code as that is now.
     */
    async same(caller: Caller, { item: named, ...params }: SessionParams & { item: string }, request: ChangeRequest) {
      allow(caller, "confirm what another role says", { workspace: params.workspace });
      const by = actorOf(caller);
      const { anchors } = context;
      const given = await context.committer.readable(params.workspace, memoryPath(params.session), caller);
      const session = await context.sessions.get(caller, params);
      const all = await anchors.outdated(session, given, await anchors.of(context.database.queries, session));
      const outdated = all.find(({ id, role }) => id.startsWith(named) && (isLead(caller) || role === by));
      const cited = outdated && (await anchors.read(params.workspace, outdated.text));
      const decide = async (change: MemoryChange) => {
        const { draft, session, state } = change;
        const ids = placedItems(state).map((each) => each.id);
        const id = wholeId(ids, named);
        const role = await authorOfStanding(change, id);
        // That one's own still holds is worth saying where a version changed what it cites.
        const isOutdated = outdated?.id === id;
        const isCited = isOutdated || (await readCited(draft.queries, session, state)).some(({ item }) => item === id);
        if (role === by && !isCited)
          throw new AppError("invalid_input", `${id} is your own.`, { hint: "Confirm what another role says." });
        const known = (await listConfirmations(draft.queries, session.key)).get(id) ?? [];
        const isKnown = role === by || known.includes(by);
        if (isKnown && !isCited) return { id, role, alsoSeenBy: known };
        if (!isKnown) draft.effect({ type: "confirm-item", sessionKey: session.key, id, role: by });
        const about = isRelayId(id) ? { relay: id } : { items: [id] };
        draft.event("item.confirmed", role, session, { ...about, ...(isOutdated && cited) });
        return { id, role, alsoSeenBy: isKnown ? known : [...known, by] };
      };
      return changeMemory<ItemConfirmed>(context, caller, params, request, decide, { alone: true });
    },
  };
}

/** Whose item or waiting relay has the id. */
async function authorOfStanding({ draft, state, session }: MemoryChange, id: string): Promise<string> {
  if (isRelayId(id)) {
    const relay = await draft.queries.relay.findFirst({ where: { sessionKey: session.key, id } });
    if (relay?.state === "pending") return relay.role;
    if (relay !== null) throw notStanding(id, relay.state);
  }
  const placed = placedItems(state).find((each) => each.id === id);
  if (placed === undefined) {
    throw new AppError("not_found", `There is no item ${id} in this session.`, {
      hint: "Read the memory for the ids of its items.",
    });
  }
  if (placed.state !== "active" && placed.state !== "resolved") throw notStanding(id, placed.state);
  return placed.role;
}

function notStanding(id: string, state: string): AppError {
  return new AppError("conflict", `${id} is ${state}.`, {
    hint: state === "approved" ? "Confirm the item that it became." : "Say it yourself, if it still holds.",
  });
}
