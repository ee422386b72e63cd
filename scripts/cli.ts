// The command `wardroom`, composed: what lib/cli needs of this process, and the two ways to a workspace. Built by
// scripts/build-cli.mjs and started by scripts/wardroom.mjs.
import "./without-jit";
import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Socket } from "node:net";
import { homedir } from "node:os";
import path from "node:path";
import type * as Serve from "./serve-here.mjs";
import type { Left } from "./ask-server.mjs";
import { silenceOf } from "./silence.mjs";
import { endUnwritten } from "./unread-output.mjs";
import { runCli } from "@/lib/cli/run-cli";
import { OF_WARDROOM, type OfWardroom, type Output } from "@/lib/cli/surroundings";
import { readConfiguration } from "@/lib/services/workspace/configuration";
import { insideOwnFolder } from "@/lib/store/data-folder";
import { editProject } from "@/lib/store/project-files";
import { claimWorkspace, listKnownWorkspaces, moveWorkspace } from "@/lib/store/known-workspaces";

declare global {
  /** What scripts/wardroom.mjs tells of the server that it asked first. */
  var wardroomLeft: Left | undefined;
}

/** What opens a page in the user's browser, by system. */
const OPENERS: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Wardroom's own folder, told by who starts us: the bundle may lie anywhere. */
const project = process.env["WARDROOM_HOME"] ?? process.cwd();
const left = globalThis.wardroomLeft ?? {};
const configuration = () => readConfiguration(process.env, project);

/** Loaded once a command needs it: where no server does the work. */
const ofWardroom = Object.fromEntries(
  OF_WARDROOM.map((name) => [
    name,
    async (...given: unknown[]) => {
      const { surroundingsHere } = await import("./cli-here");
      const here: (...given: never[]) => unknown = surroundingsHere(configuration(), project, readVersion())[name];
      return here(...(given as never[]));
    },
  ]),
) as OfWardroom;

void runCli({
  argv: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  home: homedir(),
  project,
  version: readVersion(),
  lost: left.lost,
  isMute: left.isMute,
  silenceOf,
  stdout: outputOf(process.stdout),
  stderr: outputOf(process.stderr),
  stdin: {
    isTTY: process.stdin.isTTY,
    readAll: async () => {
      const chunks: Buffer[] = left.input === undefined ? [] : [left.input];
      if (left.input === undefined) for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Buffer));
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
    },
    ask: async (question) => {
      const { createInterface } = await import("node:readline/promises");
      const terminal = createInterface({ input: process.stdin, output: process.stderr });
      try {
        return await terminal.question(question);
      } finally {
        terminal.close();
      }
    },
  },
  settings: () => {
    const { dataFolder, workspaces, recorded } = configuration();
    return { dataFolder, workspaces, recorded };
  },
  listKnown: () => listKnownWorkspaces(configuration().dataFolder),
  claimName: (folder) => {
    const { dataFolder } = configuration();
    return insideOwnFolder(dataFolder, () => claimWorkspace(dataFolder, folder));
  },
  moveWorkspace: (name, folder) => moveWorkspace(configuration().dataFolder, { name, folder }),
  ...editProject,
  ...ofWardroom,
  startServer: (variables, log) => {
    const output = openSync(log, "w", 0o600);
    const child = spawn(process.execPath, [path.join(project, "scripts/wardroom.mjs"), "serve"], {
      env: { ...process.env, ...variables },
      // The first tells it, by its end, that we have ended.
      stdio: ["pipe", output, output],
      detached: true,
      windowsHide: true,
    });
    closeSync(output);
    child.unref();
    (child.stdin as Socket).unref();
    return { ended: new Promise((resolve) => void child.once("error", () => resolve()).once("exit", () => resolve())) };
  },
  openPage: (url) => {
    const [program, ...words] = OPENERS[process.platform] ?? ["xdg-open"];
    const quiet = { stdio: "ignore", detached: true } as const;
    // Where no program opens pages, the address was printed.
    spawn(program, [...words, url], quiet)
      .on("error", () => undefined)
      .unref();
  },
  serve: async (variables) => {
    Object.assign(process.env, variables);
    const { serve } = createRequire(path.join(project, "package.json"))("./scripts/serve-here.mjs") as typeof Serve;
    await serve();
    // The server goes on; the process ends when it is told to.
    await new Promise(() => undefined);
  },
}).then((code) => {
  process.exitCode = code;
});

function outputOf(stream: NodeJS.WriteStream): Output {
  endUnwritten(stream, 0);
  return {
    write: (text) => void stream.write(text),
    isTTY: stream.isTTY,
    get columns() {
      return stream.isTTY ? stream.columns : undefined;
    },
  };
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(path.join(project, "package.json"), "utf8")) as { version: string };
  return version;
}
