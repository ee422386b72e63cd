import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listen } from "@/lib/cli/testing/command.fixture";
import { breach, listOperations } from "@/lib/soak/contract.fixture";
import { fuzzCommand } from "@/lib/soak/fuzz-command.fixture";
import { fuzzMcp } from "@/lib/soak/fuzz-mcp.fixture";
import { fuzzRest } from "@/lib/soak/fuzz-rest.fixture";
import { Random } from "@/lib/soak/random.fixture";
import { placesIn } from "@/lib/soak/places.fixture";
import { during } from "@/lib/soak/recorded-life.fixture";
import { furnish, Scene } from "@/lib/soak/scene.fixture";
import { sendOver } from "@/lib/soak/send.fixture";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wardroom-fuzz-"));
  mkdirSync(placesIn(folder).files);
  furnish(placesIn(folder).files);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("whatever is called by whomever, over REST or MCP, the answer is one that the contract names", async () => {
  await during(folder, async (send) => {
    const random = new Random(7);
    const scene = new Scene(send, random);
    await scene.renew();
    const operations = listOperations();
    const faults: (string | null)[] = [];
    for (let count = 0; count < 100; count++) faults.push(await fuzzRest(send, random, scene, operations));
    for (let count = 0; count < 30; count++) faults.push(await fuzzMcp(send, random, scene));
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
  });
});

it("whatever the command is told by whomever, it ends with an exit code and words of the table", async () => {
  const { files, data } = placesIn(folder);
  const server = await listen(data, { name: "demo", folder: files });
  try {
    const ownerToken = readFileSync(join(data, "token"), "utf8").trim();
    const random = new Random(7);
    const scene = new Scene(sendOver(server.url, ownerToken), random);
    await scene.renew();
    const faults: (string | null)[] = [];
    for (let count = 0; count < 30; count++)
      faults.push(await fuzzCommand(random, scene, { url: server.url, ownerToken, cwd: files, data }));
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
  } finally {
    await server.close();
  }
});

it("holds no more memory after five hundred calls than before them", async () => {
  await during(folder, async (send) => {
    const scene = new Scene(send, new Random(8));
    await scene.renew();
    expect(
      await growth(() => send("GET", `/api/v1/workspaces/demo/sessions/${scene.name("session") ?? ""}/memory`)),
    ).toBeLessThan(3);
    const kept: string[] = [];
    expect(await growth(() => Promise.resolve(kept.push(randomBytes(5_000).toString("hex"))))).toBeGreaterThan(3);
  });
});

/** By how many MB the heap has grown behind five hundred calls, after as many that warmed it up. */
async function growth(call: () => Promise<unknown>): Promise<number> {
  const held = async () => {
    for (let count = 0; count < 500; count++) await call();
    collect();
    return process.memoryUsage().heapUsed / 2 ** 20;
  };
  const before = await held();
  return (await held()) - before;
}

describe("the check finds", () => {
  const [operation] = listOperations().filter(({ address }) => address === "/api/health");
  if (operation === undefined) throw new Error("there is no health");
  const reply = (status: number, body: unknown, type = "application/json") => ({
    status,
    body,
    headers: new Headers({ "content-type": type }),
  });

  it.each([
    ["a status that is not documented", reply(418, {})],
    ["an answer with a field less", reply(200, { status: "ok" })],
    ["a refusal in other words", reply(400, { error: "no" }, "application/problem+json")],
    ["an address of ordinary length that is refused as too long", reply(431, undefined)],
  ])("%s", (_, given) => {
    expect(breach(operation, given, { path: "/api/health", headers: {} })).not.toBeNull();
  });
});
