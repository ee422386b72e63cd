/** Whether what was tried did what it should. */
export const OUTCOMES = ["pass", "fail"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What a role says of a run of tests or another trial. */
export interface ReportedResult {
  by: string;
  outcome: Outcome;
  /** What was run, and how it went. */
  text: string;
  /** The context version it was run for; null where nobody said. */
  version: string | null;
}

/** A result in words, the same in every place: `tester-1 reported pass for GC-v3: npm test, 72 of 72` */
export function renderResult({ by, outcome, text, version }: ReportedResult): string {
  const about = version === null ? "" : ` for ${version}`;
  return `${by} reported ${outcome}${about}: ${text}`;
}

/** The result that an event holds. */
export function readResult(by: string, payload: Record<string, unknown>): ReportedResult {
  const { outcome, text, version } = payload;
  return {
    by,
    outcome: outcome === "fail" ? "fail" : "pass",
    text: typeof text === "string" ? text : "",
    version: typeof version === "string" ? version : null,
  };
}
