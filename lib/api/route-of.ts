import { markdownResponse, textResponse, wantsMarkdown } from "@/lib/api/accept";
import { defineRoute, type Route } from "@/lib/api/define-route";
import { whileOpen } from "@/lib/api/open-request";
import { httpOf, type Operation } from "@/lib/operations/define-operation";

/** The route of an operation: its contract as it stands, and its document as Markdown where it can be had as that. */
export function routeOf(operation: Operation): Route {
  const { run, markdown, waits, http: _, id: __, ...contract } = operation;
  const { method, address } = httpOf(operation);
  return defineRoute({
    ...contract,
    http: `${method} ${address}`,
    ...(markdown && { media: { "text/markdown": `With \`Accept: text/markdown\`: ${markdown.says}.` } }),
    handle: async (input) => {
      const { request } = input;
      if (markdown && wantsMarkdown(request)) {
        const document = await markdown.read({ ...input, signal: request.signal });
        return "text" in document ? textResponse(document.text) : markdownResponse(document);
      }
      if (!waits) return run({ ...input, signal: request.signal });
      return whileOpen(input, (signal) => run({ ...input, signal }));
    },
  });
}
