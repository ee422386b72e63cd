import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { cp, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { KeptFiles } from "@/lib/cli/replica/kept-files";
import { put, read, ReplicaCommand } from "@/lib/cli/testing/replica-command.fixture";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { rememberReplica } from "@/lib/store/known-replicas";

const team = await ReplicaCommand.open();
/** Of a machine on which no server runs. */
const laptop = join(team.command.folder, "laptop");
afterAll(() => team.close());

const SAY = ["say", "implementer-1", "finding"];
const token = () => ({ WARDROOM_DATA: laptop, WARDROOM_TOKEN: team.server.runtime.ownerToken });
const run = (words: string[], cwd: string, env: Record<string, string> = token()) =>
  team.command.run(words, { cwd, env });
const keep = (cwd: string, url = team.server.url) => run([...team.words(url), "--once"], cwd);
const there = async () => {
  const file = { path: ".agent/teams/checkout/TEAM-MEMORY.md" };
  return (await team.server.runtime.services.files.read(OWNER, { workspace: "team" }, file)).text;
};

const MCP_SAYS = { tag: "Finding", text: "said over MCP", session: "checkout" };

/** A server that counts what it is asked, and answers nothing of sense. */
async function listening() {
  let requests = 0;
  const http = createServer((_, response) => {
    requests++;
    response.end("{}");
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    requests: () => requests,
    close: () => {
      http.closeAllConnections();
      http.close();
    },
  };
}

it("a command in a checkout goes to the checkout's server with the caller's own token, and opens no history here", async () => {
  const folder = await team.checkout("laptop-shop");
  await mkdir(join(folder, "src"));
  expect(await keep(folder)).toMatchObject({ code: 0 });
  expect(await run([...SAY, "said in the checkout"], join(folder, "src"))).toMatchObject({ code: 0 });
  expect(await there()).toContain("said in the checkout");
  const nobody = await run([...SAY, "said by nobody"], folder, { WARDROOM_DATA: laptop });
  expect(nobody).toMatchObject({ code: 3 });
  expect(await there()).not.toContain("said by nobody");
  const client = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const lines = [
    { jsonrpc: "2.0", id: 1, method: "initialize", params: client },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "say", arguments: MCP_SAYS } },
  ];
  const stdin = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const spoken = await team.command.run(["mcp", "--as", "implementer-1"], { cwd: folder, env: token(), stdin });
  expect(spoken).toMatchObject({ code: 0, err: "" });
  expect(await there()).toContain(MCP_SAYS.text);
  expect(await readdir(laptop)).toEqual(["replicas"]);
});

it("no file of a checkout says where anything is sent, and the machine that does not know asks to be told", async () => {
  const other = await listening();
  try {
    const folder = await team.checkout("cloned");
    const history = '"history":"of-somebody"';
    const place = `{"id":"1","origin":"${other.url}","workspace":"team",${history}}`;
    await put(folder, place, ".wardroom/replica/place.json");
    await put(folder, '["",1]\n', ".wardroom/replica/synced");
    const told = { code: 2, err: expect.stringContaining("wardroom replica --url") as string };
    for (const words of [
      ["replica", "--once"],
      ["replica", "status"],
      [...SAY, "to whom?"],
      ["session", "list"],
    ])
      expect(await run(words, folder)).toMatchObject(told);
    expect(other.requests()).toBe(0);
    // What its files say counts for nothing.
    expect(await keep(folder)).toMatchObject({ code: 0 });
  } finally {
    other.close();
  }
});

it("a server of a checkout that does not answer is named, and nothing is begun here in its place", async () => {
  const folder = await team.checkout("cut-off");
  const gone = await listening();
  gone.close();
  await rememberReplica(laptop, { folder, id: "1", origin: gone.url, workspace: "team", history: "h" });
  const said = await run([...SAY, "to nobody"], folder);
  expect(said).toMatchObject({
    code: 7,
    err: expect.stringContaining(`No Wardroom answers at ${gone.url}.`) as string,
  });
  expect(await readdir(laptop)).toEqual(["replicas"]);
});

it("a checkout that was moved or copied goes on with what it held once it is told its server again", async () => {
  const folder = await team.checkout("before-move");
  expect(await keep(folder)).toMatchObject({ code: 0 });
  const copy = join(team.command.folder, "after-move");
  await cp(folder, copy, { recursive: true });
  const file = ".microai/knowledge/shared/moved.md";
  await put(copy, "# Moved\n", file);
  expect(await run(["replica", "--once"], copy)).toMatchObject({ code: 2 });
  expect(await keep(copy)).toMatchObject({ code: 0 });
  expect(await read(team.here, file)).toBe("# Moved\n");
  // Its base is remembered: the edit needs no decision.
  await rm(join(copy, file));
  expect(await run(["replica", "--once"], copy)).toMatchObject({ code: 0 });
  expect(await read(team.here, file)).toBe("");
});

it.each(["moved", "copied before it was removed"])(
  "a checkout that was %s says which edits wait where it was, and takes them over by one command alone",
  async (how) => {
    const folder = await team.checkout();
    expect(await keep(folder)).toMatchObject({ code: 0 });
    const path = ".agent/teams/checkout/TEAM-MEMORY.md";
    const edit = { key: "k", path, base: null, text: "edited where it was\n", hash: "1" };
    await put(new KeptFiles(folder, laptop).folder, JSON.stringify(edit), "outgoing/1.json");
    const next = `${folder}-next`;
    if (how === "moved") await rename(folder, next);
    else {
      await cp(folder, next, { recursive: true });
      // As long as it is there, what waits in it is its own.
      expect((await keep(next)).err).not.toContain("from elsewhere");
      await rm(folder, { recursive: true });
    }
    expect(await keep(next)).toMatchObject({
      code: 0,
      err: expect.stringContaining("1 change from elsewhere waits and is not sent") as string,
    });
    const status = (await run(["replica", "status"], next)).out;
    for (const part of ["edited where it was", `left by the checkout ${folder}`]) expect(status).toContain(part);
    expect((await run(["doctor"], next)).out).toContain("1 change waits");
    const before = await there();
    const { out } = await run(["replica", "adopt", "--yes"], next);
    const kept = /What waited is in (?<place>.+)\./.exec(out)?.groups?.["place"] ?? "";
    expect(await readFile(kept, "utf8")).toBe("edited where it was\n");
    expect(await there()).toBe(before);
    expect((await keep(next)).err).not.toContain("from elsewhere");
  },
);

it("a checkout follows its workspace to another address, and to no other workspace", async () => {
  const folder = await team.checkout("follows");
  expect(await keep(folder)).toMatchObject({ code: 0 });
  const next = team.server.url.replace("127.0.0.1", "localhost");
  expect(await run(["replica", "--url", next, "--once"], folder)).toMatchObject({ code: 0 });
  expect((await run(["replica", "status"], folder)).out).toContain(`team at ${next}`);
  expect(await run([...SAY, "at the new address"], folder)).toMatchObject({ code: 0 });
  expect(await there()).toContain("at the new address");
  const renamed = await run([...team.words(), "--workspace", "renamed", "--once"], folder);
  expect(renamed).toMatchObject({ code: 5, err: expect.stringContaining("is kept in step with team") as string });
  const other = await listening();
  try {
    expect((await keep(folder, other.url)).code).not.toBe(0);
  } finally {
    other.close();
  }
  expect((await run(["replica", "status"], folder)).out).toContain(`team at ${next}`);
});
