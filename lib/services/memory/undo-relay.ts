import type { RelayDecided } from "@/lib/contracts/memory";
import { AppError } from "@/lib/core/errors";
import { undoPatch } from "@/lib/core/history/merge";
import { listRelayEvents, type RelayRow } from "@/lib/db/relays";
import { assertEditable } from "@/lib/services/commit/decide-batch";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import type { MemoryChange } from "@/lib/services/memory/change-memory";
import { presentRelay } from "@/lib/services/memory/present-relay";

/**
 * Has a relay wait again that was approved or rejected. What its approval wrote is taken out, and all that came later is left;
 * `conflict` where those lines have changed since. It waits in the words that its role left it in.
 */
export async function undoRelay(
  { draft, state, session }: MemoryChange,
  relay: RelayRow,
): Promise<Omit<RelayDecided, "etag">> {
  if (relay.state !== "approved" && relay.state !== "rejected") throw undecided(relay);
  const about = { workspaceId: session.workspaceId, session: session.id, relay: relay.id };
  const [said] = await listRelayEvents(draft.queries, about, ["relay.created", "relay.reworded"]);
  const text = textIn(said?.payload) ?? relay.text;
  draft.effect({ type: "reopen-relay", id: relay.id, text });
  const pending = { decidedAt: null, decidedBy: null, reason: null, itemId: null };
  const reopened = presentRelay({ ...relay, ...pending, state: "pending", text });
  const told = { relay: relay.id, tag: relay.tag, text, of: relay.state };
  if (relay.state === "rejected") {
    draft.event("relay.reopened", relay.role, session.id, told);
    return { relay: reopened };
  }
  const [approved] = await listRelayEvents(draft.queries, about, ["relay.approved"]);
  const undone = revisionIn(approved?.payload);
  if (undone === null) throw undecided(relay);
  assertEditable(state);
  const before = await readTextAt(draft.queries, state.id, undone - 1);
  const after = await readTextAt(draft.queries, state.id, undone);
  const detail = { undone, of: "approve relay", relay: relay.id };
  const revision = draft.edit(state.path, {
    text: undoPatch(before, after, state.text ?? ""),
    operation: "undo",
    roles: [relay.role],
    detail,
  });
  draft.event("relay.reopened", relay.role, session.id, { ...told, revision, undone });
  return { relay: reopened, revision };
}

function textIn(payload: string | undefined): string | null {
  const { text } = (payload === undefined ? {} : JSON.parse(payload)) as { text?: unknown };
  return typeof text === "string" ? text : null;
}

function revisionIn(payload: string | undefined): number | null {
  const { revision } = (payload === undefined ? {} : JSON.parse(payload)) as { revision?: unknown };
  return typeof revision === "number" ? revision : null;
}

function undecided(relay: RelayRow): AppError {
  return new AppError("conflict", `Nothing that could be undone was decided about this relay: it is ${relay.state}.`, {
    hint: "Reload the relays.",
    current: { ...presentRelay(relay) },
  });
}
