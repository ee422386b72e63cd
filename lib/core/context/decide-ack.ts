import type { Ack } from "@/lib/core/context/ack";
import { versionNumber } from "@/lib/core/context/version";
import { AppError } from "@/lib/core/errors";

/** What was sent and is being answered. */
export interface AnsweredDelivery {
  version: string;
  mode: "delta" | "full";
  /** Operations of the delta; a full text counts as one item. */
  items: number;
}

/** What an ACK means, and what the Lead is offered next. Source: context delta §5 "ACK Validation by Lead". */
export interface AckDecision {
  /** True when the teammate is on that version now. */
  confirmed: boolean;
  /** `resend`: the unclear items with their surroundings; `full`: the whole text; `guidance`: acknowledge and advise. */
  leadAction: "none" | "guidance" | "resend" | "full";
  reason: string;
}

/** Where more than this share of the items is unclear, single items no longer help. */
const UNCLEAR_SHARE = 0.5;

/**
 * Decides what an ACK means. Only `applied = total` with CONTINUE or PAUSE confirms, and a total below what was sent shows
 * that not all of it was read. Source: context delta §5 and §8.
 */
export function decideAck(ack: Ack, delivery: AnsweredDelivery): AckDecision {
  const complete = ack.applied === ack.total && ack.total >= delivery.items;
  if (complete && ack.action === "CONTINUE")
    return { confirmed: true, leadAction: "none", reason: "All items are applied." };
  if (ack.action === "PAUSE") {
    const reason = complete
      ? "All items are applied; the teammate pauses."
      : `The teammate pauses with ${ack.applied} of ${delivery.items} items applied.`;
    return { confirmed: complete, leadAction: "guidance", reason };
  }
  const total = Math.max(ack.total, delivery.items);
  const unclear = Math.min(total, Math.max(ack.unclear.length, total - ack.applied));
  if (delivery.mode === "full" || unclear > total * UNCLEAR_SHARE) {
    return {
      confirmed: false,
      leadAction: "full",
      reason: `${unclear} of ${total} items are unclear: more than half.`,
    };
  }
  return { confirmed: false, leadAction: "resend", reason: `${unclear} of ${total} items are unclear.` };
}

/** What is known about the role that answers. */
export interface AckHistory {
  role: string;
  /** Every version ever sent to that role since it was (re)spawned. */
  sent: readonly string[];
  /** The last version it confirmed, or null. */
  confirmed: string | null;
  /** The last ACK taken for each version. */
  answers: Readonly<Record<string, Ack>>;
}

/**
 * `duplicate` for the same ACK once more, `new` for one to be taken. Throws AppError `conflict` for a version never sent to that
 * role, or an older one than it already confirmed. Source: formats "ACK".
 */
export function acceptAck(ack: Ack, history: AckHistory): "new" | "duplicate" {
  const before = history.answers[ack.version];
  if (before !== undefined && sameAck(before, ack)) return "duplicate";
  if (!history.sent.includes(ack.version)) {
    throw new AppError("conflict", `${ack.version} was never sent to ${history.role}.`, {
      hint: "Acknowledge a version that is pending; the pending updates of a role are listed under `context/updates`.",
      current: { sent: history.sent.slice(-10), confirmed: history.confirmed },
    });
  }
  const confirmed = history.confirmed === null ? null : versionNumber(history.confirmed);
  if (confirmed !== null && (versionNumber(ack.version) ?? 0) < confirmed) {
    throw new AppError(
      "conflict",
      `${history.role} has confirmed ${history.confirmed ?? ""} already, which is newer than ${ack.version}.`,
      {
        hint: "Nothing needs to be acknowledged for an older version.",
        current: { confirmed: history.confirmed },
      },
    );
  }
  return "new";
}

function sameAck(a: Ack, b: Ack): boolean {
  const plain = (ack: Ack): string => JSON.stringify([ack.applied, ack.total, ack.impact, ack.action, ack.unclear]);
  return plain(a) === plain(b);
}
