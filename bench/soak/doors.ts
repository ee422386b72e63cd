import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import path from "node:path";
import { TAMPERS, type Tamper, type Target } from "@/lib/soak/breaking-line.fixture";
import { DoorsTeam } from "@/lib/soak/doors-team.fixture";
import { PROJECT } from "@/lib/soak/places.fixture";
import type { Random } from "@/lib/soak/random.fixture";
import { hookEnvironment, type Got, type Place } from "@/lib/soak/read-doors.fixture";
import { prepareIn } from "@/lib/soak/recorded-life.fixture";
import { startBare, type BareServer } from "./bare-server";
import type { Part } from "./part";

/** Teams at work at the same time on one server. */
const LANES = 8;

/** So many runs are one team's; then another begins, whose members have read nothing. */
const RUNS_OF_A_TEAM = 50;

/** A reader's process lives at most so long, its start included. Milliseconds. */
const LONGEST_LIFE = 2_000;

/**
 * Readers of teams over REST, MCP, the command and hooks at once: connections break at any point, readers are killed, the server is
 * killed and started again. Nothing is shown twice to a reader that got its answer, and nothing is left out.
 */
export const doors: Part = {
  name: "doors",
  counts: "runs",
  count: 10_000,
  plants: TAMPERS,
  run: async ({ count, random, folder, progress, plant }) => {
    await prepareIn(folder);
    const server = await MortalServer.start(folder);
    // Built once, before several are started at the same time.
    execFileSync(process.execPath, [COMMAND, "--version"], { stdio: "ignore" });
    const tamper = TAMPERS.find((each): each is Tamper => each === plant) ?? null;
    const world = {
      target: server,
      folder,
      deaths: () => server.deaths,
      restart: () => server.restart(),
      killReader,
      tamper,
    };
    const faults: string[] = [];
    let [next, done, reads, broken, teams] = [0, 0, 0, 0, 0];
    const work = async () => {
      while (next < count) {
        const first = next;
        const end = Math.min(count, first + RUNS_OF_A_TEAM);
        next = end;
        const team = await DoorsTeam.open(`t${teams++}`, world);
        for (let run = first; run < end; run++) {
          const before = team.faults.length;
          await team.run(random.branch(`run ${run}`), `seed ${random.seed}, run ${run}`);
          // A run of hours tells what it finds when it finds it.
          for (const fault of team.faults.slice(before)) console.log(fault);
          progress(++done);
        }
        await team.close();
        faults.push(...team.faults);
        reads += team.reads;
        broken += team.broken;
      }
    };
    await Promise.all(Array.from({ length: LANES }, work));
    await server.stop();
    const lost = `${broken} of ${reads} answers broke off`;
    return { did: `${count} runs of ${teams} teams, ${lost}, ${server.deaths} kills of the server`, faults };
  },
};

/** A server that may be killed while it is asked, and is there again for the next request. */
class MortalServer implements Target {
  deaths = 0;

  private constructor(
    private readonly folder: string,
    private server: BareServer,
    private url: Promise<string>,
    private next: Promise<BareServer>,
  ) {}

  static async start(folder: string): Promise<MortalServer> {
    const server = await startBare(folder);
    return new MortalServer(folder, server, server.listen(), startBare(folder));
  }

  async restart(): Promise<void> {
    const before = await this.url;
    const dead = this.server.kill();
    this.deaths++;
    this.url = dead.then(async () => {
      this.server = await this.next;
      this.next = startBare(this.folder);
      return this.server.listen();
    });
    if ((await this.url) === before) throw new Error("the server did not die");
    this.deaths++;
  }

  async stop(): Promise<void> {
    await this.url;
    await Promise.all([this.server.kill(), (await this.next).kill()]);
  }

  async answer(request: Request): Promise<Response> {
    const { method, headers } = request;
    const body = method === "GET" ? null : await request.arrayBuffer();
    return fetch(await this.#at(request), { method, headers, body });
  }

  async abandon(request: Request): Promise<void> {
    const body = Buffer.from(await request.arrayBuffer());
    const { host, hostname, port, pathname } = new URL(await this.#at(request));
    const headers = Object.entries({ ...Object.fromEntries(request.headers), host, "content-length": body.length });
    const lines = [`${request.method} ${pathname} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)];
    const whole = Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), body]);
    await new Promise<void>((gone) => {
      const socket = connect({ host: hostname, port: Number(port) }, () => {
        // The server must not be quicker than the end of its client, however busy the machine is.
        this.server.whileStopped(() => {
          socket.write(whole);
          socket.destroy();
        });
      });
      socket.on("error", () => undefined).on("close", () => gone());
    });
  }

  async #at(request: Request): Promise<string> {
    const { pathname, search } = new URL(request.url);
    return (await this.url) + pathname + search;
  }
}

const COMMAND = path.join(PROJECT, "scripts/wardroom.mjs");
const HOOK = path.join(PROJECT, "plugin/scripts/hook.cjs");

/** Reads with the command or a hook in a process of its own, which is killed at any moment of its life. */
async function killReader(place: Place, random: Random): Promise<Got> {
  const { reader, session, files, data } = place;
  const isHook = random.chance(0.5);
  const words = isHook ? [HOOK] : [COMMAND, "inbox", reader, "--session", session];
  const env = { ...process.env, ...hookEnvironment(place), WARDROOM_DATA: data, WARDROOM_HOOK_MS: "60000" };
  const child = spawn(process.execPath, words, { cwd: files, env, stdio: ["pipe", "pipe", "pipe"] });
  const timer = setTimeout(() => child.kill("SIGKILL"), random.below(LONGEST_LIFE));
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => (text += part));
  child.stderr.setEncoding("utf8").on("data", (part: string) => (text += part));
  child.stdin.on("error", () => undefined);
  child.stdin.end(
    JSON.stringify({ hook_event_name: "UserPromptSubmit", session_id: `${session}-${reader}`, cwd: files }),
  );
  const [code] = (await once(child, "close")) as [number | null];
  clearTimeout(timer);
  return { text, ok: code === 0 };
}
