import type { MatrixCell } from "@/lib/contracts/context";
import { sentence, type Sentence } from "@/lib/core/i18n/say";

/** What the Lead can do about a role and a version. */
export const CELL_ACTS = ["ack", "ping", "resend", "full", "guide"] as const;
export type CellAct = (typeof CELL_ACTS)[number];

export const ACT_KEYS: Record<CellAct, string> = { ack: "a", ping: "n", resend: "r", full: "f", guide: "m" };

export const ACT_LABELS: Record<CellAct, Sentence> = {
  ack: sentence("Record ACK…"),
  ping: sentence("Ping"),
  resend: sentence("Re-send unclear"),
  full: sentence("Send in full"),
  guide: sentence("Guide…"),
};

/** What can be done: the current version is acted on, and only where something of it was sent. */
export function actsOf(cell: MatrixCell | undefined): readonly CellAct[] {
  if (cell === undefined || cell.delivery === null) return [];
  switch (cell.state) {
    case "pending":
    case "overdue":
      return ["ack", "ping", "full", "guide"];
    case "answered":
      return cell.ack?.action === "NEED_CLARIFICATION" ? ["ack", "resend", "full", "guide"] : ["ack", "full", "guide"];
    case "confirmed":
      return ["full", "guide"];
    case "none":
    case "superseded":
      return [];
  }
}

/** The one act that is called for, from what the acknowledgement led to; undefined where the role may be left alone. */
export function actCalledFor(cell: MatrixCell | undefined): CellAct | undefined {
  if (cell === undefined) return undefined;
  if (cell.state === "overdue") return "ping";
  if (cell.leadAction === "none") return undefined;
  const act = cell.leadAction === "guidance" ? "guide" : cell.leadAction;
  return actsOf(cell).includes(act) ? act : undefined;
}
