import { AppError } from "@/lib/core/errors";
import type { Patch } from "@/lib/core/history/patch";
import { linesAround, type Pieces } from "@/lib/core/text/splice";
import type { Act, Effect } from "@/lib/services/commit/act";
import { findSecrets, textsIn, type FoundSecret } from "@/lib/core/text/find-secrets";
import type { Diagnostic } from "@/lib/core/diagnostics";
import { countLines } from "@/lib/core/text/lines";

export interface EditedText {
  path: string;
  before: string;
  /** In pieces, so that a long text that grows is not put together for each edit. */
  after: Pieces;
  patch: Patch;
}

/**
 * Throws `invalid_input` where an act would store a secret that was not there before: in a document, a relay, a comment, a message to
 * a teammate or a reason. It names the kind and never the secret. What was there already keeps nobody from changing the rest.
 */
export function refuseSecrets(act: Pick<Act, "effects" | "events">, edits: readonly EditedText[]): void {
  for (const { path, before, after, patch } of edits) {
    const added = addedLines(before, after, patch);
    const secret = findSecrets(added).find(({ start, end }) => !before.includes(added.slice(start, end)));
    if (secret !== undefined) throw refuse(secret, path);
  }
  const words = [...act.effects.filter(isSaid), ...act.events.map(({ payload }) => payload)].flatMap(textsIn);
  const said = [...new Set(words)].join("\n\n");
  // What an event says of a text that stood there was not said by this act.
  const secret = findSecrets(said).find(
    ({ start, end }) => !edits.some(({ before }) => before.includes(said.slice(start, end))),
  );
  if (secret !== undefined) throw refuse(secret, null);
}

/** The whole lines of the new text in which a patch put anything: a secret may be completed by what stood beside it. */
function addedLines(before: string, after: Pieces, patch: Patch): string {
  const [first] = patch;
  const last = patch.at(-1);
  if (first === undefined || last === undefined) return "";
  const length = after.reduce((sum, piece) => sum + piece.length, 0);
  return linesAround(after, first[0], length - (before.length - last[0] - last[1]));
}

/** Effects that store what a caller wrote. */
const SAID = new Set<Effect["type"]>([
  "insert-relay",
  "reword-relay",
  "decide-relay",
  "add-comment",
  "put-ack",
  "put-question",
  "put-state-line",
  "make-claim",
  "send-nudge",
  "start-agent-session",
  "put-person",
  "prepare-gate",
  "put-version",
  "put-replica",
  "mint-token",
]);

function isSaid(effect: Effect): boolean {
  if (effect.type === "put-run") return typeof effect.change.how === "string";
  return SAID.has(effect.type) || (effect.type === "send" && effect.delivery.kind === "guidance");
}

function refuse({ kind }: FoundSecret, path: string | null): AppError {
  const where = path === null ? "" : ` for ${path}`;
  return new AppError(
    "invalid_input",
    `The text${where} holds what looks like a secret (${kind}), so it was not stored.`,
    {
      hint: "Write where the secret is kept instead of what it is. If it is none, a person can put it into the file with an editor: what is edited there is only warned about, and held back from what teammates are sent.",
    },
  );
}

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
