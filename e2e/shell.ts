import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "../scripts/run.mjs";

/** Where nobody can be asked, the answer is given with the command. */
const ASKS = /^wardroom (up|down|knowledge lay-out)\b/;

/** A home of its own with the command on its path, and projects in it. */
export interface Home {
  folder: string;
  run(command: string, cwd: string): Promise<{ code: number; output: string }>;
  /** Takes the projects out again, with the server that they started. */
  remove(): Promise<void>;
}

export async function makeHome(projects: readonly string[]): Promise<Home> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "wardroom-told-")));
  const bin = path.join(folder, "bin");
  await mkdir(bin);
  const command = `#!/bin/sh\nexec "${process.execPath}" "${root}/scripts/wardroom.mjs" "$@"\n`;
  await writeFile(path.join(bin, "wardroom"), command, { mode: 0o755 });
  const folders = projects.map((name) => path.join(folder, "projects", name));
  for (const each of folders) await mkdir(path.join(each, ".git"), { recursive: true });
  const plain = ["PATH", "LANG", "TMPDIR"].map((name) => [name, process.env[name]]);
  const env = {
    ...(Object.fromEntries(plain) as NodeJS.ProcessEnv),
    PATH: `${bin}:${process.env["PATH"] ?? ""}`,
    HOME: folder,
    WARDROOM_DATA: path.join(folder, ".wardroom"),
    PORT: String(await freePort()),
  };
  const run: Home["run"] = async (words, cwd) => {
    const said = ASKS.test(words) ? `${words} --yes` : words;
    const shell = spawn("bash", ["-c", said], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [shell.stdout, shell.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    const [code] = (await once(shell, "close")) as [number];
    return { code, output };
  };
  const remove = async () => {
    for (const each of folders) await run("wardroom down", each);
    await rm(folder, { recursive: true, force: true });
  };
  return { folder, run, remove };
}

export function blocksOf(markdown: string, language: string): string[] {
  return [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, "gm"))].map(([, text = ""]) => text);
}

/** The commands of a block, without what is said beside them. */
export function linesOf(block: string): string[] {
  const lines = block
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .map((line) => line.replace(/(^|\s+)# .*$/, "").trim());
  return lines.filter((line) => line !== "");
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}
