import type { Item, MemoryFilter } from "@/lib/contracts/memory";
import { AppError } from "@/lib/core/errors";
import { identifyFormer, identifyItems, shareKeys } from "@/lib/core/memory/identity";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { listRoles } from "@/lib/db/sessions";
import type { Caller } from "@/lib/services/workspace/caller";
import { openMemory } from "@/lib/services/memory/change-memory";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { presentMemory, readBesides } from "@/lib/services/memory/memory-view";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/** What changed in a team memory since a reader last looked. */
export function memoryChangesService(context: ServiceContext) {
  return {
    /**
     * The memory with only the items that are new or stand otherwise than after `revision`, 0 being the empty text, and those that are
     * gone since; the filter applies to both. An item that got other words is shown as it reads now, and is gone only where it is not
     * known to be the same one. Reading records the receipt, as any reading does.
     */
    async since(caller: Caller, params: SessionParams, revision: number, filter: MemoryFilter = {}) {
      const opened = await openMemory(context, caller, params);
      const { queries } = context.database;
      const known =
        opened.state.id > 0 ? opened.state : await context.committer.reload(params.workspace, opened.state.path);
      if (revision > known.head) throw ahead(revision, known.head);
      const text = revision === 0 ? "" : await readTextAt(queries, known.id, revision);
      const roles = await listRoles(queries, opened.session.key);
      const besides = await readBesides(queries, opened.session.key, known);
      const memory = presentMemory(known, roles, await context.origins.of(queries, known), besides, filter);
      const before = itemsBefore(known, text);
      const sections = memory.sections.flatMap((section) => {
        const items = section.items.filter((item) => standsOtherwise(item, before.get(item.id)));
        return items.length === 0 ? [] : [{ ...section, items, texts: [] }];
      });
      const now = new Set(identifyItems(memoryOf(known), known.identity).map(({ id }) => id));
      const wanted = filter.role?.split(",").map((role) => role.trim().toLowerCase());
      const gone = [...before].flatMap(([id, { role, text }]) =>
        now.has(id) || wanted?.includes(role.toLowerCase()) === false ? [] : [{ id, role, text }],
      );
      return { memory: { ...memory, sections, preface: [] }, gone };
    },
  };
}

type Standing = Pick<Item, "text" | "body" | "state" | "resolution"> & { role: string };

function itemsBefore(state: DocumentState, text: string): Map<string, Standing> {
  const document = parseMemory(text);
  // Nearly all of it reads as it does now: what was hashed for the one need not be for the other.
  shareKeys(memoryOf(state), document);
  return new Map(
    identifyFormer(document, state.identity).map(({ id, role, item }) => {
      const { text, body, state, resolution } = item;
      return [id, { role, text, body, state, resolution }];
    }),
  );
}

function standsOtherwise(item: Item, before: Standing | undefined): boolean {
  if (item.state !== before?.state || item.resolution !== before.resolution) return true;
  return item.text !== before.text || item.body !== before.body;
}

function ahead(revision: number, head: number): AppError {
  const message = `There is no revision ${revision} yet: the newest is ${head}.`;
  return new AppError("invalid_input", message, {
    hint: "Give the revision that an earlier reading answered, or read without since.",
    errors: [{ path: "since", message }],
  });
}
