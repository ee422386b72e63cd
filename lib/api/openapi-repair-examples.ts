import type { z } from "zod";
import { Repair, RepairList, RepairSettings } from "@/lib/contracts/repairs";

const REPAIR: Repair = {
  id: "5f0c8d9e-1b7a-4c1e-9a53-0f6d2b1c7e44",
  path: ".agent/teams/invoice-import/TEAM-MEMORY.md",
  session: "invoice-import",
  kind: "stale",
  state: "proposed",
  actor: "disk",
  at: "2026-11-20T06:42:00.000Z",
  base: 38,
  before: 42,
  saved: 43,
  repaired: null,
  authors: ["implementer-2"],
  lines: ["- [Finding] The ledger refuses a batch with two currencies"],
  lineCount: 1,
  overlaps: false,
  decidedBy: null,
  decidedAt: null,
};

/** What the contracts of repairs look like. */
export const REPAIR_EXAMPLES: [z.ZodType, unknown][] = [
  [Repair, REPAIR],
  [RepairList, { mode: "propose", items: [REPAIR], nextCursor: null } satisfies RepairList],
  [RepairSettings, { mode: "repair" } satisfies RepairSettings],
];
