import { SearchTool } from "@/lib/contracts/library-tools";
import { defineTool } from "@/lib/mcp/define-tool";
import { cutText } from "@/lib/mcp/fit";

/** Bytes of a snippet: fifty of them fit into an answer. */
const SNIPPET_BYTES = 300;

/** Search over everything that is remembered. */
export const searchTool = defineTool({
  name: "search",
  title: "Search every memory",
  description: "All memories, contexts and knowledge, best first, with file and line.",
  place: "workspace",
  effect: "reads",
  ...SearchTool,
  run: async ({ services, caller, params }, { within, workspace: _, ...wanted }) => {
    const query = { ...wanted, ...(within !== undefined && { session: within }) };
    const { items, total, nextCursor, index } = await services.search.find(caller, params, query);
    return {
      items: items.map(({ kind, title, snippet, path, line, session, role, tag, state }) => ({
        kind,
        title: cutText(title, 0, SNIPPET_BYTES).text,
        snippet: cutText(snippet.text, 0, SNIPPET_BYTES).text,
        path,
        line,
        ...(session !== null && { session }),
        ...(role !== null && { role }),
        ...(tag !== null && { tag }),
        ...(state !== null && { state }),
      })),
      total,
      complete: index.complete,
      nextCursor,
    };
  },
});
