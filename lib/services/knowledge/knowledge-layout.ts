import type { KnowledgeLaidOut, LayOutKnowledge } from "@/lib/contracts/knowledge-layout";
import { assertTeamName, memoryPathsOf, planLayout } from "@/lib/core/knowledge/layout";
import { teamOf } from "@/lib/core/knowledge/knowledge-model";
import { AppError } from "@/lib/core/errors";
import { findTwin } from "@/lib/core/text/fold-name";
import { allow, type Caller, aloneBy, type ChangeRequest } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { carryOutPlan } from "@/lib/services/knowledge/knowledge-plan";
import { assertPreviewed, etagOfPlan, presentChanges } from "@/lib/services/workspace/previewed-plan";
import { readKnowledgeTexts } from "@/lib/services/knowledge/knowledge-texts";
import { findTeams } from "@/lib/store/list-readable";

/** Laying knowledge out: for a new project from templates, for one that has files without order by listing them. */
export function knowledgeLayoutService(context: ServiceContext) {
  /** Every text below `.microai` that the layout looks at. */
  async function textsOf(workspace: string, asked: readonly string[]): Promise<Map<string, string>> {
    // Before any path is made of it.
    for (const team of asked) assertTeamName(team);
    const store = context.store(workspace);
    const texts = await readKnowledgeTexts(store);
    const known = [...(await findTeams(store)), ...[...texts.keys()].flatMap((path) => teamOf(path) ?? [])];
    asked.forEach((team, index) => assertNoTwin([...known, ...asked.slice(0, index)], team));
    for (const team of new Set([...asked, ...known])) {
      for (const path of memoryPathsOf(team)) {
        const file = await store.read(path);
        // What is there is left as it is, whether it is text or not.
        if (file !== null) texts.set(path, file.text ?? "");
      }
    }
    return texts;
  }

  return {
    /**
     * Writes what the layout lacks: a registry, an index and the files of memory for each team, with what is there listed.
     * A dry run shows every file; carrying it out needs the ETag of that preview. The Lead's.
     */
    async layOut(caller: Caller, { workspace }: { workspace: string }, body: LayOutKnowledge, request: ChangeRequest) {
      allow(caller, "lay out the knowledge", { workspace });
      const before = body.dryRun ? null : await context.committer.findAnswer(request.idempotency);
      if (before !== null) return before.answer as KnowledgeLaidOut;
      const changes = planLayout(await textsOf(workspace, body.teams), body.teams, context.countTokens);
      const teams = [...new Set(changes.flatMap(({ path }) => teamOf(path) ?? []))];
      const preview = { done: false, teams, changes: presentChanges(changes), etag: etagOfPlan(changes) };
      if (body.dryRun) return preview;
      assertPreviewed(request, preview.etag, "Laying out");
      return context.committer.act<KnowledgeLaidOut>(aloneBy(caller, workspace, request), async (draft) => {
        await carryOutPlan(draft, changes, "lay out", {});
        const payload = { files: changes.length, teams };
        if (changes.length > 0) draft.event("knowledge.laid_out", ".microai", null, payload);
        return { ...preview, done: true };
      });
    },
  };
}

/** Throws `conflict` where a team has another spelling of a name: on some disks they are one folder. */
function assertNoTwin(teams: readonly string[], name: string): void {
  const twin = findTwin(teams, name);
  if (twin === undefined) return;
  throw new AppError("conflict", `There is a team ${twin} already.`, {
    hint: `Name it as it is spelled there, or choose a name other than ${name}.`,
  });
}
