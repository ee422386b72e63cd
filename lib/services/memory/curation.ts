import type { z } from "zod";
import type { ArchiveItems, Changed, PruneResult, ResolveItem, UnarchiveItems } from "@/lib/contracts/memory";
import type { Deed } from "@/lib/core/access/deeds";
import { AppError } from "@/lib/core/errors";
import { typeOf } from "@/lib/core/memory/access";
import type { MemoryOperation } from "@/lib/core/memory/operation";
import { previewPrune } from "@/lib/core/memory/prune";
import { findSection } from "@/lib/core/memory/find-section";
import { assertNobodys } from "@/lib/services/memory/assert-nobodys";
import { assertNewRoleId, foldRoleId } from "@/lib/core/memory/role-id";
import type { Queries } from "@/lib/db/database";
import { allow, type Caller, assertMatch, type ChangeRequest } from "@/lib/services/workspace/caller";
import { changeMemory, openMemory, type MemoryChange } from "@/lib/services/memory/change-memory";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { editMemory, type Recorded, presentItem } from "@/lib/services/workspace/edit-memory";
import { resolveItem } from "@/lib/services/memory/pairs";
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
    const { items, text, ...rest } = previewPrune(memoryOf(state), state.identity, target, writtenAt);
    const tokensSaved = items.length === 0 ? 0 : context.countTokens(text);
    return { items: items.map(presentItem), ...rest, tokensSaved };
  }

  return {
    /** Marks items, or a whole section with what is in it, as archived; `open_items` lists what is open in one. */
    archive(caller: Caller, params: SessionParams, body: z.infer<typeof ArchiveItems>, request: ChangeRequest) {
      const note = body.note === undefined ? {} : { note: body.note };
      if (body.role !== undefined) {
        const includeOpen = body.includeOpen === true;
        const operation = { type: "archive-section", role: body.role, includeOpen, ...note } as const;
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

    async resolve(caller: Caller, params: SessionParams, { was, ...body }: ResolveItem, request: ChangeRequest) {
      allow(caller, "resolve items");
      const operation = { ...body, ...(was !== undefined && { was }) };
      const detail = { resolution: body.resolution };
      return changeMemory(context, caller, params, request, (change) => resolveItem(change, operation, detail));
    },

    /**
     * Takes the archive mark, or the strike, off items; or brings a section back with what was archived with it. Its
     * teammate has missed what was sent meanwhile, and gets the current context in full.
     */
    async unarchive(
      caller: Caller,
      params: SessionParams,
      body: z.infer<typeof UnarchiveItems>,
      request: ChangeRequest,
    ): Promise<Changed> {
      if (body.role === undefined) {
        const recorded = { operation: "unarchive", action: "items.unarchived" } as const;
        const operation = { type: "unarchive-items", items: body.items ?? [] } as const;
        return curate(caller, params, request, "unarchive items", operation, recorded);
      }
      allow(caller, "unarchive a section");
      const role = foldRoleId(body.role);
      const decide = async ({ draft, state, session }: MemoryChange) => {
        const recorded = { operation: "unarchive section", action: "section.unarchived", session } as const;
        const { revision, items } = await editMemory(draft, state, { type: "unarchive-section", role }, recorded);
        if (role !== "Lead") await welcome(draft, context, session, role);
        return { revision, items };
      };
      return changeMemory(context, caller, params, request, decide, { alone: true });
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
          if (isNew) {
            await assertNobodys(draft, session.workspaceId, by);
            draft.effect({ type: "put-role", sessionKey: session.key, role: by, roleType });
          }
          draft.effect({ type: "revoke-role", sessionKey: session.key, role });
          draft.effect({ type: "supersede", sessionKey: session.key, role });
          if (isNew) await welcome(draft, context, session, by);
          return { revision };
        },
        { alone: true },
      );
    },

    /**
     * Deletes archived items, then resolved ones, oldest first, until the file has at most `target` lines. A dry run only
     * says what would go and what stays; carrying it out needs the ETag of that preview.
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
      if (request.ifMatch === null)
        throw new AppError("invalid_input", "Pruning needs the ETag of the preview it carries out.", {
          hint: "Preview it with dryRun: true, look at what goes, then repeat with dryRun: false and the ETag of that answer.",
        });
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
