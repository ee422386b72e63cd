import type { FileDiff, KnowledgeDuplicates, KnowledgeProblems } from "@/lib/contracts/knowledge-duplicates";
import { unifiedDiff } from "@/lib/core/history/unified-diff";
import { findDuplicates, findProblems, isKnowledgeFile } from "@/lib/core/knowledge/find-problems";
import { noFile, proposeId } from "@/lib/core/knowledge/plan-share";
import { allow, type Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { listShares } from "@/lib/services/knowledge/knowledge-shares";
import { readKnowledgeTexts } from "@/lib/services/knowledge/knowledge-texts";

interface WorkspaceParams {
  workspace: string;
}

/** Looking for knowledge that is there more than once, and for what is wrong between files. Source: knowledge (pain point 1). */
export function knowledgeDuplicateService(context: ServiceContext) {
  async function textsOf(caller: Caller, workspace: string): Promise<Map<string, string>> {
    allow(caller, "look", { workspace });
    return readKnowledgeTexts(context.store(workspace));
  }

  return {
    /** Files that are there more than once, and the sharings that may be taken back. */
    async find(caller: Caller, { workspace }: WorkspaceParams): Promise<KnowledgeDuplicates> {
      const files = new Map([...(await textsOf(caller, workspace))].filter(([path]) => isKnowledgeFile(path)));
      return {
        files: files.size,
        groups: findDuplicates(files).map((group) => ({ ...group, proposedId: proposeId(group.files[0] ?? "") })),
        shares: await listShares(context.database.queries, workspace),
      };
    },

    async diff(
      caller: Caller,
      { workspace }: WorkspaceParams,
      { from, to }: { from: string; to: string },
    ): Promise<FileDiff> {
      const texts = await textsOf(caller, workspace);
      const get = (path: string) => {
        const text = texts.get(path);
        if (text === undefined) throw noFile(path);
        return text;
      };
      return { from, to, ...unifiedDiff(get(from), get(to)) };
    },

    /** References to nothing, entries without use, and files in no index. */
    async problems(caller: Caller, { workspace }: WorkspaceParams): Promise<KnowledgeProblems> {
      return { items: findProblems(await textsOf(caller, workspace)), nextCursor: null };
    },
  };
}
