import { writeFileSync } from "node:fs";
import type { Argument, Command } from "commander";
import { answer } from "@/app/api/answer";
import { Cli } from "@/lib/cli/cli";
import { createProgram } from "@/lib/cli/run-cli";
import { runCli } from "@/lib/cli/run-cli";
import { serveCommand } from "@/lib/cli/serve-command";
import { TypedCommand } from "@/lib/contracts/command";
import { isForServer, readBy } from "@/scripts/ask-server.mjs";
import type { Output, Surroundings } from "@/lib/cli/surroundings";
import { HOST } from "@/lib/api/testing/api.fixture";
import { exportContent, importContent } from "@/lib/move-content";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { migrationsFolder } from "@/lib/db/open";
import { backUp, copyHistory } from "@/lib/services/history/back-up";
import { purgeWorkspace } from "@/lib/services/history/purge-workspace";
import { putBack } from "@/lib/services/history/restore-backup";
import { readConfiguration, type Configuration } from "@/lib/services/workspace/configuration";
import { examine } from "@/lib/services/history/examine";
import { OWNER_TOKEN, PROJECT, type TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { editProject } from "@/lib/store/project-files";
import { claimWorkspace, listKnownWorkspaces, moveWorkspace } from "@/lib/store/known-workspaces";

/** What a command is run on. */
export type CliWardroom = Pick<TestWardroom, "environment" | "folder" | "files" | "data">;

/** What a command printed, and how it ended. */
export interface Ended {
  code: number;
  out: string;
  err: string;
}

/** What is otherwise than on a quiet pipe in the workspace's folder. */
export interface Said {
  stdin?: string;
  /** Lines a person types; with them the command is on a terminal of 80 columns. */
  typed?: string[];
  env?: Record<string, string>;
  cwd?: string;
}

/**
 * Runs a command on that Wardroom as one is run: by the server, or in this process where it needs one of its own. What `serve` of the API's
 * fixture was given answers in both.
 */
export async function wardroomCli(wardroom: CliWardroom, argv: string[], said: Said = {}): Promise<Ended> {
  return (await served(wardroom, argv, said)) ?? unserved(wardroom, argv, said);
}

/** The same without a server. */
export async function unserved(wardroom: CliWardroom, argv: string[], said: Said = {}): Promise<Ended> {
  const [out, err] = [record(said.typed !== undefined), record(said.typed !== undefined)];
  const code = await runCli(surroundingsOf(wardroom, argv, said, out.output, err.output));
  return { code, out: out.text(), err: err.text() };
}

/** The same by the server; null where that leaves it to its own process. */
export async function served(wardroom: CliWardroom, argv: string[], said: Said = {}): Promise<Ended | null> {
  if (!isForServer(said.env ?? {}, argv)) return null;
  const isTTY = said.typed !== undefined;
  const own = surroundingsOf(wardroom, argv, said, record(isTTY).output, record(isTTY).output);
  const { cwd, home, project, version, settings } = own;
  const { port } = await own.openHere(null);
  const file = { url: `http://${HOST}`, pid: process.pid, workspaces: settings().workspaces };
  const given = {
    ...{ argv, cwd, home, version, env: readBy(said.env ?? {}), zone: new Date().getTimezoneOffset() },
    ...{ until: Number.MAX_SAFE_INTEGER, input: null },
    terminal: { in: { isTTY }, out: { isTTY, columns: 80 }, err: { isTTY, columns: 80 } },
  };
  const send = async (input: string | null) => {
    const typed = TypedCommand.safeParse({ ...given, input });
    const server = { file, port, ownerToken: OWNER_TOKEN, project, version, settings: settings() };
    return typed.data === undefined ? null : serveCommand(typed.data, server);
  };
  const first = await send(null);
  const ended = first === "input" ? await send(said.stdin ?? "") : first;
  if (ended === "input") throw new Error("it wants what it was given");
  const printedTo = (name: string) =>
    (ended?.printed ?? []).map(([where, text]) => (where === name ? text : "")).join("");
  return ended && { code: ended.code, out: printedTo("out"), err: printedTo("err") };
}

/** The names of all commands, such as `context show`, groups and what is hidden left out. */
export async function listCommands(wardroom: CliWardroom): Promise<string[]> {
  return leavesOf(await programOf(wardroom), []).map(({ path }) => path.join(" "));
}

/** Every command with its arguments, as `relay reject <relay> <reason...>`. */
export async function listUsages(wardroom: CliWardroom): Promise<string[]> {
  return leavesOf(await programOf(wardroom), []).map(({ path, command }) =>
    [...path, ...command.registeredArguments.map(usageOf)].join(" "),
  );
}

function usageOf(argument: Argument): string {
  const name = argument.name() + (argument.variadic ? "..." : "");
  return argument.required ? `<${name}>` : `[${name}]`;
}

/** The tree of all commands, which nobody runs. */
export async function programOf(wardroom: CliWardroom): Promise<Command> {
  const { output } = record(false);
  return createProgram(new Cli(surroundingsOf(wardroom, [], {}, output, output)));
}

function leavesOf({ commands }: Command, above: string[]): { path: string[]; command: Command }[] {
  return commands.flatMap((command) => {
    const path = [...above, command.name()];
    if (command.name().startsWith("__")) return [];
    // One with arguments of its own, such as `claim`, is a command beside those below it.
    const isGroup = command.commands.length > 0 && command.registeredArguments.length === 0;
    return [...(isGroup ? [] : [{ path, command }]), ...leavesOf(command, path)];
  });
}

/** What a command needs of its process, on that Wardroom. */
export function surroundingsOf(
  wardroom: CliWardroom,
  argv: string[],
  said: Said,
  stdout: Output,
  stderr: Output,
): Surroundings {
  const typed = [...(said.typed ?? [])];
  const configuration = () => readConfiguration({ ...wardroom.environment, ...said.env }, PROJECT);
  return {
    argv,
    env: { ...said.env },
    cwd: said.cwd ?? wardroom.files,
    home: wardroom.folder,
    project: PROJECT,
    version: "0.0.0",
    stdout,
    stderr,
    stdin: {
      isTTY: said.typed !== undefined,
      readAll: () => Promise.resolve(said.stdin ?? ""),
      ask: (question) => {
        stderr.write(question);
        return Promise.resolve(typed.shift() ?? "");
      },
    },
    settings: () => ({
      dataFolder: wardroom.data,
      workspaces: [{ name: "demo", folder: wardroom.files }],
      recorded: [],
    }),
    listKnown: () => listKnownWorkspaces(wardroom.data),
    claimName: (folder) => claimWorkspace(wardroom.data, folder),
    moveWorkspace: (name, folder) => moveWorkspace(wardroom.data, { name, folder }),
    ...editProject,
    openHere: () =>
      Promise.resolve({
        workspace: "demo",
        ownerToken: OWNER_TOKEN,
        port: ({ url, headers, ...asked }) =>
          answer(new Request(url, { ...asked, headers: { ...headers, host: HOST } })),
        close: () => Promise.resolve(),
      }),
    startServer: (_variables, log) => {
      writeFileSync(log, "Wardroom is ready. Open http://wardroom.localhost:4100/login?code=abc\n");
      return { ended: new Promise(() => undefined) };
    },
    loginCode: () => Promise.resolve("abc"),
    openPage: () => undefined,
    examine: () => examine(configuration(), migrationsFolder(PROJECT)),
    backUp: (target) => backUp(configuration(), target, "0.0.0"),
    restore: (folder) => putBack(configuration(), folder),
    purge: (name, isOnlyCounted) =>
      purgeWorkspace(configuration(), name, { migrations: migrationsFolder(PROJECT), isOnlyCounted }),
    copyHistory: (to) =>
      copyHistory(configuration(), to, { migrations: migrationsFolder(PROJECT), base: wardroom.folder }),
    importContent: (name, folder) => importContent(movingOf(configuration()), { name, folder }),
    exportContent: (name, folder) => exportContent(movingOf(configuration()), { name, folder }),
    serve: () => Promise.reject(new Error("nothing is served in a test")),
  };
}

function movingOf(configuration: Configuration) {
  return { configuration, caller: OWNER, project: PROJECT };
}

function record(isTTY: boolean): { output: Output; text: () => string } {
  let written = "";
  const output: Output = {
    write: (text) => {
      written += text;
    },
    isTTY,
    columns: isTTY ? 80 : undefined,
  };
  return { output, text: () => written };
}
