import { createHash } from "node:crypto";
import type { PushedFile, PushFile } from "@/lib/contracts/files";
import { AppError } from "@/lib/core/errors";
import type { OverwritesMode } from "@/lib/core/history/stale-save";
import { sessionOfPath } from "@/lib/core/memory/session-paths";
import { readOverwritesMode } from "@/lib/db/repairs";
import { findBaseOfPushed, findNewestWith } from "@/lib/db/revisions";
import type { Draft } from "@/lib/services/commit/act";
import { outsideChange, type DocumentState } from "@/lib/services/commit/document-states";
import { assertEditable } from "@/lib/services/commit/decide-batch";
import { findStaleSave, type StaleSave } from "@/lib/services/commit/stale-save";
import { DISK, joinInto } from "@/lib/services/commit/repair-text";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import { allow, personBy, type Caller, type ChangeRequest } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { OurFiles } from "@/lib/store/our-files";

/** The text that a pushed text was based on, and its place in the history. */
interface Base {
  sequence: number;
  text: string;
}

/**
 * Takes edits that were made in a checkout elsewhere, and records them as edits from outside. If the document still holds the text that the
 * edit was based on, the pushed text replaces it. If it has changed since, both changes are merged; if both changed the same lines, nothing
 * is changed and the caller gets a `conflict` with the current text. An earlier text of the document is not an edit. Lines that a save of an
 * outdated copy left out are put back or proposed, as for saves on the server's own disk.
 */
export function pushFileService(context: ServiceContext) {
  return {
    async push(caller: Caller, { workspace }: { workspace: string }, pushed: PushFile, request: ChangeRequest) {
      allow(caller, "push what was edited in a checkout", { workspace });
      const store = context.store(workspace);
      const { path } = pushed;
      const foreign = await new OurFiles(store).foreign(path);
      if (foreign !== null) {
        throw new AppError("invalid_input", `${path} is not a shared document: it ${foreign}.`, {
          hint: "Shared documents are texts in the folder of a session, an agent or knowledge, and the data that an index, registry or record there names.",
          errors: [{ path: "path", message: "not a shared document" }],
        });
      }
      const person = personBy(caller);
      return context.committer.act<PushedFile>(
        {
          workspace,
          author: { ...DISK, ...(person !== undefined && { person: { id: person.id, name: person.name } }) },
          alone: true,
          idempotency: request.idempotency,
        },
        async (draft) => decide(draft, await draft.document(path), pushed, context.newId),
      );
    },
  };
}

async function decide(draft: Draft, state: DocumentState, pushed: PushFile, newId: () => string): Promise<PushedFile> {
  const { text } = pushed;
  const hash = text === null ? "" : createHash("sha256").update(text).digest("hex");
  if (hash === state.hash) return presented(state, "same", pushed);
  assertEditable(state);
  if (text === null) return remove(draft, state, pushed);
  // A file that is created after a removal is new, even if the document once held the same text.
  if (pushed.base === "" && state.hash === "") return write(draft, state, pushed, text);
  const base = await findBase(draft, state, pushed);
  const known = state.id === 0 ? null : await findNewestWith(draft.queries, state.id, hash);
  // The history already has this text after the base, so it was pushed before. Without a base, it is an older copy.
  if (known !== null && (base === null || known > base.sequence)) return presented(state, "older", pushed);
  if (base === null && state.head > 0)
    throw conflict(state, `It is not known which version of ${state.path} yours is based on.`);
  return base === null ? write(draft, state, pushed, text) : join(draft, state, pushed, { base, text, newId });
}

/** The text that the pushed one is based on; null if that is not known. Throws `conflict` if it is not in the history. */
async function findBase(draft: Draft, state: DocumentState, { base }: PushFile): Promise<Base | null> {
  if (base === null || base === "") return null;
  if (state.text === null) throw conflict(state, `${state.path} has been removed in the meantime.`);
  if (base === state.hash) return { sequence: state.head, text: state.text };
  const sequence =
    state.id === 0
      ? null
      : // A pushed text that was joined with later changes is no revision itself, but whoever pushed it may still be editing it.
        ((await findNewestWith(draft.queries, state.id, base)) ??
        (await findBaseOfPushed(draft.queries, state.id, base)));
  if (sequence === null)
    throw conflict(state, `The version of ${state.path} that yours is based on is not in its history.`);
  return { sequence, text: await readTextAt(draft.queries, state.id, sequence) };
}

