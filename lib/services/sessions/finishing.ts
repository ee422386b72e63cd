import type { FinishSession, SessionFinished } from "@/lib/contracts/harvest";
import { type HarvestPlace } from "@/lib/core/agent-memory/harvest";
import { isAgentMemoryPath } from "@/lib/core/agent-memory/model";
import { AppError } from "@/lib/core/errors";
import { findOpenGate, type GateRow } from "@/lib/db/gates";
import { sayCount } from "@/lib/core/text/say-count";
import { listEvents } from "@/lib/db/events";
import type { SessionRow } from "@/lib/db/sessions";
import { editMemory } from "@/lib/services/workspace/edit-memory";
import { type ChangedFile, takeBack } from "@/lib/services/workspace/take-back";
import { changeMemory, type MemoryChange } from "@/lib/services/memory/change-memory";
import {
  carryOutHarvest,
  type FindAgents,
  openIn,
  prepareHarvest,
  refusedAt,
  writeInstructions,
} from "@/lib/services/sessions/harvest";
import { type Insertion, inTurn, putBack, takeOutOfInstructions } from "@/lib/services/sessions/instructions";
import { allow, type Caller, type ChangeRequest } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/** Ends the work of sessions without deleting them. */
export function finishingService(context: ServiceContext, find: FindAgents) {
  return {
    /**
     * Finishes a session, or reopens it: its Meta says when, and what is in it stays as it is. In the same act its lines go to where they live
     * on; reopening takes that back where it is told to `undo`. While a gate is open, it is `gate_open`; with something open, `open_items`,
     * which lists it. The Lead's.
     */
    async finish(
      caller: Caller,
      params: SessionParams,
      { finished, harvest = [], includeOpen = false, undo = false }: FinishSession,
      request: ChangeRequest,
    ): Promise<SessionFinished> {
      allow(caller, "finish a session");
      const before = await context.committer.findAnswer(request.idempotency);
      if (before !== null) return before.answer as SessionFinished;
      const folder = context.places.workspaces.get(params.workspace) ?? "";
      const harvesting =
        finished && harvest.length > 0 ? await prepareHarvest(context, caller, params, harvest, find) : null;
      const last = undo && !finished ? await lastHarvest(context, await context.sessions.get(caller, params)) : {};
      // Taking back what was written somewhere needs the right to write there.
      for (const place of placesIn(last)) {
        const refused = refusedAt(context, caller, params, place);
        if (refused !== null) throw refused;
      }
      const decide = async (change: MemoryChange) => {
        const { draft, state, session } = change;
        const gate = finished ? await findOpenGate(draft.queries, session.key) : null;
        if (gate !== null) throw gateOpen(gate);
        const open = finished && !includeOpen ? await openIn(draft.queries, session.key, state) : [];
        if (open.length > 0)
          throw new AppError("open_items", `The session leaves ${sayCount(open.length, "thing")} open.`, {
            hint: "Settle what is listed, or finish it with what is open included.",
            errors: [{ path: "includeOpen", message: "is needed to finish it all the same" }],
            current: { open },
          });
        const documents = harvesting === null ? (last.documents ?? []) : await carryOutHarvest(change, harvesting);
        if (!finished) for (const each of documents) await takeBack(draft, each, { operation: "take harvest back" });
        const at = finished ? draft.now.toISOString().replace(/\.\d+Z$/, "Z") : null; // 2026-02-09T10:00:00.000Z
        const { revision } = await editMemory(
          draft,
          state,
          { type: "finish-session", at },
          {
            operation: finished ? "finish session" : "reopen session",
            action: finished ? "session.finished" : "session.reopened",
            session,
            detail: {
              ...(documents.length > 0 && { documents }),
              ...(inserted !== undefined && { instructions: inserted }),
            },
          },
        );
        return {
          revision,
          files: [...documents, ...(inserted === undefined ? [] : [inserted])].map(({ path }) => path),
        };
      };
      // The instructions are not a document of ours: they change before everything else, and back where that is refused.
      let inserted: Insertion | undefined;
      return inTurn(folder, async () => {
        inserted =
          last.instructions ?? (harvesting && (await writeInstructions(context, params, harvest))) ?? undefined;
        const start = last.instructions === undefined ? 0 : await takeOutOfInstructions(folder, last.instructions);
        try {
          return await changeMemory(context, caller, params, request, decide, { alone: true });
        } catch (error) {
          if (last.instructions !== undefined) await putBack(folder, { ...last.instructions, start });
          // Why it was refused is what counts.
          else if (inserted !== undefined) await takeOutOfInstructions(folder, inserted).catch(() => undefined);
          throw error;
        }
      });
    },
  };
}

type Written = Awaited<ReturnType<typeof lastHarvest>>;

function placesIn({ documents = [], instructions }: Written): Set<HarvestPlace> {
  const places = documents.map(({ path }): HarvestPlace => (isAgentMemoryPath(path) ? "agent" : "knowledge"));
  return new Set(instructions === undefined ? places : [...places, "instructions"]);
}

/** What finishing a session wrote last besides its memory. */
async function lastHarvest(
  { database }: ServiceContext,
  { workspaceId, id }: SessionRow,
): Promise<{ documents?: ChangedFile[]; instructions?: Insertion }> {
  const wanted = { workspaceId, session: id, actions: ["session.finished"] };
  const [last] = await listEvents(database.queries, wanted, { limit: 1, below: null });
  return JSON.parse(last?.payload ?? "{}") as Awaited<ReturnType<typeof lastHarvest>>;
}

/** A gate writes its result to the memory, which a finished session's does not take. */
function gateOpen({ id, phase }: GateRow): AppError {
  return new AppError("gate_open", `The gate of phase ${phase} is being evaluated.`, {
    hint: "Conclude or abandon the gate, which {gate.list} finds, then finish the session.",
    current: { gate: id, phase },
  });
}
