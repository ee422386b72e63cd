import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startServer } from "../scripts/start-server.mjs";
import { cpuOf, cpuOfEnded } from "./cpu";
import { ms, percentile, printTable } from "./report";

const COMMAND = path.resolve(import.meta.dirname, "../scripts/wardroom.mjs");
const HOOK = path.resolve(import.meta.dirname, "../plugin/scripts/hook.cjs");
const TIMES = 20;

/** A client of six lines: the least that asks a server anything. */
const CLIENT = `
const http = require("node:http");
http.get(process.argv[1] + "/api/health", { agent: false }, (answer) => {
  let text = "";
  answer.on("data", (part) => (text += part)).on("end", () => process.stdout.write(text));
});`;

/**
 * What whole processes cost, from start to end, in turns: the command and the hook, beside a Node that does nothing and the smallest client.
 * Processor time is that of the process; the server's is counted separately.
 */
export async function benchCli(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "wardroom-cli-"));
  const project = path.join(folder, "shop");
  const data = path.join(folder, "data");
  mkdirSync(path.join(project, ".git"), { recursive: true });
  const { WARDROOM_TOKEN: _token, DATABASE_URL: _database, WARDROOM_WORKSPACES: _, ...inherited } = process.env;
  const env = { ...inherited, WARDROOM_DATA: data, HOME: folder };
  const run = (argv: string[], input = "") => {
    const { status, stderr } = spawnSync(process.execPath, argv, { cwd: project, env, encoding: "utf8", input });
    if (status !== 0) throw new Error(`${argv.join(" ")}: ${stderr}`);
  };
  const server = await startServer({ workspaces: { shop: project }, data });
  const { pid } = JSON.parse(readFileSync(path.join(data, "server.json"), "utf8")) as { pid: number };
  run([COMMAND, "session", "create", "one", "-r", "implementer-1"]);
  const edit = {
    hook_event_name: "PreToolUse",
    session_id: "bench",
    cwd: project,
    tool_name: "Edit",
    tool_input: { file_path: path.join(project, "src/a.ts"), old_string: "a", new_string: "b" },
  };
  let said = 0;
  const rows: [what: string, argv: () => string[], input?: string][] = [
    ["node -e 0", () => ["-e", "0"]],
    ["a client of six lines", () => ["-e", CLIENT, server.url]],
    ["wardroom team", () => [COMMAND, "team"]],
    ["wardroom inbox implementer-1", () => [COMMAND, "inbox", "implementer-1"]],
    ["wardroom say", () => [COMMAND, "say", "implementer-1", "pattern", `Line ${String(said++)} of its own`]],
    ["wardroom help", () => [COMMAND, "help"]],
    ["wardroom team, in its own process", () => [COMMAND, "team", "--no-server"]],
    ["the hook, an edit of another file", () => [HOOK], JSON.stringify(edit)],
    [
      "the hook, a shell command",
      () => [HOOK],
      JSON.stringify({ ...edit, tool_name: "Bash", tool_input: { command: "ls" } }),
    ],
  ];
  const taken = rows.map(() => ({ clock: [] as number[], own: 0, server: 0 }));
  for (const [, argv, input] of rows) run(argv(), input);
  for (let turn = 0; turn < TIMES; turn++) {
    for (const [at, [, argv, input]] of rows.entries()) {
      const [own, servers, began] = [cpuOfEnded(), cpuOf(pid), performance.now()];
      run(argv(), input);
      const row = taken[at];
      if (row === undefined) continue;
      row.clock.push(performance.now() - began);
      row.own += cpuOfEnded() - own;
      row.server += cpuOf(pid) - servers;
    }
  }
  await server.stop();
  const bare = taken[0]?.own ?? 1;
  printTable(
    `The command and the hook, ${String(TIMES)} processes each, in turns`,
    ["what", "processor ms", "of node -e 0", "server's processor ms", "p50 ms", "p95 ms"],
    rows.map(([what], at) => {
      const { clock = [], own = 0, server: servers = 0 } = taken[at] ?? {};
      return [
        ...[what, ms(own / TIMES), (own / bare).toFixed(2), ms(servers / TIMES)],
        ...[ms(percentile(clock, 0.5)), ms(percentile(clock, 0.95))],
      ];
    }),
  );
}
