import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { isWell, readServer } from "@/lib/cli/find-server";
import type { Surroundings } from "@/lib/cli/surroundings";
import { ServerFile, type WorkspaceFolder } from "@/lib/contracts/server-file";
import { AppError } from "@/lib/core/errors";
import { parseJson } from "@/lib/core/text/parse-json";
import { isAlive } from "@/lib/store/data-folder";
import { readSetupActs } from "@/lib/store/setup-acts";

/** One that says nothing for so long is mute. Milliseconds. */
const PATIENCE = 1000;
const LOOK_AGAIN = 100;
/** How long a server may take to let go of what it does. Milliseconds. */
const ENDING = 15_000;

/** Example: Wardroom is ready. Open http://wardroom.localhost:4100/login?code=kJ3v (programs: http://127.0.0.1:4100) */
const READY = /^Wardroom is ready\. Open ((https?:\/\/[^\s/]+)\S*)/m;

/**
 * The server of a data folder; null where none runs. Throws `busy` for one that accepts connections and says nothing: a second one on
 * the data folder would hide it from its agents. It is never ended here: a busy one is as silent, and the process of one that
 * crashed may be another program's by now.
 */
export async function findRunning(dataFolder: string, { silenceOf }: Pick<Surroundings, "silenceOf"> = {}) {
  const file = await readServer(dataFolder);
  if (file === null || (await isWell(file.url, silenceOf?.(file.url), PATIENCE))) return file;
  const port = Number(new URL(file.url).port);
  if ((await listening(port)) === port) return null;
  throw new AppError("busy", `The server at ${file.url}, process ${file.pid}, does not answer.`, {
    hint: `Wait until it does. If it hangs, end it: kill ${file.pid}`,
  });
}

/** Where a server would listen: at this port or another one that is free. */
export async function chooseAddress(wish: number): Promise<string> {
  const port = (await listening(wish)) ?? (await listening(0)) ?? wish;
  return `http://127.0.0.1:${port}`;
}

async function listening(port: number): Promise<number | null> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once("error", () => resolve(null));
    probe.listen(port, "127.0.0.1", () => {
      const { port: found } = probe.address() as AddressInfo;
      probe.close(() => resolve(found));
    });
  });
}

/** Ends a server and waits until it has ended; one that has ended already is left. Throws `busy` for one that does not. */
export async function endServer({ pid }: ServerFile): Promise<void> {
  if (isAlive(pid)) process.kill(pid);
  for (const began = performance.now(); isAlive(pid);) {
    if (performance.now() - began > ENDING)
      throw new AppError("busy", `Process ${pid} does not end.`, { hint: `End it by hand: kill -9 ${pid}` });
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
  }
}

/** Names the projects to serve again after a server was stopped for a moment, in case this process is killed before it restarts it. */
const paused = (dataFolder: string) => join(dataFolder, "server-paused.json");

/** Ends a server that goes on with these projects. `resumeServer` starts it again, also where this process was killed meanwhile. */
export async function pauseServer(server: ServerFile, dataFolder: string, goesOn: WorkspaceFolder[]): Promise<void> {
  await writeFile(paused(dataFolder), JSON.stringify({ ...server, workspaces: goesOn }), { mode: 0o600 });
  await endServer(server);
}

/** Forgets what was to be served again, for a server that is stopped for good. */
export function forgetPaused(dataFolder: string): Promise<void> {
  return rm(paused(dataFolder), { force: true });
}

/** Restarts a server that `pauseServer` stopped, with its projects. Does nothing if there is none. */
export async function resumeServer(surroundings: Surroundings): Promise<void> {
  const { dataFolder } = surroundings.settings();
  const { url = "", workspaces: [own] = [] } = (await readPaused(dataFolder)) ?? {};
  if (own === undefined) return;
  if ((await findRunning(dataFolder, surroundings)) === null) await startServer(surroundings, { own, url });
  else await rm(paused(dataFolder), { force: true });
}

async function readPaused(dataFolder: string): Promise<ServerFile | undefined> {
  return ServerFile.safeParse(parseJson(await readFile(paused(dataFolder), "utf8").catch(() => ""))).data;
}

/** Whether another project that `wardroom up` laid out, or nobody took out, is served too. */
export async function servesOthers({ workspaces }: ServerFile, dataFolder: string, own: string): Promise<boolean> {
  const others = workspaces.filter(({ name }) => name !== own);
  const acts = await Promise.all(others.map(({ name }) => readSetupActs({ dataFolder, workspace: name })));
  return acts.some((each) => each === null || each.length > 0);
}

/**
 * Serves a workspace at an address, with whatever else was laid out or served there, in a process of its own; answers the address of
 * its page for a browser, with a code that lets one in. Throws `internal` with what the server printed, should it end.
 */
export async function startServer(
  surroundings: Surroundings,
  { own, url }: { own: WorkspaceFolder; url: string },
): Promise<string> {
  const { dataFolder, workspaces: configured, recorded } = surroundings.settings();
  const laidOut: WorkspaceFolder[] = [];
  for (const each of await surroundings.listKnown())
    if (((await readSetupActs({ dataFolder, workspace: each.name })) ?? []).length > 0) laidOut.push(each);
  const served = new Map<string, string>();
  for (const { name, folder } of [
    own,
    ...configured,
    ...((await readPaused(dataFolder))?.workspaces ?? []),
    ...laidOut,
  ]) {
    const isThere = await stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (isThere && !folder.includes(",") && ![...served.values()].includes(folder) && !served.has(name))
      served.set(name, folder);
  }
  const log = join(dataFolder, "server.log");
  const { ended } = surroundings.startServer(
    {
      WARDROOM_WORKSPACES: [...recorded, ...[...served].map((each) => each.join("="))].join(","),
      WARDROOM_DATA: dataFolder,
      WARDROOM_UP: "1",
      WARDROOM_LOG: "plain",
      PORT: new URL(url).port,
      // Of the agent or of npm that this command runs in: the server is nobody's in particular.
      ...Object.fromEntries(["WARDROOM_ROLE", "WARDROOM_RUN", "npm_lifecycle_event"].map((name) => [name, undefined])),
    },
    log,
  );
  const over = new AbortController();
  void ended.then(() => over.abort());
  for (;;) {
    const wasOver = over.signal.aborted;
    const printed = await readFile(log, "utf8").catch(() => "");
    const page = READY.exec(printed)?.[1];
    if (page !== undefined) {
      await rm(paused(dataFolder), { force: true });
      return page;
    }
    if (wasOver)
      throw new AppError("internal", `The server ended: ${printed.trim().split("\n").slice(-5).join("\n")}`, {
        hint: "Do what it says, then again: wardroom up",
      });
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
  }
}
