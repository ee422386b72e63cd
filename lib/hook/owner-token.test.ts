import { readFile, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ServerFile } from "@/lib/contracts/server-file";
import { HookedTeam } from "@/lib/hook/hooked-team.fixture";
import { mcpHeaders } from "@/lib/hook/server";
import { CONTEXT } from "@/lib/services/testing/context-session.fixture";
import { OWNER_TOKEN } from "@/lib/services/testing/test-wardroom.fixture";

let team: HookedTeam;
let own: string;
/** A server that is not the data folder's, and what it was given. */
let other: { url: string; given: (string | undefined)[]; http: Server };

beforeEach(async () => {
  team = await HookedTeam.open();
  own = (await serverFile()).url;
  const given: (string | undefined)[] = [];
  const http = createServer((request, response) => {
    given.push(request.headers.authorization);
    response.end("{}");
  });
  await new Promise<void>((ready) => http.listen(0, "127.0.0.1", ready));
  other = { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, given, http };
});
afterEach(async () => {
  other.http.closeAllConnections();
  await new Promise((closed) => other.http.close(closed));
  await team.close();
});

const place = () => join(team.wardroom.data, "server.json");
const serverFile = async () => JSON.parse(await readFile(place(), "utf8")) as ServerFile;
const headers = (env: Record<string, string>) =>
  mcpHeaders(team.wardroom.files, { WARDROOM_DATA: team.wardroom.data, ...env }, "/nowhere")["Authorization"];

test("the owner's token goes to the server of its own data folder, however that is named", async () => {
  await team.session.publish(CONTEXT);
  const run = await team.hook("post-tool-batch", {}, { WARDROOM_URL: `${own}/` });
  expect(run.said.additionalContext).toContain("[CONTEXT-UPDATE] GC-v1");
  for (const env of [{}, { WARDROOM_URL: own }, { CLAUDE_CODE_MCP_SERVER_URL: `${own}/api/mcp` }]) {
    expect(headers(env)).toBe(`Bearer ${OWNER_TOKEN}`);
  }
});

test("a server elsewhere is asked with the token that was given, and without one not at all", async () => {
  await team.session.publish(CONTEXT);
  for (const event of ["session-start", "subagent-start", "post-tool-batch", "subagent-stop"]) {
    await team.hook(event, {}, { WARDROOM_URL: other.url });
  }
  expect(other.given).toEqual([]);
  await team.hook("post-tool-batch", {}, { WARDROOM_URL: other.url, WARDROOM_TOKEN: "wr_mine" });
  expect(new Set(other.given)).toEqual(new Set(["Bearer wr_mine"]));

  const elsewhere = { WARDROOM_URL: other.url };
  expect(headers(elsewhere)).toBeUndefined();
  expect(headers({ CLAUDE_CODE_MCP_SERVER_URL: `${other.url}/api/mcp` })).toBeUndefined();
  expect(headers({ ...elsewhere, WARDROOM_TOKEN: "wr_mine" })).toBe("Bearer wr_mine");
});

test("whoever has the address of a server that is gone does not get the owner's token", async () => {
  // No process has so high a number.
  await writeFile(place(), JSON.stringify({ ...(await serverFile()), url: other.url, pid: 2 ** 30 }));
  await team.hook("post-tool-batch", {}, { WARDROOM_URL: other.url });
  expect(other.given).toEqual([]);
  expect(headers({})).toBeUndefined();
});
