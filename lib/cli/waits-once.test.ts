import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => {
  vi.useRealTimers();
  globalThis.wardroomRuntime = undefined;
});

it("tells what waits once in a chain of commands, and again when it changed or a while later", async () => {
  const wardroom = await TestWardroom.open();
  serve(wardroom);
  await wardroom.session("one", ["implementer-1", "implementer-2"]);
  const run = async (...argv: string[]) => (await wardroomCli(wardroom, argv)).err;
  const chained = (by: string) => run("say", "implementer-1", "--by", `${by},,one`, "finding", `Line of ${by}`);
  const say = (role: string, text: string) => run("say", role, "finding", text);
  await run("inbox", "implementer-1");
  await say("implementer-2", "The ledger refuses a batch of two currencies");
  const one = "1 item waits: wardroom inbox implementer-1\n";
  expect(await say("implementer-1", "Leases last thirty seconds")).toBe(one);
  expect(await say("implementer-1", "Imports end after six hours")).toBe("");
  expect(await run("state", "implementer-1", "reading")).toBe("");
  expect(await run("status", "implementer-1")).toBe("");
  expect((await wardroomCli(wardroom, ["status", "implementer-1"])).out).toContain(one.trim());
  await say("implementer-2", "The clock of the second machine is off");
  expect(await say("implementer-1", "The page counts by supplier")).toBe(one.replace("1 item waits", "2 items wait"));
  vi.setSystemTime(Date.now() + 11_000);
  expect(await say("implementer-1", "A given-up import stays listed")).toContain("2 items wait");
  vi.setSystemTime(Date.now() + 11_000);
  expect(await chained("+implementer-1")).toBe("");
  expect(await chained("implementer-1")).toContain("2 items wait");
  await run("inbox", "implementer-1");
  expect(await say("implementer-1", "The hash is looked up first")).toBe("");
});

it("lets a conversation that says that it is over be over", async () => {
  const wardroom = await TestWardroom.open();
  serve(wardroom);
  await wardroom.session("one", ["implementer-1"]);
  const env = { WARDROOM_RUN: "claude:a" };
  const run = (...argv: string[]) => wardroomCli(wardroom, [...argv, "--as", "implementer-1"], { env });
  await run("state", "reading");
  const states = async () => JSON.parse((await wardroomCli(wardroom, ["run", "list", "--json"])).out) as unknown;
  expect(await states()).toMatchObject({ items: [{ id: "claude:a", state: "at work" }] });
  vi.setSystemTime(Date.now() + 11_000);
  expect(await run("run", "end")).toMatchObject({ code: 0, err: "" });
  expect(await states()).toMatchObject({ items: [{ id: "claude:a", state: "ended" }] });
});
