import type { AddItem, ItemRelayed } from "@/lib/contracts/memory";
import { AppError } from "@/lib/core/errors";
import { adviceFor } from "@/lib/core/memory/advice";
import { assertAtWork } from "@/lib/core/memory/edit-meta";
import { getSection } from "@/lib/core/memory/find-section";
import { withEvidence } from "@/lib/core/memory/item";
import { judgementIn } from "@/lib/core/memory/pair";
import { assertActingRole, foldRoleId } from "@/lib/core/memory/role-id";
import { allow, type Caller, by, assertMatch, type ChangeRequest } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { memoryOf } from "@/lib/services/commit/document-states";
import { getMemory } from "@/lib/services/workspace/edit-memory";
import { assertUnsaid, keyFor } from "@/lib/services/memory/assert-unsaid";
import { judgeLine, madeBy } from "@/lib/services/memory/pairs";
import type { MemoryChange } from "@/lib/services/memory/change-memory";
import { presentRelay } from "@/lib/services/memory/present-relay";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/** Leaves an item with the Lead, who approves or rejects it; a finished session takes none. Source: team memory §5 (Lead relay). */
export function leaveWithLead(
  { draft, state, session }: MemoryChange,
  id: string,
  role: string,
  { tag, text: said, shownBy }: AddItem,
  detail: Record<string, unknown> = {},
): ItemRelayed {
  const text = withEvidence(said, shownBy);
  if (tag === "Gate") {
    throw new AppError("invalid_input", "A Gate is an item of the Lead's section alone.", {
      hint: "Use one of Finding, Pattern, Decision, Warning, Dependency, Conflict, Question.",
    });
  }
  assertAtWork(memoryOf(state));
  const relay = { id, sessionKey: session.key, role, tag, text };
  draft.effect({ type: "insert-relay", relay, createdAt: draft.now.toISOString() });
  draft.event("relay.created", role, session, { relay: id, tag, text, ...detail });
  const undecided = { decidedAt: null, decidedBy: null, reason: null, itemId: null };
  return { relay: presentRelay({ ...relay, ...undecided, state: "pending", createdAt: draft.now }) };
}

/**
 * Leaves the item of a teammate whose name is only claimed: the history names `unknown` as who left it. The role must have
 * a section, so that nothing is approved for somebody there is not.
 */
export async function leaveAsUnknown(
  context: ServiceContext,
  caller: Caller,
  params: SessionParams,
  body: AddItem,
  request: ChangeRequest,
): Promise<ItemRelayed> {
  allow(caller, "leave an item with the Lead", { workspace: params.workspace });
  if (body.role === undefined) throw unnamed();
  const role = foldRoleId(assertActingRole(body.role));
  const session = await context.sessions.get(caller, params);
  const advice = adviceFor(body.tag, body.text);
  const judged = judgementIn(body);
  const cited = await context.anchors.read(params.workspace, body.text);
  return context.committer.act({ ...by(caller, params.workspace, request), alone: judged !== null }, async (draft) => {
    const state = await getMemory(draft, params.session);
    assertMatch(request, state);
    const memory = memoryOf(state);
    getSection(memory, role);
    if (body.anyway === false) {
      await assertUnsaid(
        context,
        { draft, state, session },
        { role, reader: role, key: keyFor(caller, role), text: body.text, but: judged?.other },
      );
    }
    const change = { draft, state, session };
    const left = leaveWithLead(change, context.newId(), role, body, cited);
    const pair = judged === null ? null : await judgeLine(context, caller, change, { ...judged, ...madeBy(left) });
    return { ...left, ...(advice !== null && { advice }), ...(pair !== null && { pair }) };
  });
}

function unnamed(): AppError {
  return new AppError("invalid_input", "Several teammates share this connection, and whose item this is is not said.", {
    hint: "Name your own role with `role`; the item then waits for the Lead, who approves it.",
    errors: [{ path: "role", message: "is missing" }],
  });
}
