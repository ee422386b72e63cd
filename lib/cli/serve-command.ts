import type { PrintedCommand, TypedCommand } from "@/lib/contracts/command";
import type { ServerFile } from "@/lib/contracts/server-file";
import type { Port } from "@/lib/cli/port";
import { runCli } from "@/lib/cli/run-cli";
import { OF_WARDROOM, type Output, type Settings } from "@/lib/cli/surroundings";
import { listKnownWorkspaces } from "@/lib/store/known-workspaces";

/** What a server knows that runs a command for the process in which it was typed. */
export interface CommandServer {
  /** Answers its requests, in the server's own process. */
  port: Port;
  file: ServerFile;
  ownerToken: string;
  /** Wardroom's own folder, and its version. */
  project: string;
  version: string;
  settings: Settings;
}

/** What only the process can do that a command was typed in. */
const OWN_PROCESS = [
  ...OF_WARDROOM,
  ...(["claimName", "moveWorkspace", "locateFile", "writeFile", "removeFile", "removeFolder"] as const),
  ...(["startServer", "openPage", "serve"] as const),
];

/**
 * Runs a command and answers what it printed. Null, and nothing was changed, for one that needs its own process: it asks a person, waits for
 * news, reads or writes files, or is not of a workspace that this server serves.
 */
export async function serveCommand(typed: TypedCommand, server: CommandServer): Promise<PrintedCommand> {
  const isOurs = typed.version === server.version && typed.zone === new Date().getTimezoneOffset();
  if (!isOurs || Date.now() > typed.until) return null;
  const printed: ["out" | "err", string][] = [];
  const became = { changed: false, left: false, wantsInput: false };
  const leave = (): never => {
    became.left = true;
    throw new Error(
      became.changed
        ? "it changed something, and cannot go on without a person or its own process"
        : "it needs its own process",
    );
  };
  const port: Port = async (asked) => {
    const { searchParams, pathname } = new URL(asked.url);
    if (!became.changed && (searchParams.has("wait") || pathname.endsWith("/stream"))) leave();
    const answer = await server.port(asked);
    const isChange = asked.method !== undefined && asked.method !== "GET" && searchParams.get("dryRun") !== "true";
    became.changed ||= isChange && answer.ok;
    return answer;
  };
  const output = (name: "out" | "err"): Output => ({
    ...typed.terminal[name],
    columns: typed.terminal[name].columns,
    write: (text) => void printed.push([name, text]),
  });
  const code = await runCli({
    ...typed,
    project: server.project,
    stdout: output("out"),
    stderr: output("err"),
    stdin: {
      isTTY: typed.terminal.in.isTTY,
      readAll: () => {
        became.wantsInput = typed.input === null;
        return Promise.resolve(typed.input ?? leave());
      },
      ask: () => Promise.resolve(leave()),
    },
    settings: () => server.settings,
    listKnown: () => listKnownWorkspaces(server.settings.dataFolder),
    served: { port, file: server.file, ownerToken: server.ownerToken, leave },
    ...(Object.fromEntries(OWN_PROCESS.map((name) => [name, leave])) as Record<(typeof OWN_PROCESS)[number], never>),
  });
  if (!became.left || became.changed) return { code, printed };
  return became.wantsInput ? "input" : null;
}
