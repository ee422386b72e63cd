import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startServer, type RunningServer } from "../scripts/start-server.mjs";

/** A server with sessions of one implementer each, whose documents hold so many items. */
export interface BenchServer extends RunningServer {
  workspace: string;
  targets: { token: string; path: string; session: string }[];
}

/** Items as teams write them: about 45 bytes a line, as in a file of 200 KB with 5,000. */
export function memoryOf(session: string, items: number): string {
  const lines = Array.from({ length: items }, (_, i) => `- [Finding] stage ${i % 40} parks ${i} without a reason`);
  const head = `# TEAM-MEMORY — ${session}\n\n## Meta\n- Created: 2026-02-09\n- Session: ${session}\n- GC Version: GC-v1\n`;
  return `${head}\n## Lead\n\n## implementer-1\n${lines.map((line) => `${line}\n`).join("")}\n## implementer-2\n`;
}

/**
 * Starts a server on a fresh workspace with `sessions` sessions of `items` items, and a role token for each. `env` is what it is told
 * in addition.
 */
export async function startBench(
  sessions: number,
  items: number,
  env: Record<string, string> = {},
): Promise<BenchServer> {
  const folder = mkdtempSync(path.join(tmpdir(), "wardroom-bench-"));
  const workspace = path.join(folder, "workspace");
  const names = Array.from({ length: sessions }, (_, index) => `s${index}`);
  for (const name of names) {
    mkdirSync(path.join(workspace, ".agent/teams", name), { recursive: true });
    writeFileSync(path.join(workspace, ".agent/teams", name, "TEAM-MEMORY.md"), memoryOf(name, items));
  }
  const server = await startServer({ workspaces: { bench: workspace }, data: path.join(folder, "data"), env });
  const targets = [];
  for (const session of names) {
    const base = `/api/v1/workspaces/bench/sessions/${session}`;
    const response = await fetch(`${server.url}${base}/roles/implementer-2/tokens`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.token}` },
    });
    const { token } = (await response.json()) as { token: string };
    targets.push({ token, path: `${base}/memory/items`, session });
  }
  return { ...server, workspace, targets };
}
