import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ReplicaList } from "@/lib/contracts/replicas";
import { expect, open, test } from "./test";

const COMMAND = path.resolve(import.meta.dirname, "../scripts/wardroom.mjs");
const FILE = ".agent/teams/checkout/TEAM-MEMORY.md";

test("Settings show a checkout kept in step, and what somebody has to decide there", async ({
  page,
  folder,
  server,
  owner,
  memory,
}) => {
  await open(page, "/team/settings");
  const section = page.getByRole("region", { name: "Checkouts elsewhere" });
  await expect(section).toContainText("wardroom replica --url");

  const laptop = path.join(folder, "laptop");
  await mkdir(path.join(laptop, ".git"), { recursive: true });
  const env = { ...process.env, WARDROOM_TOKEN: server.token, WARDROOM_DATA: path.join(folder, "laptop-data") };
  const words = [COMMAND, "replica", "--url", server.url, "--workspace", "team"];
  const start = () => spawn(process.execPath, words, { cwd: laptop, env, stdio: "ignore" });
  let replica = start();
  try {
    const checkouts = page.getByRole("list", { name: "Checkouts elsewhere" });
    // The section polls slowly, so the page is reloaded once the server has the new state.
    const said = async (text: string, conflicts: string[]) => {
      const known = { state: "live", behind: 0, waiting: 0, conflicts };
      await expect.poll(async () => (await owner.get<ReplicaList>("/replicas")).items).toMatchObject([known]);
      await page.reload();
      await expect(checkouts.getByRole("listitem")).toContainText(text);
    };
    await said("in step", []);
    const copy = path.join(laptop, FILE);
    expect(await readFile(copy, "utf8")).toBe(await memory.read());

    // While it is away, the same line is said in two ways.
    replica.kill("SIGKILL");
    const [first = ""] = (await memory.read()).split("\n").filter((line) => line.startsWith("- ["));
    await writeFile(copy, (await readFile(copy, "utf8")).replace(first, `${first} as the laptop has it`));
    await memory.exchange((await memory.read()).replace(first, `${first} as the server has it`));
    await expect
      .poll(async () => (await owner.get<{ text: string }>(`/files/text?path=${FILE}`)).text)
      .toContain("as the server has it");
    replica = start();
    await said(`Not in step: ${FILE}`, [FILE]);
    await expect(checkouts).toContainText("1 file to decide");
    expect(await memory.read()).toContain("as the server has it");
    expect(await readFile(copy, "utf8")).toContain("as the laptop has it");
  } finally {
    replica.kill("SIGKILL");
  }
});
