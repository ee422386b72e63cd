import type { z } from "zod";
import * as context from "@/lib/contracts/context";
import { ConcludeGate, Gate, GateConcluded, GateList, OpenGate } from "@/lib/contracts/gates";

const AT = "2026-11-20T06:42:00.000Z";
const ETAG = '"60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752"';

const PLAN: context.DeliveryPlan = {
  id: "b1946ac92492d234",
  role: "implementer-2",
  mode: "delta",
  reason: null,
  fromVersion: "GC-v4",
  tokens: 212,
};

const OPERATION: context.DeltaOperation = {
  kind: "CHANGED",
  section: "Constraints",
  text: "CHANGED §Constraints: One currency per export batch",
};

const ACK: context.Ack = {
  id: "6c8349cc7260ae62",
  role: "implementer-2",
  version: "GC-v5",
  applied: 3,
  total: 3,
  impact: "NONE",
  action: "CONTINUE",
  unclear: [],
  confirmed: true,
  actor: "implementer-2",
  at: AT,
};

const OPEN_GATE: Gate = {
  id: "d3b07384d113edec",
  phase: 4,
  state: "open",
  result: null,
  gcVersion: "GC-v5",
  openedBy: "Lead",
  openedAt: AT,
  endedBy: null,
  endedAt: null,
  blockers: [{ id: "role:tester-1", kind: "behind", message: "tester-1 has confirmed GC-v4", waived: null }],
  stale: [],
};

/** Values of the contracts about contexts and gates, for `EXAMPLES`. */
export const CONTEXT_EXAMPLES: readonly (readonly [z.ZodType, unknown])[] = [
  [
    context.Context,
    {
      version: "GC-v5",
      etag: ETAG,
      text: "---\nversion: GC-v5\n---\n\n## Constraints\n…",
      draft: false,
      sections: [{ name: "Constraints", path: "Constraints", line: 5, tokens: 340 }],
      tokens: 2100,
      tokenMethod: "Claude, estimate",
      published: { at: AT, actor: "Lead" },
      diagnostics: [],
    },
  ],
  [context.PublishContext, { text: "## Constraints\n- One currency per export batch\n", affected: ["implementer-2"] }],
  [
    context.Published,
    {
      version: "GC-v5",
      changed: true,
      delta: { text: OPERATION.text, operations: [OPERATION], tokens: 212 },
      fullTokens: 2100,
      deliveries: [PLAN],
      etag: ETAG,
    },
  ],
  [context.DeliveryPlan, PLAN],
  [
    context.ApplyDelta,
    { base: "## Constraints\n- Two currencies per batch\n", delta: "[CONTEXT-UPDATE] GC-v4 → GC-v5\n…" },
  ],
  [
    context.GiveAck,
    { role: "implementer-2", version: "GC-v5", applied: 3, total: 3, impact: "NONE", action: "CONTINUE", unclear: [] },
  ],
  [context.AckGiven, { ack: ACK, leadAction: "none", repeated: false }],
  [context.ReportStatus, { role: "implementer-2", status: "CONTEXT_LOST" }],
  [
    context.StatusReported,
    { role: "implementer-2", status: "CONTEXT_LOST", deliveries: [{ ...PLAN, mode: "full", reason: "FC-1" }] },
  ],
  [context.Guidance, { text: "The amounts stay in minor units; only the grouping changes." }],
  [context.ChangeSessionSettings, { ackDeadlineMinutes: 30 }],
  [context.SessionSettings, { ackDeadlineMinutes: 30 }],

  [OpenGate, { phase: 4 }],
  [Gate, OPEN_GATE],
  [GateList, { items: [OPEN_GATE], records: [], nextCursor: null }],
  [
    ConcludeGate,
    {
      result: "APPROVED",
      criteria: ["Portal paging is covered by a test"],
      waivers: [{ role: "tester-1", reason: "On leave until Monday" }],
      archive: [],
    },
  ],
  [
    GateConcluded,
    {
      gate: { ...OPEN_GATE, state: "concluded", result: "APPROVED", endedBy: "Lead", endedAt: AT, blockers: [] },
      record: ".agent/teams/invoice-import/phase-4/gate-record.yaml",
      revision: 44,
      etag: ETAG,
    },
  ],
];
