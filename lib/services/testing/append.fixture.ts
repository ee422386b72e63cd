import type { Intent } from "@/lib/services/commit/act";

export const author = { actor: "implementer-1", actorKind: "agent", source: "api" } as const;

/** Appends a line to each of these files, as one act. */
export function append(paths: string[], line: string, more: Partial<Intent<number[]>> = {}): Intent<number[]> {
  return {
    workspace: "demo",
    author,
    alone: paths.length > 1,
    decide: async (draft) => {
      const revisions = [];
      for (const path of paths) {
        const { text } = await draft.document(path);
        revisions.push(draft.edit(path, { text: `${text ?? ""}${line}\n`, operation: "add" }));
      }
      draft.event("item.added", line, null);
      return revisions;
    },
    ...more,
  };
}
