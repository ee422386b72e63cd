import { asError } from "@/lib/services/commit/commit-errors";
import type { Committer } from "@/lib/services/commit/committer";
import type { LateSave } from "@/lib/store/store";
import { findBase, findSafeBase } from "@/lib/core/history/find-base";
import { changedRoles } from "@/lib/core/memory/changed-roles";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { readOverwritesMode } from "@/lib/db/repairs";
import { hasRevisionWith } from "@/lib/db/revisions";
import type { Draft, Intent } from "@/lib/services/commit/act";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { LATE, readRecentTexts } from "@/lib/services/commit/stale-save";
import { DISK, editRepaired, joinInto, makeAllDue } from "@/lib/services/commit/repair-text";
import { sessionOfPath } from "@/lib/core/memory/session-paths";

/** So many are recorded with one change. */
const AT_ONCE = 20;

interface Waiting {
  save: LateSave;
  settle(failure: unknown): void;
}

/**
 * Records the late saves of a workspace. Those of one document that come while others of it are being recorded go together, so
 * that a program that never stops writing does not fill the queue in which everybody waits.
 */
export class LateSaves {
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #draining = new Set<Promise<void>>();

  constructor(
    private readonly committer: Pick<Committer, "submitFound">,
    private readonly workspace: string,
    private readonly newId: () => string,
  ) {}

  /** Resolves once the save is in the history. */
  record(save: LateSave): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (failure: unknown) => {
        if (failure === null) resolve();
        else reject(asError(failure));
      };
      const waiting = this.#waiting.get(save.path);
      if (waiting !== undefined) return void waiting.push({ save, settle });
      const mine = [{ save, settle }];
      this.#waiting.set(save.path, mine);
      const draining = this.#drain(save.path, mine);
      this.#draining.add(draining);
      void draining.then(() => this.#draining.delete(draining));
    });
  }

  /** Resolves when none waits any more. */
  async idle(): Promise<void> {
    await Promise.all(this.#draining);
  }

  async #drain(path: string, waiting: Waiting[]): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, AT_ONCE);
      const saves = batch.map(({ save }) => save);
      const texts = saves.map(({ file }) => file.text ?? "");
      const intent = recordLateSaves(this.workspace, path, saves, this.newId);
      const failure = await this.committer.submitFound(path, intent, texts).then(
        () => null,
        (error: unknown) => error,
      );
      for (const { settle } of batch) settle(failure);
    }
    this.#waiting.delete(path);
  }
}

/**
 * Records what programs wrote into a file that had been replaced meanwhile, in the order it was found: each save as it is, as a
 * revision, and as the next one the text with both. Where both changed the same lines, and where nothing is to be changed
 * without asking, the file stays as it is and the save's lines are proposed. A save that is in the history already is left alone.
 */
export function recordLateSaves(
  workspace: string,
  path: string,
  saves: readonly LateSave[],
  newId: () => string,
): Intent<null> {
  return {
    workspace,
    author: DISK,
    alone: true,
    decide: async (draft) => {
      const stored = await draft.document(path);
      if (stored.text === null || stored.binary || stored.id === 0) return null;
      await makeAllDue(draft, stored.id);
      const isObserved = (await readOverwritesMode(draft.queries, workspace)) === "observe";
      const recorded = new Set<string>();
      for (const { file } of saves) {
        const state = await draft.document(path);
        if (file.text === null || state.text === null || file.text === state.text || recorded.has(file.hash)) continue;
        recorded.add(file.hash);
        const base = await findBaseOf(draft, stored, file.text);
        if (await hasRevisionWith(draft.queries, stored.id, { hash: file.hash, after: base.sequence - 1 })) continue;
        const merged = joinInto(path, base.text, file.text, state.text);
        const isAsked = merged.overlaps || isObserved || !base.isCertain;
        await record(draft, state, {
          text: file.text,
          id: newId(),
          base: base.sequence,
          isAsked,
          merged: merged.text,
        });
      }
      return null;
    },
  };
}

async function record(
  draft: Draft,
  state: DocumentState,
  { text, id, base, isAsked, merged }: { text: string; id: string; base: number; isAsked: boolean; merged: string },
) {
  const roles = state.kind === "memory" ? changedRoles(memoryOf(state), parseMemory(text)) : [];
  const session = sessionOfPath(state.path);
  const detail = LATE;
  const saved = draft.edit(state.path, { text, operation: "edited outside", roles, detail });
  const after = await draft.document(state.path);
  const found = { revision: saved, operation: "edited outside", roles, ...draft.named(state, after) };
  draft.event("document.edited_outside", state.path, session, found);
  draft.event("document.overwritten", state.path, session, { repair: id, base, revision: saved });
  const repair = { id, kind: "late", base, saved };
  const repaired = editRepaired(draft, after, isAsked ? (state.text ?? "") : merged, repair);
  const row = { ...repair, state: isAsked ? "proposed" : "applied", missing: saved, before: state.head } as const;
  draft.effect({
    type: "put-repair",
    workspace: state.workspace,
    path: state.path,
    repair: { ...row, repaired: isAsked ? null : repaired },
  });
}

/**
 * The text that a save is merged by: the one it was made from, which it shows to know, else one that is surely not newer. `isCertain` tells
 * whether what it lacks of that text was removed by its writer; of a history too long to compare, nobody can tell.
 */
async function findBaseOf(draft: Draft, state: DocumentState, text: string) {
  const recent = await readRecentTexts(draft.queries, state.id, state.head, text.length);
  const late = new Set(recent.flatMap(({ isLate }, index) => (isLate ? [index] : [])));
  const texts = recent.map((each) => each.text);
  const shown = findBase(texts, text, late);
  const others = recent.filter(({ isLate }) => !isLate);
  const safeAt = findSafeBase(
    others.map((each) => each.text),
    text,
  );
  const safe = others[Math.max(safeAt, 0)];
  const base = (shown === null ? safe : recent[shown]) ?? { sequence: state.head, text: state.text ?? "" };
  const isCertain = recent[0]?.sequence === 1 || (shown ?? 0) > 0 || holdsLines(text, base.text);
  return { ...base, isCertain };
}

/** Whether a text has all lines of another. */
function holdsLines(text: string, other: string): boolean {
  const has = new Set(text.split("\n"));
  return other.split("\n").every((line) => has.has(line));
}
