import { AppError } from "@/lib/core/errors";
import type { Patch } from "@/lib/core/history/patch";
import { linesAround, type Pieces } from "@/lib/core/text/pieces";
import type { Act, Effect } from "@/lib/services/commit/act";
import { findSecrets, type FoundSecret } from "@/lib/services/commit/find-secrets";

/** A document before and after an edit of an act. */
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
export async function refuseSecrets(act: Pick<Act, "effects" | "events">, edits: readonly EditedText[]): Promise<void> {
  for (const { path, before, after, patch } of edits) {
    const added = addedLines(before, after, patch);
    const secret = (await findSecrets(added)).find(({ start, end }) => !before.includes(added.slice(start, end)));
    if (secret !== undefined) throw refuse(secret, path);
  }
  // What an event says of a document's text was looked at with the document.
  const said = [
    ...act.effects.flatMap(wordsOf),
    ...(edits.length === 0 ? act.events.flatMap((each) => textsIn(each.payload)) : []),
  ];
  const [secret] = await findSecrets([...new Set(said)].join("\n"));
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

/** What a caller wrote into rows. */
function wordsOf(effect: Effect): string[] {
  switch (effect.type) {
    case "insert-relay":
      return [effect.relay.text];
    case "add-comment":
      return [effect.comment.text];
    case "send":
      return effect.delivery.kind === "guidance" ? [effect.delivery.message] : [];
    case "put-ack":
      return [effect.ack.impact, effect.ack.unclear];
    default:
      return [];
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function refuse({ kind }: FoundSecret, path: string | null): AppError {
  const where = path === null ? "" : ` for ${path}`;
  return new AppError(
    "invalid_input",
    `The text${where} holds what looks like a secret (${kind}), so it was not stored.`,
    {
      hint: "Write where the secret is kept instead of what it is. If it is none, a person can put it into the file with an editor: what is edited there is only warned about.",
    },
  );
}
