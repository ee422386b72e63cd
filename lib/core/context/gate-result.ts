/** How a gate may be concluded. Source: formats "phase-{N}/gate-record.yaml". */
export const GATE_RESULTS = ["APPROVED", "CONDITIONAL_PASS", "REJECTED"] as const;
export type GateResult = (typeof GATE_RESULTS)[number];
