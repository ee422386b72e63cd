import { call } from "@/lib/client/call";
import { useChange } from "@/components/shell/use-change";
import { knowledgeKey } from "@/lib/client/knowledge";
import type { KnowledgeChanged } from "@/lib/contracts/knowledge";
import { say } from "@/lib/core/i18n/say";

/** Carries out changes of knowledge and says what came of them; each tells whether it was done. */
export function useKnowledgeChange(workspace: string) {
  const { busy, run } = useChange([knowledgeKey(workspace)]);

  const change = (title: string, send: () => Promise<KnowledgeChanged>) =>
    run({
      send,
      done: ({ path, revision }) =>
        revision === null
          ? { title: say("No changes") }
          : {
              title,
              undo: () => call("POST /knowledge/history/undo", { params: { workspace }, body: { path, revision } }),
            },
      failed: say("Not changed"),
    });

  return { busy, run, change };
}