async function join(
  draft: Draft,
  state: DocumentState,
  pushed: PushFile,
  { base, text, newId }: { base: Base; text: string; newId: () => string },
): Promise<PushedFile> {
  const mode = (await readOverwritesMode(draft.queries, state.workspace)) as OverwritesMode;
  const from = { id: state.id, head: base.sequence, text: base.text };
  const stale = await findStaleSave(draft.queries, from, text, mode);
  const wanted = stale?.text ?? text;
  const isOverHead = base.sequence === state.head;
  const merged = isOverHead
    ? { text: wanted, overlaps: false }
    : joinInto(state.path, base.text, wanted, state.text ?? "");
  if (merged.overlaps) throw conflict(state, `${state.path} and your version have changed in the same lines.`);
  if (merged.text === state.text) return presented(state, "merged", pushed);
  const before = state.head;
  const answer = write(draft, state, pushed, merged.text, {
    base: base.sequence,
    pushed: createHash("sha256").update(text).digest("hex"),
  });
  if (stale?.isAsked === true) propose(draft, state, { id: newId(), stale, before, saved: answer.revision });
  return answer;
}

function write(
  draft: Draft,
  state: DocumentState,
  pushed: PushFile,
  text: string,
  more: Record<string, unknown> = {},
): PushedFile {
  const { path, replica, machine } = pushed;
  const operation = state.head === 0 ? "found" : "edited outside";
  const change = outsideChange(state, text);
  const roles = state.head > 0 ? change.roles : [];
  const detail = { ...change.detail, replica, machine, ...more };
  const revision = draft.edit(path, { ...change, operation, roles, detail });
  draft.event("document.edited_outside", path, sessionOfPath(path), { revision, operation, roles, ...detail });
  const outcome = text === pushed.text ? "written" : "merged";
  const hash = createHash("sha256").update(text).digest("hex");
  return { path, outcome, hash, text: outcome === "written" ? null : text, revision };
}

function remove(draft: Draft, state: DocumentState, { path, base, replica, machine }: PushFile): PushedFile {
  if (base !== state.hash) throw conflict(state, `${path} has changed on the server since you removed it.`);
  const change = outsideChange(state, "");
  const { roles } = change;
  const detail = { ...change.detail, replica, machine };
  const operation = "removed outside";
  const revision = draft.edit(path, { ...change, operation, detail, remove: true });
  draft.event("document.removed_outside", path, sessionOfPath(path), { revision, operation, roles, ...detail });
  return { path, outcome: "written", hash: null, text: null, revision };
}

/** Leaves the lines that a save of an outdated copy left out for a person to decide about, as for saves on the server's own disk. */
function propose(
  draft: Draft,
  { workspace, path }: DocumentState,
  { id, stale, before, saved }: { id: string; stale: StaleSave; before: number; saved: number },
): void {
  draft.event("document.overwritten", path, sessionOfPath(path), { repair: id, base: stale.base, revision: saved });
  const row = { id, kind: "stale", base: stale.base, missing: before, saved, before, repaired: null };
  draft.effect({ type: "put-repair", workspace, path, repair: { ...row, state: "proposed" } });
}

function presented({ path, hash, text, head }: DocumentState, outcome: PushedFile["outcome"], pushed: PushFile) {
  const shown = outcome === "same" || text === pushed.text ? null : text;
  return { path, outcome, hash: hash === "" ? null : hash, text: shown, revision: head };
}

function conflict(state: DocumentState, message: string): AppError {
  return new AppError("conflict", message, {
    hint: "Merge both versions in your file, and push it with the hash of the current text as its base.",
    current: { hash: state.hash === "" ? null : state.hash, revision: state.head, text: state.text },
  });
}
