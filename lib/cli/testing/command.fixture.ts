import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import { getRequestListener } from "@hono/node-server";
import { allAnswered, answer } from "@/app/api/answer";
import { openRuntime } from "@/lib/runtime";
import { PROJECT } from "@/lib/services/testing/test-wardroom.fixture";

/** What a process printed, and how it ended. */
export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export interface Told {
  cwd?: string;
  env?: Record<string, string>;
  stdin?: string | Buffer;
  /** Runs it as another user, where we may. */
  uid?: number;
}

/** The built command in folders of its own: a project `shop`, a data folder, and `wardroom` in a folder of PATH. */
export class Command {
  private constructor(
    readonly folder: string,
    private readonly bundle: string,
  ) {}

  /** Builds the command where no file of the run has yet, in the project, where it finds its packages. */
  static async build(): Promise<Command> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "command-")));
    const command = new Command(folder, join(inject("bundles"), "cli"));
    await mkdir(command.bundle, { recursive: true });
    // Other users run it too.
    for (const each of [folder, command.bundle]) await chmod(each, 0o755);
    for (const name of ["shop/.git", "shop/src/deep", "bin"]) await mkdir(join(folder, name), { recursive: true });
    await symlink(join(PROJECT, "scripts/wardroom.mjs"), join(folder, "bin/wardroom"));
    await promisify(execFile)(process.execPath, [join(PROJECT, "scripts/prepare-cli.mjs")], { env: command.env({}) });
    return command;
  }

  get shop(): string {
    return join(this.folder, "shop");
  }

  get data(): string {
    return join(this.folder, "data");
  }

  env(more: Record<string, string>): NodeJS.ProcessEnv {
    const { PATH = "", NODE_ENV } = process.env;
    return {
      NODE_ENV,
      PATH: `${join(this.folder, "bin")}:${PATH}`,
      HOME: this.folder,
      WARDROOM_DATA: this.data,
      WARDROOM_CLI: this.bundle,
      ...more,
    };
  }

  /** Runs `wardroom` in the project, as a shell without a terminal does. */
  run(argv: string[], told: Told = {}): Promise<Ended> {
    return this.start(join(this.folder, "bin/wardroom"), argv, told);
  }

  /** Runs a script of bash in the project. */
  bash(script: string, told: Told = {}): Promise<Ended> {
    return this.start("bash", ["--noprofile", "--norc", "-c", script], told);
  }

  async start(program: string, argv: string[], { cwd = this.shop, env = {}, stdin = "", uid }: Told): Promise<Ended> {
    const child = spawn(program, argv, { cwd, env: this.env(env), ...(uid !== undefined && { uid, gid: uid }) });
    let [out, err] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    // Who does not read its input closes it.
    child.stdin.on("error", () => undefined).end(stdin);
    await once(child, "close");
    return { code: child.exitCode, out, err };
  }

  async dispose(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A Wardroom that listens in this process, as the server does, on a data folder and one workspace, with `more` in its environment. */
export async function listen(
  data: string,
  workspace: { name: string; folder: string },
  more: Record<string, string> = {},
) {
  const http = createServer((request, response) => void listener(request, response));
  const listener = getRequestListener((request) => answer(request), { overrideGlobalObjects: false });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  const environment = {
    WARDROOM_DATA: data,
    WARDROOM_WORKSPACES: `${workspace.name}=${workspace.folder}`,
    PORT: String(port),
    ...more,
  };
  const runtime = await openRuntime(environment, PROJECT);
  globalThis.wardroomRuntime = Promise.resolve(runtime);
  await runtime.announce(`http://127.0.0.1:${port}`);
  let requests = 0;
  http.on("request", () => requests++);
  return {
    url: `http://127.0.0.1:${port}`,
    runtime,
    /** How many requests it got. */
    requests: () => requests,
    close: async () => {
      // A restore has put another one in its place.
      const now = await (globalThis.wardroomRuntime ?? runtime);
      now.endConnections();
      const closed = new Promise((resolve) => http.close(resolve));
      http.closeAllConnections();
      await closed;
      // What a client asked for that is gone now still reads.
      await allAnswered();
      await now.close();
    },
  };
}
