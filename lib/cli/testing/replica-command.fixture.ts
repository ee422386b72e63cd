import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { KeptFiles } from "@/lib/cli/replica/kept-files";
import { Command, listen, type Ended } from "@/lib/cli/testing/command.fixture";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

/** The memory that every checkout here has. */
export const FILE = ".agent/teams/checkout/TEAM-MEMORY.md";

/** A server of the workspace `team` with a session, and checkouts that the built command keeps in step with it. */
export class ReplicaCommand {
  readonly #running: ChildProcess[] = [];

  private constructor(
    readonly command: Command,
    /** The folder that is served. */
    readonly here: string,
    readonly server: Awaited<ReturnType<typeof listen>>,
  ) {}

  /** With what the server is told beside its folders. */
  static async open(more: Record<string, string> = {}): Promise<ReplicaCommand> {
    const command = await Command.build();
    const here = join(command.folder, "team");
    await mkdir(join(here, ".git"), { recursive: true });
    const server = await listen(command.data, { name: "team", folder: here }, more);
    const roles = [{ id: "implementer-1" }, { id: "implementer-2" }];
    const wanted = { id: "checkout", feature: "Checkout", roles };
    await server.runtime.services.sessions.create(OWNER, { workspace: "team" }, wanted, PLAIN_REQUEST);
    return new ReplicaCommand(command, here, server);
  }

  async checkout(name: string = randomUUID()): Promise<string> {
    const folder = join(this.command.folder, name);
    await mkdir(join(folder, ".agent/teams"), { recursive: true });
    return folder;
  }

  /** Where the replica of a checkout remembers how it stands. */
  state(folder: string): string {
    return new KeptFiles(folder, this.command.data).folder;
  }

  words(url = this.server.url): string[] {
    return ["replica", "--url", url, "--workspace", "team"];
  }

  /** Brings a checkout in step once. */
  bring(folder: string, more: string[] = []): Promise<Ended> {
    return this.command.run([...this.words(), "--once", ...more], { cwd: folder, env: this.#env });
  }

  /** A replica that runs until it is killed; `said` is what it told the person at the terminal. */
  start(folder: string): { child: ChildProcess; said: () => string } {
    const child = spawn(join(this.command.folder, "bin/wardroom"), this.words(), {
      cwd: folder,
      env: this.command.env(this.#env),
    });
    let text = "";
    child.stderr.setEncoding("utf8").on("data", (part: string) => (text += part));
    this.#running.push(child);
    return { child, said: () => text };
  }

  /** Ends every replica that runs. */
  stop(): void {
    for (const each of this.#running.splice(0)) each.kill("SIGKILL");
  }

  /** With the owner's token, whatever serves at the address. */
  get #env(): Record<string, string> {
    return { WARDROOM_TOKEN: this.server.runtime.ownerToken };
  }

  async close(): Promise<void> {
    this.stop();
    await this.server.close();
    await this.command.dispose();
  }
}

/** What a file of a checkout holds; nothing where there is none. */
export const read = (folder: string, path = FILE) => readFile(join(folder, path), "utf8").catch(() => "");

export async function put(folder: string, text: string, path = FILE): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}
