"use client";
import { useActing } from "@/components/shell/use-acting";
import { undoKnowledge } from "@/lib/client/mutations/knowledge";
import { knowledgeKey } from "@/lib/client/queries/knowledge";
import type { KnowledgeChanged } from "@/lib/contracts/knowledge";

/** Carries out changes of knowledge and says what came of them; each tells whether it was done. */
export function useKnowledgeChange(workspace: string) {
  const { busy, run } = useActing(knowledgeKey(workspace));

  /** A change of a registry or an index, with a way back. */
  const change = (title: string, send: () => Promise<KnowledgeChanged>) =>
    run(async () => {
      const { path, revision } = await send();
      if (revision === null) return { title: "Nothing was different" };
      const undo = () =>
        void run(async () => {
          await undoKnowledge(workspace, path, revision);
          return { title: "Undone" };
        }, "Not undone");
      return { title, action: { label: "Undo", run: undo } };
    }, "Nothing was changed");

  return { busy, run, change };
}
