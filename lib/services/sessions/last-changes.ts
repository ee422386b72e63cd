import type { Session } from "@/lib/contracts/sessions";
import { doerOf, signedBy } from "@/lib/core/history/signed-by";
import type { Database } from "@/lib/db/database";
import { findHeadRevisions } from "@/lib/db/revisions";
import type { DocumentState } from "@/lib/services/commit/document-states";

/** When documents changed last, and by whom. Asked for one by one, five hundred of them take as many questions to the database. */
export class LastChanges {
  readonly #known = new WeakMap<DocumentState, Session["lastChange"]>();

  constructor(private readonly database: Pick<Database, "queries">) {}

  /** Asks for those that are not known, together. */
  async learn(states: readonly DocumentState[]): Promise<void> {
    const unknown = states.filter((state) => state.id !== 0 && state.changed === null && !this.#known.has(state));
    const rows = await findHeadRevisions(this.database.queries, unknown);
    for (const state of unknown) {
      const row = rows.get(state.id);
      if (row === undefined) continue;
      const person = signedBy(JSON.parse(row.detail) as Record<string, unknown>);
      this.#known.set(state, { at: row.at.toISOString(), actor: doerOf({ actor: row.actor, person }) });
    }
  }

  /** What is known of a document; null where it never changed. */
  of(state: DocumentState): Session["lastChange"] {
    return state.changed ?? this.#known.get(state) ?? null;
  }
}
