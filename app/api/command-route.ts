import { defineRoute } from "@/lib/api/define-route";
import type { Answer } from "@/lib/api/dispatch";
import type { PrintedCommand } from "@/lib/contracts/command";
import { TypedCommand } from "@/lib/contracts/command";
import { AppError } from "@/lib/core/errors";
import packageJson from "@/package.json";

/** For programs of other machines. */
const INSTEAD = "Ask the REST API instead.";

/**
 * Where this machine's commands go, so that none of them has to load what the server has loaded already. It is not part of the API:
 * the sender has read the key in `server.json` and runs the same version. `answer` handles the requests that a command makes.
 */
export function commandRoute(answer: Answer) {
  return defineRoute({
    http: "POST /api/v1/commands",
    summary: "Run a command that was typed on this machine",
    tag: "Server",
    body: TypedCommand,
    response: null,
    handle: async ({ runtime, body, request }) => {
      const file = runtime.announced();
      const token = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1]; // Bearer Zm9v…
      if (file?.key === undefined || token !== file.key) {
        throw new AppError("forbidden", "Commands come from this machine alone.", {
          hint: INSTEAD,
        });
      }
      const { configuration, projectFolder } = runtime;
      const { dataFolder, workspaces, recorded } = configuration;
      const host = request.headers.get("host") ?? "";
      // Loaded by the first who sends one.
      const { serveCommand } = await import("@/lib/cli/serve-command");
      const run = () =>
        serveCommand(body, {
          file,
          ownerToken: token,
          project: projectFolder,
          version: packageJson.version,
          settings: { dataFolder, workspaces, recorded },
          port: ({ url, headers, ...asked }) => answer(new Request(url, { ...asked, headers: { ...headers, host } })),
        });
      return answerLate(run);
    },
  });
}

/**
 * Says first that the server is there, and does the work once that was sent: who hears nothing knows that nothing was done.
 */
function answerLate(work: () => Promise<PrintedCommand>): Response {
  const encoder = new TextEncoder();
  let isSaid = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        if (!isSaid) {
          isSaid = true;
          controller.enqueue(encoder.encode(" "));
          return;
        }
        await new Promise((resolve) => setImmediate(resolve));
        controller.enqueue(encoder.encode(JSON.stringify(await work())));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { "content-type": "application/json", "cache-control": "no-store" } });
}
