import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Finding } from "@/lib/contracts/doctor";
import { put, ReplicaCommand } from "@/lib/cli/testing/replica-command.fixture";
import { rememberReplica } from "@/lib/store/known-replicas";

let team: ReplicaCommand;
/** Of a machine on which no server runs. */
let laptop: string;
let folder: string;
beforeAll(async () => {
  team = await ReplicaCommand.open();
  laptop = join(team.command.folder, "laptop");
  folder = await team.checkout();
  const env = { WARDROOM_DATA: laptop, WARDROOM_TOKEN: team.server.runtime.ownerToken };
  expect(await team.command.run([...team.words(), "--once"], { cwd: folder, env })).toMatchObject({ code: 0 });
});
afterAll(() => team.close());

async function doctor(cwd: string, env: Record<string, string> = {}, words: string[] = []) {
  const given = { cwd, env: { WARDROOM_DATA: laptop, ...env } };
  const { code, out } = await team.command.run(["doctor", "--json", ...words], given);
  const { items } = JSON.parse(out) as { items: Finding[] };
  const of = (subject: string) => items.find((each) => each.subject === subject);
  return { code, items, subjects: items.map(({ subject }) => subject), of };
}

it("of a checkout says whose copy it is, and asks nothing else of a server that takes the credential", async () => {
  const found = await doctor(folder, { WARDROOM_TOKEN: team.server.runtime.ownerToken });
  expect(found.of("Checkout")).toEqual({
    subject: "Checkout",
    state: "warning",
    detail: `${folder} is a copy of team at ${team.server.url}, and no replica runs: neither hears of the other's edits.`,
    remedy: "Keep it in step: wardroom replica",
  });
  expect(found.of("Server")).toMatchObject({ state: "ok", detail: `Answers at ${team.server.url}.` });
  expect(found.of("Credential")).toMatchObject({ state: "ok", detail: "Accepted for team." });
  expect(found).toMatchObject({ code: 0 });
  expect(found.items.filter(({ remedy }) => remedy?.includes("wardroom serve"))).toEqual([]);
  expect(found.subjects.filter((each) => each.startsWith("History"))).toEqual([]);
  expect(await readdir(laptop)).toEqual(["replicas"]);
});

it("names a credential that is missing or refused, and how to give one", async () => {
  const remedy = expect.stringContaining("WARDROOM_TOKEN") as string;
  const none = await doctor(folder);
  expect(none.of("Credential")).toMatchObject({ state: "fault", remedy });
  expect(none.of("Credential")?.detail).toContain("None is set");
  expect(none.code).toBe(5);
  const wrong = await doctor(folder, { WARDROOM_TOKEN: "wrong" });
  expect(wrong.of("Credential")).toMatchObject({ state: "fault", remedy });
  expect(wrong.of("Credential")?.detail).toContain("does not accept");
  for (const { items } of [none, wrong])
    expect(items.filter(({ remedy: each }) => each?.includes("wardroom serve"))).toEqual([]);
});

it("says that a replica keeps it in step while one does", async () => {
  const kept = await team.checkout();
  const { child } = team.start(kept);
  await vi.waitFor(async () => {
    const { items } = await doctor(kept, { WARDROOM_DATA: team.command.data });
    expect(items).toContainEqual(
      expect.objectContaining({
        subject: "Checkout",
        state: "ok",
        detail: expect.stringContaining(`kept in step by process ${String(child.pid)}.`) as string,
      }),
    );
  });
  team.stop();
});

it("names a server that does not answer, or is none, and the command for another address", async () => {
  const http = createServer((_, response) => response.end("{}"));
  await new Promise<void>((ready) => http.listen(0, "127.0.0.1", ready));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const cut = await team.checkout("cut-off");
  await rememberReplica(laptop, { folder: cut, id: "1", origin, workspace: "team", history: "h" });
  const fault = {
    state: "fault",
    detail: `No Wardroom answers at ${origin}.`,
    remedy: expect.stringContaining("wardroom replica --url") as string,
  };
  expect((await doctor(cut)).of("Server")).toMatchObject(fault);
  http.closeAllConnections();
  await new Promise((closed) => http.close(closed));
  const gone = await doctor(cut);
  expect(gone.of("Server")).toMatchObject(fault);
  expect(gone.subjects).not.toContain("Credential");
});

it("of a checkout that this machine does not know says to name its server once more", async () => {
  const cloned = await team.checkout("cloned");
  await put(cloned, '["",1]\n', ".wardroom/replica/synced");
  const found = await doctor(cloned);
  expect(found.of("Checkout")).toMatchObject({
    state: "fault",
    remedy: expect.stringContaining("wardroom replica --url") as string,
  });
  expect(await readdir(laptop)).toEqual(["replicas"]);
});
