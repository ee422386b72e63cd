import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startServer } from "../scripts/start-server.mjs";
import { ms, percentile, printTable } from "./report";

const COMMAND = path.resolve(import.meta.dirname, "../scripts/wardroom.mjs");
const TIMES = 20;

/** Times whole processes of the command, from start to end, on a project with one agent's memory. */
export async function benchCli(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "wardroom-cli-"));
  const project = path.join(folder, "shop");
  const data = path.join(folder, "data");
  mkdirSync(path.join(project, ".kaizen"), { recursive: true });
  const {
    WARDROOM_TOKEN: _token,
    DATABASE_URL: _database,
    WARDROOM_WORKSPACES: _workspaces,
    ...inherited
  } = process.env;
  const env = { ...inherited, WARDROOM_DATA: data };
  const run = (argv: string[]) => {
    const began = performance.now();
    const { status, stderr } = spawnSync(process.execPath, [COMMAND, ...argv], { cwd: project, env, encoding: "utf8" });
    if (status !== 0) throw new Error(`wardroom ${argv.join(" ")}: ${stderr}`);
    return performance.now() - began;
  };
  const row = (what: string, argv: string[]) => {
    run(argv);
    const taken = Array.from({ length: TIMES }, () => run(argv));
    return [what, `${ms(percentile(taken, 0.5))} ms`, `${ms(percentile(taken, 0.95))} ms`];
  };

  run(["memory", "init", "implementer"]);
  const without = [row("memory show, no server", ["memory", "show", "implementer"])];
  const server = await startServer({ workspaces: { shop: project }, data });
  const rows = [
    row("memory show, through the server", ["memory", "show", "implementer"]),
    ...without,
    row("completion of a command", ["__complete", "--", "ses"]),
    row("help", []),
  ];
  await server.stop();
  printTable(`The command, ${TIMES} processes each`, ["what", "p50", "p95"], rows);
}
