import { AppError } from "@/lib/core/errors";
import { isOurs, kindOf } from "@/lib/core/places/our-files";
import { allow, authorOf } from "@/lib/services/workspace/caller";
import { assertMatch } from "@/lib/services/workspace/change-request";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { documentRevisions } from "@/lib/services/history/document-revisions";

/** Names a document of knowledge: the registry, an index, or a file of knowledge. */
export interface KnowledgeDocumentParams {
  workspace: string;
  path: string;
}

/** Looking into the history of registry, indexes and files of knowledge, and bringing text back from it. */
export function knowledgeHistoryService(context: ServiceContext) {
  return documentRevisions<KnowledgeDocumentParams>(context, {
    open: async (caller, { workspace, path }) => {
      allow(caller, "look", { workspace });
      assertKnowledge(path);
      const state = await context.committer.current(workspace, path);
      if (state.head > 0) return state;
      throw new AppError("not_found", `There is no ${path}, and none is remembered.`, {
        hint: "Find the paths there are with {knowledge.list}.",
      });
    },
    list: "knowledge.revisions",
    deeds: { revert: "bring an earlier text of knowledge back", undo: "undo a revision of knowledge" },
    change: (caller, { workspace, path }, request, decide) => {
      allow(caller, "look", { workspace });
      assertKnowledge(path);
      return context.committer.submit({
        workspace,
        author: authorOf(caller),
        idempotency: request.idempotency,
        decide: async (draft) => {
          const state = await draft.document(path);
          assertMatch(request, state);
          return { ...(await decide({ draft, state })), etag: "" };
        },
        complete: (answer, hashOf) => ({ ...answer, etag: `"${hashOf(path)}"` }),
      });
    },
    sessionOf: () => null,
    actions: { reverted: "knowledge.reverted", undone: "knowledge.undone" },
  });
}

function assertKnowledge(path: string): void {
  const kind = isOurs(path) ? kindOf(path) : "other";
  if (kind === "registry" || kind === "knowledge-index" || kind === "knowledge") return;
  throw new AppError("invalid_input", `${path} is no document of knowledge.`, {
    hint: "Name the registry, a team's knowledge-index.yaml, or a Markdown file beside one of them.",
    errors: [{ path: "path", message: "no document of knowledge" }],
  });
}
