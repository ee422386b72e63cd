import type { Knowledge } from "@/lib/contracts/knowledge";
import { KnowledgeTool } from "@/lib/contracts/library-tools";
import { defineTool } from "@/lib/mcp/define-tool";
import { cutText } from "@/lib/mcp/fit";

/** Entries on one page: each takes a few hundred bytes. */
const PAGE = 50;

/** The knowledge that teams share. */
export const knowledgeTools = [
  defineTool({
    name: "knowledge",
    title: "List or read shared knowledge",
    description:
      "The registry of shared knowledge with counted tokens, narrowed by team, tag or words; with `id` the text of one entry.",
    place: "workspace",
    effect: "reads",
    audience: "knowledge",
    ...KnowledgeTool,
    run: async ({ services, caller, params }, { id, from, team, q, tag, cursor }) => {
      if (id !== undefined) {
        const detail = await services.knowledge.get(caller, { ...params, knowledge: id });
        const read = detail.text === null ? {} : { read: cutText(detail.text, from) };
        return { items: [compact(detail)], ...read, nextCursor: null };
      }
      const { items, nextCursor } = await services.knowledge.list(caller, params, {
        limit: PAGE,
        cursor,
        team,
        q,
        tag,
      });
      return { items: items.map(compact), nextCursor };
    },
  }),
];

function compact({ id, path, tokens, tags, description, problem }: Knowledge) {
  return {
    id,
    path,
    tokens,
    tags: tags.slice(0, 20),
    ...(description !== null && { description: cutText(description, 0, 300).text }),
    ...(problem !== null && { problem }),
  };
}
