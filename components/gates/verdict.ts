import type { Tone } from "@/components/ui/badge";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";

/** The tone of a verdict in whatever words a record has it; none at all is neutral. */
export function toneOfVerdict(verdict: string | null): Tone {
  const words = (verdict ?? "").toUpperCase();
  if (words.includes("CONDITION")) return "warn";
  if (/REJECT|FAIL|BLOCK|\bNOT\b/.test(words)) return "bad"; // "NOT PASSED"
  return /APPROV|PASS/.test(words) ? "ok" : "neutral"; // "APPROVED"
}

const VERDICTS: Readonly<Record<string, Sentence>> = {
  APPROVED: sentence("approved"),
  CONDITIONAL_PASS: sentence("conditional pass"),
  REJECTED: sentence("rejected"),
};

/** A verdict as people say it: CONDITIONAL_PASS is "conditional pass". */
export function sayVerdict(verdict: string | null): string {
  return say(
    verdict === null ? sentence("no verdict") : (VERDICTS[verdict] ?? verdict.replaceAll("_", " ").toLowerCase()),
  );
}
