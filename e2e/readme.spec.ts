import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { startServer } from "../scripts/start-server.mjs";
import { root } from "../scripts/run.mjs";
import { blocksOf, linesOf, makeHome, type Home } from "./shell";

/** What is not run as it stands, and why. */
const EXCEPTED = new Map([
  ["npm run package", "the build is made already, and e2e/package.spec.ts works with a package"],
  ["npm install -g ./wardroom-0.1.0.tgz", "it changes the machine; the command is on the path here"],
  ["npm test", "it runs this"],
  ["WARDROOM_ROLE=Lead claude", "it needs that client and an account"],
]);
const README = path.join(root, "README.md");

let home: Home;
test.beforeAll(async () => {
  home = await makeHome(["shop", "cafe"]);
});
test.afterAll(() => home.remove());

test("each command of the README does what it says, in order, and the recorded minute is what it prints", async () => {
  const readme = await readFile(README, "utf8");
  let { folder } = home;
  for (const line of blocksOf(readme, "sh").flatMap(linesOf)) {
    if (EXCEPTED.has(line)) continue;
    if (line.startsWith("cd ")) folder = path.join(home.folder, line.slice("cd ~/".length));
    else if (line === "npm start") expect(await startOnce()).toBe(0);
    else {
      const { code, output } = await home.run(line, folder);
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
    const { code, output } = await home.run(line.slice(2), path.join(home.folder, "projects/cafe"));
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

/** Serves the example as `npm start` does until it is ready. */
async function startOnce(): Promise<number | null> {
  const data = path.join(home.folder, "started");
  const server = await startServer({
    data,
    env: { HOME: home.folder },
    program: [path.join(root, "scripts/start.mjs")],
  });
  return server.stop();
}
