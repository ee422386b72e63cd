import { readFileSync, writeSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { isOtherClient, runForClient } from "@/lib/hook/other-clients";
import { runHook } from "@/lib/hook/run-hook";

// Since the process began.
const startMs = process.uptime() * 1000;
const scriptFolder = import.meta.dirname;

// Whatever goes wrong, the agent's session goes on: a hook that fails says nothing, unless it is looked for.
const giveUp = (error: unknown): never => {
  if (process.env["WARDROOM_HOOK_DEBUG"]) console.error(error);
  process.exit(0);
};
process.on("uncaughtException", giveUp);
process.on("unhandledRejection", giveUp);

/** `hook.cjs headers` says what the client sends along to the MCP server, every other call what the hook has to say. */
async function main(): Promise<void> {
  const client = process.argv[2];
  if (client === "headers") {
    const { mcpHeaders } = await import("@/lib/hook/server");
    const root = process.env["CLAUDE_PROJECT_DIR"] || process.cwd();
    writeSync(1, JSON.stringify(mcpHeaders(root, process.env, scriptFolder)));
    return;
  }
  const text = readFileSync(0, "utf8");
  const load = (loadavg()[0] ?? 0) / availableParallelism();
  const surroundings = { environment: process.env, scriptFolder, startMs, load };
  const { stdout, stderr, exitCode, afterwards } = isOtherClient(client)
    ? await runForClient(client, text, surroundings)
    : await runHook(text, surroundings);
  if (stdout !== "") writeSync(1, stdout);
  if (stderr !== "") writeSync(2, stderr);
  await afterwards?.();
  process.exit(exitCode);
}

void main();
