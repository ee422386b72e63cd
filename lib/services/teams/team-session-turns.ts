import type { ReportTurns } from "@/lib/contracts/team-sessions";
import { oneLine } from "@/lib/core/knowledge/one-line";
import type { TeamSessionState } from "@/lib/services/teams/team-session-state";

/** So many turns of a dialogue are kept; the oldest go first, into the checkpoints that have them. */
const DIALOGUE_KEPT = 200;

/** The session after turns that were reported. Throws invalid_input for text that cannot be kept. */
export function continued(before: TeamSessionState, body: ReportTurns): TeamSessionState {
  const turns = before.turns + body.turns;
  const speaker = body.speaker === undefined ? before.currentSpeaker : oneLine(body.speaker, "speaker");
  const said =
    body.summary === undefined
      ? []
      : [{ turn: turns, speaker: speaker ?? "unknown", summary: oneLine(body.summary, "summary") }];
  const closed = new Set(body.closedIssues.map((text, index) => oneLine(text, `closedIssues.${index}`)));
  return {
    ...before,
    turns,
    currentSpeaker: speaker,
    dialogueSummary: [...before.dialogueSummary, ...said].slice(-DIALOGUE_KEPT),
    agreements: added(before.agreements, body.agreements, "agreements"),
    openIssues: added(before.openIssues, body.openIssues, "openIssues").filter((issue) => !closed.has(issue)),
    nextAction:
      body.nextAction === undefined
        ? before.nextAction
        : body.nextAction === null
          ? null
          : oneLine(body.nextAction, "nextAction"),
  };
}

/** Both lists as one; what is said twice stands once. */
function added(list: string[], more: string[], path: string): string[] {
  return [...new Set([...list, ...more.map((text, index) => oneLine(text, `${path}.${index}`))])];
}
