import { call } from "@/lib/client/call";
import type { z } from "zod";
import { foreseen, useChange } from "@/components/shell/use-change";
import type { SessionScope } from "@/lib/client/paths";
import { gatesQuery, sessionKey, waiveBlockers } from "@/lib/client/sessions";
import type { ConcludeGate, Gate, GateBlocker } from "@/lib/contracts/gates";
import { say } from "@/lib/core/i18n/say";
import { sayVerdict } from "./verdict";
import { useQueryClient } from "@tanstack/react-query";
import { findItem } from "@/components/memory/optimistic";
import { sayLeft, useBulk } from "@/components/shell/bulk";
import type { Undo } from "@/components/shell/do-each";
import { ackMatrixQuery, pingDelivery, unpingDelivery } from "@/lib/client/context";
import { memoryQuery, resolveItem, undoRevision } from "@/lib/client/memory";
import { needsKey } from "@/lib/client/needs";
import { RequestError } from "@/lib/client/request-error";
import type { AckMatrix } from "@/lib/contracts/context";
import type { Memory } from "@/lib/contracts/memory";

/** Opens, concludes and abandons gates, and says what came of it; each tells whether it was done. */
export function useGateActs(scope: SessionScope) {
  const { busy, run } = useChange([sessionKey(scope)]);

  return {
    busy,
    open: (phase: number) =>
      run({
        send: () => call("POST /sessions/{session}/gates", { params: scope, body: { phase } }),
        done: ({ gcVersion }) => ({
          title: say("Opened the gate of phase {phase}", { phase }),
          detail: say("The context is frozen at {gcVersion}.", { gcVersion }),
        }),
        failed: say("The gate was not opened"),
      }),
    conclude: (gate: Gate, body: z.input<typeof ConcludeGate>) =>
      run({
        send: () =>
          call("POST /sessions/{session}/gates/{gate}/conclude", { params: { ...scope, gate: gate.id }, body }),
        done: ({ record }) => ({
          title: say("Phase {phase}: {verdict}", { phase: gate.phase, verdict: sayVerdict(body.result) }),
          detail: say("Written to {record}.", { record }),
        }),
        failed: say("The gate was not concluded"),
      }),
    abandon: (gate: Gate) =>
      run({
        send: () => call("POST /sessions/{session}/gates/{gate}/abandon", { params: { ...scope, gate: gate.id } }),
        done: () => ({
          title: say("Abandoned the gate of phase {phase}", { phase: gate.phase }),
          detail: say("Publishing is unfrozen."),
        }),
        failed: say("The gate was not abandoned"),
      }),
  };
}

export type GateActs = ReturnType<typeof useGateActs>;

/** Settles blockers of the open gate, any number at once, with one Undo for all of them. */
export function useBlockerActs(scope: SessionScope, gate: Gate | undefined) {
  const client = useQueryClient();
  const bulk = useBulk();
  const change = useChange([sessionKey(scope), needsKey(scope.workspace)], { undoKey: "u", key: "blocker" });

  async function waive(blockers: readonly GateBlocker[], reason: string | null): Promise<boolean> {
    if (gate === undefined) return false;
    const ids = new Set(blockers.map(({ id }) => id));
    const before = reason === null ? (blockers[0]?.waived ?? null) : null;
    return change.run({
      foresee: [
        foreseen(gatesQuery(scope), (list) => ({
          ...list,
          items: list.items.map((each) => ({
            ...each,
            blockers: each.blockers.map((blocker) =>
              each.id === gate.id && ids.has(blocker.id) ? { ...blocker, waived: reason } : blocker,
            ),
          })),
        })),
      ],
      send: () => waiveBlockers(scope, gate.id, [...ids], reason),
      done: () => ({
        title: `${reason === null ? say("No longer waived") : say("Waived")}: ${say("{size, plural, one {# blocker} other {# blockers}}", { size: ids.size })}`,
        undo: () => waiveBlockers(scope, gate.id, [...ids], before),
      }),
      failed: say("Not waived"),
    });
  }

  async function resolve(memory: Memory, { id }: GateBlocker, note: string): Promise<Undo> {
    if (id.startsWith("pair:")) {
      throw new RequestError("conflict", say("Settle the pair in the memory: say which line holds."), 409);
    }
    const found = findItem(memory, nameOf(id));
    if (!found) throw new RequestError("not_found", say("The item is no longer there."), 404);
    const { revision } = await resolveItem(scope, found.item, note);
    return () => undoRevision(scope, revision);
  }

  async function ping(matrix: AckMatrix, { id, role }: GateBlocker): Promise<Undo> {
    const row = matrix.roles.find((each) => each.role === nameOf(id));
    const delivery = row?.cells.find(({ version }) => version === matrix.version)?.delivery ?? null;
    if (delivery === null)
      throw new RequestError("not_found", say("{role} was sent nothing to confirm.", { role }), 404);
    await pingDelivery(scope, delivery);
    return () => unpingDelivery(scope, delivery);
  }

  /** Acts on each of them with what `read` has read as it is now: the page may not have it yet. */
  function each<Known>(
    blockers: readonly GateBlocker[],
    did: string,
    read: () => Promise<Known>,
    act: (known: Known, blocker: GateBlocker) => Promise<Undo>,
  ): Promise<boolean> {
    return change.run({
      send: async () => {
        const known = await read();
        return bulk.each(blockers, (blocker) => act(known, blocker));
      },
      done: ({ done, undo, ...rest }) => ({
        title: `${did} ${done[0]?.kind === "behind" ? say("{count, plural, one {# teammate} other {# teammates}}", { count: done.length }) : say("{items, plural, one {# item} other {# items}}", { items: done.length })}`,
        ...sayLeft(rest),
        undo,
      }),
      failed: say("Not {what}", { what: did.toLowerCase() }),
    });
  }

  return {
    progress: bulk.progress,
    lastDone: change.lastDone,
    undoLast: change.undoLast,
    waive,
    resolve: (blockers: readonly GateBlocker[], note: string) =>
      each(
        blockers,
        say("Resolved"),
        () => client.query(memoryQuery(scope)),
        (memory, blocker) => resolve(memory, blocker, note),
      ),
    ping: (blockers: readonly GateBlocker[]) =>
      each(blockers, say("Pinged"), () => client.query(ackMatrixQuery(scope)), ping),
  };
}

export type BlockerActs = ReturnType<typeof useBlockerActs>;

/** The item or role that a blocker is about: "item:3f9a1c07be42". */
function nameOf(id: string): string {
  return id.replace(/^(?:role|item):/, "");
}
