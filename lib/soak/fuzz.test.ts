import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { breach, listOperations } from "@/lib/soak/contract.fixture";
import { fuzzMcp } from "@/lib/soak/fuzz-mcp.fixture";
import { fuzzRest } from "@/lib/soak/fuzz-rest.fixture";
import { Random } from "@/lib/soak/random.fixture";
import { during, placesIn } from "@/lib/soak/recorded-life.fixture";
import { furnish, Scene } from "@/lib/soak/scene.fixture";

const folder = mkdtempSync(join(tmpdir(), "wardroom-fuzz-"));
mkdirSync(placesIn(folder).files);
furnish(placesIn(folder).files);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("whatever is called by whomever, over REST or MCP, the answer is one that the contract names", async () => {
  await during(folder, async (send) => {
    const random = new Random(7);
    const scene = new Scene(send, random);
    await scene.renew();
    const operations = listOperations();
    const faults: (string | null)[] = [];
    for (let count = 0; count < 400; count++) faults.push(await fuzzRest(send, random, scene, operations));
    for (let count = 0; count < 100; count++) faults.push(await fuzzMcp(send, random, scene));
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
  });
});

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
  ])("%s", (_, given) => {
    expect(breach(operation, given)).not.toBeNull();
  });
});
