import type { Diagnostic } from "@/lib/core/diagnostics";
import { countLines } from "@/lib/core/text/lines";
import { findSecrets } from "@/lib/core/text/find-secrets";

/** So many files' warnings are remembered. */
const KEPT = 200;
/** So many secrets of one file are told. */
const TOLD = 100;
const known = new Map<string, Diagnostic[]>();

/**
 * A warning for each secret in a file, with its line and never with the secret itself: whoever edits a file by hand is not
 * stopped, but told. Found out once for each text.
 */
export function secretWarnings({ hash, text }: { hash: string; text: string | null }): Diagnostic[] {
  if (text === null) return [];
  const found = known.get(hash) ?? warningsIn(text);
  // What was asked for last goes last.
  known.delete(hash);
  known.set(hash, found);
  for (const old of known.keys()) if (known.size > KEPT) known.delete(old);
  return found;
}

function warningsIn(text: string): Diagnostic[] {
  return findSecrets(text)
    .slice(0, TOLD)
    .map(({ kind, start, end }) => ({
      code: "secret",
      message: `This looks like a secret (${kind}). Revoke it where it is used, and write here where it is kept instead. Until then the line is held back from what teammates are sent.`,
      severity: "warning",
      range: { start: placeOf(text, start), end: placeOf(text, end) },
    }));
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const column = offset - Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r"));
  return { line: Math.max(1, countLines(`${before}.`)), column };
}
