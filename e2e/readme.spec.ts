import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { startServer } from "../scripts/start-server.mjs";
import { root } from "../scripts/run.mjs";

/** What is not run as it stands, and why. */
const EXCEPTED = new Map([
  ["npm run package", "the build is made already, and e2e/package.spec.ts works with a package"],
  ["npm install -g ./wardroom-0.1.0.tgz", "it changes the machine; the command is on the path here"],
  ["npm test", "it runs this"],
  ["WARDROOM_ROLE=Lead claude", "it needs that client and an account"],
]);
/** Where nobody can be asked, the answer is given with the command. */
const ASKS = /^wardroom (up|down)$/;

const README = path.join(root, "README.md");

let home: string;
let env: NodeJS.ProcessEnv;

test.beforeAll(async () => {
  home = await realpath(await mkdtemp(path.join(tmpdir(), "wardroom-readme-")));
  const bin = path.join(home, "bin");
  await mkdir(bin);
  const command = `#!/bin/sh\nexec "${process.execPath}" "${root}/scripts/wardroom.mjs" "$@"\n`;
  await writeFile(path.join(bin, "wardroom"), command, { mode: 0o755 });
  for (const name of ["shop", "cafe"]) await mkdir(path.join(home, "projects", name, ".git"), { recursive: true });
  const plain = ["PATH", "LANG", "TMPDIR"].map((name) => [name, process.env[name]]);
  env = {
    ...(Object.fromEntries(plain) as NodeJS.ProcessEnv),
    PATH: `${bin}:${process.env["PATH"] ?? ""}`,
    HOME: home,
    WARDROOM_DATA: path.join(home, ".wardroom"),
    PORT: String(await freePort()),
  };
});
test.afterAll(async () => {
  await inShell("wardroom down --yes", path.join(home, "projects/shop"));
  await rm(home, { recursive: true, force: true });
});

test("each command of the README does what it says, in order, and the recorded minute is what it prints", async () => {
  const readme = await readFile(README, "utf8");
  let folder = home;
  for (const line of blocksOf(readme, "sh").flatMap(linesOf)) {
    if (EXCEPTED.has(line)) continue;
    if (line.startsWith("cd ")) folder = path.join(home, line.slice("cd ~/".length));
    else if (line === "npm start") expect(await startOnce()).toBe(0);
    else {
      const { code, output } = await inShell(ASKS.test(line) ? `${line} --yes` : line, folder);
      expect(code, `${line}\n${output}`).toBe(0);
    }
  }
  const [recorded = ""] = blocksOf(readme, "console");
  const played = await play(recorded.split("\n").filter((line) => line.startsWith("$ ")));
  if (process.env["WARDROOM_RECORD"] !== undefined)
    await writeFile(
      README,
      readme.replace(recorded, () => played),
    );
  else expect(played).toBe(recorded);
});

/** What each command of a recorded terminal prints now, with the ids and times of one day. */
async function play(lines: string[]): Promise<string> {
  const printed: string[] = [];
  for (const line of lines) {
    const { code, output } = await inShell(line.slice(2), path.join(home, "projects/cafe"));
    expect(code, `${line}\n${output}`).toBe(0);
    printed.push(`${line}\n${output}`);
  }
  const ids = new Map<string, string>();
  return printed
    .join("")
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "2026-02-09 10:02")
    .replaceAll(/\b[0-9a-f]{8,16}\b/g, (id) => {
      ids.set(id, ids.get(id) ?? `${ids.size + 1}`.padStart(id.length, "a1f3c07e52b94d68".slice(0, id.length - 1)));
      return ids.get(id) ?? "";
    });
}

function blocksOf(markdown: string, language: string): string[] {
  return [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, "gm"))].map(([, text = ""]) => text);
}

/** The commands of a block, without what is said beside them. */
function linesOf(block: string): string[] {
  const lines = block.split("\n").map((line) => line.replace(/\s+# .*$/, "").trim());
  return lines.filter((line) => line !== "");
}

async function inShell(command: string, cwd: string): Promise<{ code: number; output: string }> {
  const shell = spawn("bash", ["-c", command], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [shell.stdout, shell.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [code] = (await once(shell, "close")) as [number];
  return { code, output };
}

/** Serves the example as `npm start` does until it is ready. */
async function startOnce(): Promise<number | null> {
  const data = path.join(home, "started");
  const server = await startServer({ data, env: { HOME: home }, program: [path.join(root, "scripts/start.mjs")] });
  return server.stop();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}
