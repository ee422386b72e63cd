import { join } from "node:path";
import { runCli } from "@/lib/cli/run-cli";
import { Problem } from "@/lib/contracts/primitives";
import { ERRORS } from "@/lib/core/errors";
import { STEPS } from "@/lib/parity/steps.fixture";
import { fault } from "@/lib/soak/fault.fixture";
import { hostileText } from "@/lib/soak/hostile.fixture";
import type { Random } from "@/lib/soak/random.fixture";
import { PROJECT } from "@/lib/soak/places.fixture";
import type { Scene } from "@/lib/soak/scene.fixture";

/** Where the command finds its server, and what it is told of the machine. */
export interface Terminal {
  url: string;
  ownerToken: string;
  cwd: string;
  data: string;
  /** The conversation whose shell it is; none for a person's. */
  run?: string;
}

/** How the words of one command begin, for each that does what the API does. */
const LINES = STEPS.flatMap(({ cli }) => (typeof cli === "string" ? [] : [cli]));

/** Does not end before it is told to. */
const ENDLESS = new Set(["--follow", "--watch", "-f"]);

/** Nor does a replica, which keeps its checkout in step where it is told nothing else. */
const ENDING = new Set(["list", "status", "resolve", "adopt"]);

/** Makes one command up, runs it, and says what is wrong with how it ended; null where all is well. */
export async function fuzzCommand(random: Random, scene: Scene, terminal: Terminal): Promise<string | null> {
  const visitor = random.pick(scene.visitors.filter(({ said }) => said.headers === undefined));
  const known = new Proxy({}, { get: (_, name: string) => scene.name(name) ?? scene.name("id") ?? "1" });
  const line = random.pick(LINES)(known);
  const argv = line.map((word) => {
    if (word.startsWith("--") || !random.chance(0.15)) return word;
    return random.chance(0.5)
      ? hostileText(random)
      : (scene.name(random.pick(["session", "role", "agent", "item"])) ?? word);
  });
  if (random.chance(0.1)) argv.splice(random.below(argv.length), 1);
  if (random.chance(0.1)) argv.push(hostileText(random));
  if (argv.some((word) => ENDLESS.has(word)) || (argv[0] === "replica" && !ENDING.has(argv[1] ?? ""))) return null;
  argv.push("--json", ...(visitor.said.as === undefined ? [] : ["--as", visitor.said.as]));
  const input = random.chance(0.5) ? "some text" : hostileText(random);
  const { out, err, code } = await runOn(terminal, argv, visitor.said.token ?? terminal.ownerToken, input);
  const wrong = wrongWith(code, out, err);
  return wrong === null
    ? null
    : fault(
        `wardroom ${line.slice(0, 2).join(" ")}: exit code ${code}: ${wrong} ${err.slice(0, 600)}`,
        `${visitor.kind}: wardroom ${JSON.stringify(argv)}`,
      );
}

/** Runs one command against the server of a terminal; `input` is what it would read from standard input. */
export async function runOn({ url, cwd, data, run }: Terminal, argv: string[], token: string, input = "") {
  let [out, err] = ["", ""];
  const code = await runCli({
    argv,
    env: {
      WARDROOM_URL: url,
      WARDROOM_TOKEN: token,
      WARDROOM_WORKSPACE: "demo",
      ...(run !== undefined && { WARDROOM_RUN: run }),
    },
    cwd,
    home: cwd,
    project: PROJECT,
    version: "0.0.0",
    stdout: { write: (text) => void (out += text), isTTY: false, columns: undefined },
    stderr: { write: (text) => void (err += text), isTTY: false, columns: undefined },
    stdin: {
      isTTY: false,
      readAll: () => Promise.resolve(input),
      ask: () => Promise.resolve("y"),
    },
    settings: () => ({ dataFolder: data, workspaces: [{ name: "demo", folder: cwd }], recorded: [] }),
    listKnown: () => Promise.resolve([]),
    claimName: () => Promise.resolve("demo"),
    moveWorkspace: () => Promise.reject(new Error("nothing is moved here")),
    // What a command writes on the machine it runs on is not the server's.
    locateFile: (folder, path) => Promise.resolve(join(folder, path)),
    writeFile: () => Promise.resolve(),
    removeFile: () => Promise.resolve(),
    removeFolder: () => Promise.resolve(),
    openHere: () => Promise.reject(new Error("there is a server")),
    startServer: () => ({ ended: Promise.resolve() }),
    loginCode: () => Promise.resolve("abc"),
    openPage: () => undefined,
    examine: () => Promise.resolve([]),
    backUp: () => Promise.reject(new Error("nothing is backed up here")),
    restore: () => Promise.reject(new Error("nothing is restored here")),
    purge: () => Promise.reject(new Error("nothing is deleted here")),
    copyHistory: () => Promise.reject(new Error("nothing is copied here")),
    importContent: () => Promise.reject(new Error("nothing is imported here")),
    exportContent: () => Promise.reject(new Error("nothing is exported here")),
    serve: () => Promise.reject(new Error("nothing is served here")),
  });
  return { out, err, code };
}

const EXITS = new Set<number>([0, ...Object.values(ERRORS).map(({ exit }) => exit)]);

function wrongWith(code: number, out: string, err: string): string | null {
  if (!EXITS.has(code)) return "an exit code that is not in the table";
  if (code === ERRORS.internal.exit || /\n {4}at /.test(err)) return "a fault of ours";
  // Without a command, or with the name of a group alone, its help is shown.
  if (/^(Usage: |Commands, the most used first)/.test(err)) return null;
  if (code !== 0 && out === "" && err !== "") {
    try {
      const { code: named } = Problem.strict().parse(JSON.parse(err));
      return ERRORS[named].exit === code ? null : `it says ${named}`;
    } catch {
      return "what it says is no problem";
    }
  }
  return code !== 0 && err === "" && out === "" ? "it fails without a word" : null;
}
