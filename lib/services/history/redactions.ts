import { join } from "node:path";
import type { Redact, Redaction } from "@/lib/contracts/redactions";
import { AppError } from "@/lib/core/errors";
import { Redactor } from "@/lib/core/text/redact";
import { listDocuments } from "@/lib/db/history";
import type { Queries } from "@/lib/db/database";
import { listJournalsHolding } from "@/lib/db/redactions";
import { allow, authorOf, type Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { planRedaction } from "@/lib/services/history/plan-redaction";
import { signedPart } from "@/lib/services/history/redacted-events";
import { dropReplaced, findFilesHolding, redactTrash } from "@/lib/services/history/redact-files";
import { sessionOfPath } from "@/lib/core/memory/session-paths";

/** Somebody may write the text into a file again while it is taken out; so often it is taken out anew. */
const ATTEMPTS = 5;

/** Where no redaction reaches. */
const NOT_REACHED = [
  "Backups, and databases kept beside this one as wardroom.db.rescued-*, wardroom.db.lost-* or *.replaced-*",
  "Other workspaces: redact the text in each",
  "Commits of Git, files outside .agent/teams, .kaizen/agents and .microai that have no history here, and files over 8 MB",
  "Names of files and folders, and what agents and browsers have been sent already",
];

/** Taking a secret out of everything that Wardroom keeps, files and history alike. */
export function redactionService(context: ServiceContext) {
  const { committer, database, places, witness } = context;

  /** Takes the text out of the files, as one revision of each; answers how many. */
  async function redactFiles(caller: Caller, workspace: string, redactor: Redactor): Promise<number> {
    const { texts, others } = await findFiles(database.queries, workspace, redactor);
    const [other] = others;
    if (other !== undefined) {
      throw new AppError(
        "unparseable",
        `${other} holds the text and is not valid UTF-8, so it cannot be changed here.`,
        {
          hint: "Take the text out with an editor, or remove the file, and redact again; nothing was changed.",
        },
      );
    }
    if (texts.length === 0) return 0;
    return committer.submit({
      workspace,
      author: authorOf(caller),
      alone: true,
      decide: async (draft) => {
        await assertNothingUnfinished(draft.queries, redactor);
        let changed = 0;
        for (const path of texts) {
          const { text } = await draft.document(path);
          if (text === null || !redactor.isIn(text)) continue;
          const change = { text: redactor.in(text), operation: "redact", detail: { marker: redactor.marker } };
          const revision = draft.edit(path, change);
          draft.event("document.redacted", path, sessionOfPath(path), { revision, marker: redactor.marker });
          changed++;
        }
        return changed;
      },
    });
  }

  /**
   * Takes the text out of the rows and the trash, in one transaction, with an event that names each. Null where a file holds
   * the text again.
   */
  async function redactHistory(
    caller: Caller,
    { workspace, reason }: { workspace: string; reason: string },
    redactor: Redactor,
  ): Promise<Omit<Redaction, "marker" | "notReached"> | null> {
    return committer.submit({
      workspace,
      author: authorOf(caller),
      alone: true,
      isLong: true,
      decide: async (draft) => {
        await assertNothingUnfinished(draft.queries, redactor);
        const { texts } = await findFiles(draft.queries, workspace, redactor);
        if (texts.length > 0) return null;
        const { effect, told } = await planRedaction(draft.queries, workspace, redactor);
        const documents = await redactTrash(join(places.data, "trash", workspace), redactor);
        const revisions = effect.revisions.length;
        const rows = effect.rows.length + effect.events.length;
        if (revisions + rows === 0) return { documents, revisions, rows };
        draft.effect(effect);
        const signature = witness.signRedaction(signedPart(told.events, effect.covered));
        const counts = { revisionsChanged: revisions, rowsChanged: rows };
        const { marker } = redactor;
        draft.event("history.redacted", workspace, null, { reason, marker, ...counts, ...told, signature });
        return { documents, revisions, rows };
      },
    });
  }

  async function findFiles(queries: Queries, workspace: string, redactor: Redactor) {
    const rows = await listDocuments(queries, workspace, ".");
    return findFilesHolding(
      context.store(workspace),
      rows.map(({ path }) => path),
      redactor,
    );
  }

  return {
    /**
     * Replaces every occurrence of a text by a marker: in the files, as revisions of the caller's, then in the whole history
     * at once. The chain stays verifiable: it names each row that was changed. Repeated, it finishes what a death left. The
     * owner's.
     */
    async redact(caller: Caller, { workspace }: { workspace: string }, { text, reason }: Redact): Promise<Redaction> {
      allow(caller, "redact a secret", { workspace });
      context.store(workspace);
      const redactor = new Redactor(text, `[REDACTED ${context.newId().slice(0, 4)}]`);
      await assertNothingUnfinished(database.queries, redactor);
      let files = 0;
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        files += await redactFiles(caller, workspace, redactor);
        // A power cut would bring back a file that no rewritten revision explains.
        await committer.settleFiles();
        const done = await redactHistory(caller, { workspace, reason }, redactor);
        if (done === null) continue;
        await dropReplaced(join(places.data, "replaced"), redactor);
        const left = await database.wipe();
        const documents = files + done.documents;
        return { ...done, documents, marker: redactor.marker, notReached: [...NOT_REACHED, ...left] };
      }
      throw new AppError("busy", "The text is written into files again and again.", {
        hint: "End the program that writes it, and redact again.",
      });
    },
  };
}

/** What was set aside holds texts and their hashes, and could be finished with neither changed. */
async function assertNothingUnfinished(queries: Queries, redactor: Redactor): Promise<void> {
  const [id] = await listJournalsHolding(queries, redactor.forms);
  if (id === undefined) return;
  throw new AppError("conflict", `Unfinished change ${String(id)} holds the text.`, {
    hint: "Finish or discard it first, see {change.list}; nothing was redacted in the history.",
  });
}
