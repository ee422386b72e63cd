import type { Ack } from "@/lib/core/context/ack";
import { versionNumber } from "@/lib/core/context/version-number";
import { AppError } from "@/lib/core/errors";
import { sayCount } from "@/lib/core/text/say-count";

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
 * Decides what an ACK means whose total is that of what was sent. Only `applied = total` with CONTINUE or PAUSE confirms.
 * Source: context delta §5 and §8.
 */
export function decideAck({ applied, total, action, unclear: named }: Ack, mode: "delta" | "full"): AckDecision {
  const complete = applied === total;
  if (complete && action === "CONTINUE")
    return { confirmed: true, leadAction: "none", reason: "All items are applied." };
  if (action === "PAUSE") {
    const reason = complete
      ? "All items are applied; the teammate pauses."
      : `The teammate pauses with ${applied} of ${total} items applied.`;
    return { confirmed: complete, leadAction: "guidance", reason };
  }
  const unclear = Math.min(total, Math.max(named.length, total - applied));
  const said = `${unclear} of ${total} items are unclear`;
  if (mode === "full" || unclear > total * UNCLEAR_SHARE)
    return { confirmed: false, leadAction: "full", reason: `${said}: more than half.` };
  return { confirmed: false, leadAction: "resend", reason: `${said}.` };
}

/** What is known about the role that answers. */
export interface AckHistory {
  role: string;
  /** Everything ever sent to that role since it was (re)spawned; a full text counts as one item. */
  sent: readonly { version: string; items: number }[];
  /** The last version it confirmed, or null. */
  confirmed: string | null;
  /** The last ACK taken for each version. */
  answers: Readonly<Record<string, Ack>>;
}

/**
 * `duplicate` for the same ACK once more, `new` for one to be taken. Throws AppError `conflict` for a version never sent to that
 * role, or an older one than it already confirmed, and `invalid_input` for a total that no message of that version had.
 * Source: formats "ACK".
 */
export function acceptAck(ack: Ack, history: AckHistory): "new" | "duplicate" {
  const before = history.answers[ack.version];
  if (before !== undefined && sameAck(before, ack)) return "duplicate";
  const totals = history.sent.filter(({ version }) => version === ack.version).map(({ items }) => items);
  const total = totals.at(-1);
  if (total === undefined) {
    throw new AppError("conflict", `${ack.version} was never sent to ${history.role}.`, {
      hint: "Acknowledge a version that is pending: {context.updates} lists what waits for a role.",
      current: { sent: history.sent.map(({ version }) => version).slice(-10), confirmed: history.confirmed },
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
  if (!totals.includes(ack.total)) throw wrongTotal(ack, total);
  return "new";
}

function wrongTotal({ version, total: given }: Ack, total: number): AppError {
  const items = sayCount(total, "item");
  return new AppError("invalid_input", `${version} was sent with ${items}, not ${given}.`, {
    hint: `Count the operations of the delta again, a full text as one, and answer with a total of ${total}.`,
    errors: [{ path: "total", message: `must be ${total}: ${version} was sent with ${items}` }],
    current: { version, total },
  });
}

function sameAck(a: Ack, b: Ack): boolean {
  const plain = (ack: Ack): string => JSON.stringify([ack.applied, ack.total, ack.impact, ack.action, ack.unclear]);
  return plain(a) === plain(b);
}
