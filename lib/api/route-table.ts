import { defineRoute, type Route, methods, placeOf, type Method, METHODS, NO_ADDRESS } from "@/lib/api/define-route";
import { whileOpen } from "@/lib/api/open-request";
import { responseOf } from "@/lib/api/written";
import { WorkspaceParams } from "@/lib/contracts/params";
import { httpOf, type Operation } from "@/lib/operations/define-operation";
import { AppError } from "@/lib/core/errors";

/** The route of an operation: its contract as it stands, and its document as Markdown where it can be had as that. */
export function routeOf(operation: Operation): Route {
  const { markdown, waits, once, http: _, id: __, ...contract } = operation;
  const run: typeof operation.run = (input) => {
    if (!once) return operation.run(input);
    const { workspace } = WorkspaceParams.parse({ workspace: input.params?.["workspace"] });
    return input.services.once(input.caller, { workspace, ...input.change }, () => operation.run(input));
  };
  const { method, address } = httpOf(operation);
  return defineRoute({
    ...contract,
    http: `${method} ${address}`,
    ...(markdown && { media: { "text/markdown": `With \`Accept: text/markdown\`: ${markdown.says}.` } }),
    handle: async (given) => {
      const { workspace = "", session } = (given.params ?? {}) as Record<string, string>;
      const input = session === undefined ? given : await given.services.runs.seated(given, { workspace, session });
      const { request } = input;
      if (markdown && wantsMarkdown(request)) {
        const document = await markdown.read({ ...input, signal: request.signal });
        return "text" in document ? markdownResponse(document.text) : markdownResponse(document.bytes, document.etag);
      }
      // A signal is made when it is asked for, which few do.
      if (!waits)
        return run({
          ...input,
          get signal() {
            return request.signal;
          },
        });
      return whileOpen(input, (signal) => run({ ...input, signal }));
    },
  });
}

/** Whether a request asks for the document's own bytes: it names Markdown and not JSON. */
function wantsMarkdown(request: Request): boolean {
  const accept = request.headers.get("accept") ?? "";
  return /text\/markdown/i.test(accept) && !/application\/json/i.test(accept); // text/markdown, */*;q=0.1
}

/** A text made for this answer, or a document's own bytes, with its ETag. */
function markdownResponse(content: string | Buffer, etag?: string): Response {
  const headers = { "content-type": "text/markdown; charset=utf-8", "cache-control": "no-store" };
  return responseOf({ content }, { headers: { ...headers, ...(etag !== undefined && { etag }) } });
}

/** Routes by address and method. A method that an address does not have is refused there; two routes of one place are a fault. */
export function routeTable(routes: readonly Route[]): Record<string, Record<Method, Route>> {
  const table = new Map<string, Partial<Record<Method, Route>>>();
  for (const route of routes) {
    const { method, address } = placeOf(route.spec);
    const there = table.get(address) ?? {};
    if (there[method] !== undefined) throw new Error(`${method} ${address} is declared twice.`);
    table.set(address, { ...there, [method]: route });
  }
  return Object.fromEntries([...table].map(([address, those]) => [address, methods(those)]));
}

const nothing = defineRoute({
  http: NO_ADDRESS,
  summary: "An address that does not exist",
  tag: "none",
  access: "public",
  response: null,
  handle: () => {
    throw new AppError("not_found", "There is nothing at this address.", {
      hint: "See /docs/api for every address; those of a workspace begin with /api/v1/workspaces/{workspace}.",
    });
  },
});

/** Answers for every address that is not there. */
export const nowhere = methods(Object.fromEntries(METHODS.map((method) => [method, nothing])));
