import type { Changed, PruneResult } from "@/lib/contracts/memory";
import type { Deed } from "@/lib/core/access/deeds";
import { AppError } from "@/lib/core/errors";
import { typeOf } from "@/lib/core/memory/access";
import type { MemoryOperation } from "@/lib/core/memory/operation";
import { previewPrune } from "@/lib/core/memory/prune";
import { findSection } from "@/lib/core/memory/find-section";
import { assertNewRoleId } from "@/lib/core/memory/role-id";
import { foldRoleId } from "@/lib/core/memory/section-heading";
import type { Queries } from "@/lib/db/open";
import { allow, type Caller } from "@/lib/services/workspace/caller";
import { changeMemory, openMemory } from "@/lib/services/memory/change-memory";
import { assertMatch, type ChangeRequest } from "@/lib/services/workspace/change-request";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { editMemory, type Recorded } from "@/lib/services/commit/edit-memory";
import { presentItem } from "@/lib/services/commit/present-item";
import { welcome } from "@/lib/services/memory/welcome";

/** What the Lead does to keep a team memory true and short. Source: team memory §5 (Lead curation), Domain 1 §6. */
export function curationService(context: ServiceContext) {
  /** One operation of the core, the Lead's alone. */
  async function curate(
    caller: Caller,
    params: SessionParams,
    request: ChangeRequest,
    deed: Deed,
    operation: MemoryOperation,
    recorded: Omit<Recorded, "session">,
  ): Promise<Changed> {
    allow(caller, deed);
    return changeMemory(context, caller, params, request, async ({ draft, state, session }) => {
      const { revision, items } = await editMemory(draft, state, operation, { ...recorded, session });
      return { revision, items };
    });
  }

  async function previewOf(queries: Queries, state: DocumentState, target: number): Promise<Omit<PruneResult, "etag">> {
    const origins = await context.origins.of(queries, state);
    const writtenAt = (id: string) => origins.get(id)?.at;
    const { items, linesBefore, linesAfter, text } = previewPrune(memoryOf(state), state.identity, target, writtenAt);
    const tokensSaved = items.length === 0 ? 0 : context.countTokens(text);
    return { items: items.map(presentItem), linesBefore, linesAfter, tokensSaved };
  }

  return {
    /** Marks items, or a whole section, as archived. */
    archive(
      caller: Caller,
      params: SessionParams,
      body: { items?: string[] | undefined; role?: string | undefined; note?: string | undefined },
      request: ChangeRequest,
    ): Promise<Changed> {
      const note = body.note === undefined ? {} : { note: body.note };
      if (body.role !== undefined) {
        const operation = { type: "archive-section", role: body.role, ...note } as const;
        return curate(caller, params, request, "archive a section", operation, {
          operation: "archive section",
          action: "section.archived",
        });
      }
      const operation = { type: "archive-items", items: body.items ?? [], ...note } as const;
      return curate(caller, params, request, "archive items", operation, {
        operation: "archive",
        action: "items.archived",
        detail: note,
      });
    },

    /** Strikes an item through with a resolution. */
    resolve(
      caller: Caller,
      params: SessionParams,
      body: { item: string; resolution: string },
      request: ChangeRequest,
    ): Promise<Changed> {
      const recorded = {
        operation: "resolve",
        action: "item.resolved",
        detail: { resolution: body.resolution },
      } as const;
      return curate(caller, params, request, "resolve items", { type: "resolve-item", ...body }, recorded);
    },

    /** Takes the archive mark, or the strike, off items. */
    unarchive(
      caller: Caller,
      params: SessionParams,
      body: { items: string[] },
      request: ChangeRequest,
    ): Promise<Changed> {
      const recorded = { operation: "unarchive", action: "items.unarchived" } as const;
      return curate(caller, params, request, "unarchive items", { type: "unarchive-items", ...body }, recorded);
    },

    /**
     * Marks a teammate replaced; its tokens end. A successor that is no teammate yet gets a section and the same type.
     */
    async replaceRole(
      caller: Caller,
      params: SessionParams,
      body: { role: string; by: string },
      request: ChangeRequest,
    ): Promise<Changed> {
      allow(caller, "replace a teammate");
      const role = foldRoleId(body.role);
      const by = assertNewRoleId(body.by, "by");
      return changeMemory(
        context,
        caller,
        params,
        request,
        async ({ draft, state, session }) => {
          const known = (await draft.roles(session.key)).find((each) => each.id === role);
          const isNew = findSection(memoryOf(state), by)?.state !== "active";
          const recorded = {
            operation: "replace role",
            action: "role.replaced",
            session,
            detail: { role, by },
          } as const;
          const { revision } = await editMemory(draft, state, { type: "replace-role", role, by }, recorded);
          const roleType = typeOf(role, known?.type ?? null);
          if (isNew) draft.effect({ type: "put-role", sessionKey: session.key, role: by, roleType });
          draft.effect({ type: "revoke-role", sessionKey: session.key, role });
          draft.effect({ type: "supersede", sessionKey: session.key, role });
          if (isNew) await welcome(draft, context, session, by);
          return { revision };
        },
        { alone: true },
      );
    },

    /**
     * Deletes archived items, oldest first, until the file has at most `target` lines. A dry run only says what would go;
     * carrying it out needs the ETag of that preview.
     */
    async prune(
      caller: Caller,
      params: SessionParams,
      body: { dryRun: boolean; target: number },
      request: ChangeRequest,
    ): Promise<PruneResult> {
      allow(caller, "prune");
      if (body.dryRun) {
        const { state } = await openMemory(context, caller, params);
        assertMatch(request, state);
        return { ...(await previewOf(context.database.queries, state, body.target)), etag: `"${state.hash}"` };
      }
      if (request.ifMatch === null) throw needsPreview();
      return changeMemory(context, caller, params, request, async ({ draft, state, session }) => {
        const preview = await previewOf(draft.queries, state, body.target);
        if (preview.items.length === 0) return preview;
        const operation = { type: "prune", items: preview.items.map((item) => item.id) } as const;
        const recorded = { operation: "prune", action: "memory.pruned", session } as const;
        const { revision } = await editMemory(draft, state, operation, recorded);
        return { ...preview, revision };
      });
    },
  };
}

function needsPreview(): AppError {
  return new AppError("invalid_input", "Pruning needs the ETag of the preview it carries out.", {
    hint: "Preview it with dryRun: true, look at what goes, then repeat with dryRun: false and the ETag of that answer.",
  });
}
