import type { Tone } from "@/components/ui/badge";
import { dueOf } from "@/lib/client/context";
import type { Ack, FallbackCode, MatrixCell } from "@/lib/contracts/context";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";

/** Where a role stands with a version, in words; the tone only repeats them. */
export interface CellWords {
  tone: Tone;
  /** In the column of the current version. */
  words: string;
  /** In the narrow columns of older versions. */
  sign: string;
  /** Since when, where that matters: the words are followed by how long ago it is. ISO 8601. */
  since: string | null;
}

const DONE: Record<Ack["action"], Sentence> = {
  CONTINUE: sentence("continue"),
  PAUSE: sentence("paused"),
  NEED_CLARIFICATION: sentence("unclear"),
};

export function sayApplied({ applied, total }: Ack): string {
  return `${applied}/${total}`;
}

export function sayCell(cell: MatrixCell, deadlineMinutes: number): CellWords {
  const { ack } = cell;
  switch (cell.state) {
    case "none":
      return { tone: "neutral", words: say("not sent"), sign: "–", since: null };
    case "superseded":
      return { tone: "neutral", words: say("superseded"), sign: "·", since: null };
    case "pending":
      return cell.pingedAt === null
        ? {
            tone: "neutral",
            words: cell.fetchedAt === null ? say("pending") : say("fetched"),
            sign: "…",
            since: cell.sentAt,
          }
        : { tone: "neutral", words: say("pinged"), sign: "…", since: cell.pingedAt };
    case "overdue":
      return {
        tone: "bad",
        words: say("overdue"),
        sign: "!",
        since: dueOf(cell, deadlineMinutes)?.toISOString() ?? null,
      };
    case "confirmed":
      return {
        tone: "ok",
        words: ack === null ? say("✓ confirmed") : `✓ ${sayApplied(ack)} ${say(DONE[ack.action])}`,
        sign: "✓",
        since: null,
      };
    case "answered":
      return { tone: "warn", words: ack === null ? say("answered") : sayAnswer(ack), sign: "?", since: null };
  }
}

function sayAnswer(ack: Ack): string {
  const counts = sayApplied(ack);
  if (ack.action === "PAUSE") return say("{counts} paused", { counts });
  if (ack.action === "CONTINUE") return say("{counts} applied", { counts });
  return ack.unclear.length === 0
    ? say("{counts} unclear", { counts })
    : `${say("{counts} unclear", { counts })}: ${ack.unclear.join(", ")}`;
}

/** Why a full text was sent instead of a delta, in two words. */
const REASONS: Record<FallbackCode, Sentence> = {
  "FC-1": sentence("version gap"),
  "FC-2": sentence("context lost"),
  "FC-3": sentence("new here"),
  "FC-4": sentence("large change"),
  "FC-5": sentence("asked for"),
};

export function sayReason(code: FallbackCode): string {
  return say(REASONS[code]);
}

const EXPLAINED: Record<FallbackCode, Sentence> = {
  "FC-1": sentence("More than one version came since the last one confirmed."),
  "FC-2": sentence("The context was lost."),
  "FC-3": sentence("No version confirmed yet."),
  "FC-4": sentence("The changes cost over half of the full text."),
  "FC-5": sentence("The full text was asked for."),
};

export function explainReason(code: FallbackCode): string {
  return say(EXPLAINED[code]);
}
