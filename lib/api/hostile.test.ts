import { cp } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROUTES } from "@/app/api/routes";
import { call, problem, serve } from "@/lib/api/testing/api.fixture";
import { putHostileFiles } from "@/lib/api/testing/hostile-files.fixture";
import { faultOf, hostileRequests, type HostileRequest } from "@/lib/api/testing/hostile-requests.fixture";
import { seededRandom } from "@/lib/api/testing/hostile-values.fixture";
import { PROJECT, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const API = "/api/v1/workspaces/demo";
const SEED = 13;

const HOSTILE = { workspace: "demo", session: "hostile", agent: "hostile", team: "hostile", knowledge: "owasp-top-10" };
const EXAMPLE = { ...HOSTILE, session: "invoice-import", agent: "tester", team: "security-review" };

const wardroom = await TestWardroom.open();
await cp(join(PROJECT, "example/workspace"), wardroom.files, { recursive: true });
await putHostileFiles(wardroom.files);
await wardroom.reopen();
serve(wardroom);

/** What was answered outside the contract, each with the request it was the answer to. */
async function faults(requests: Iterable<HostileRequest>): Promise<string[]> {
  const found: string[] = [];
  for (const request of requests) {
    const { method, path, body } = request;
    const headers: Record<string, string> = method === "GET" ? {} : { "if-match": '"0"' };
    const fault = await faultOf(request, await call(method, path, { body, headers }));
    if (fault !== null) found.push(`${method} ${path.slice(0, 200)} ${JSON.stringify([body]).slice(0, 200)}: ${fault}`);
  }
  return found;
}

describe("files that hold what no request could have written", () => {
  it("are told as they are by every list and every look at one thing", async () => {
    const reads = [HOSTILE, EXAMPLE].flatMap((ordinary) =>
      [...hostileRequests(ROUTES, ordinary)].filter(({ method, path }) => method === "GET" && !path.includes("?")),
    );
    const plain = reads.filter(({ address }, index) => reads[index - 1]?.address !== address);
    expect(plain.length).toBeGreaterThan(90);
    expect(await faults(plain)).toEqual([]);
  });

  it("do not hide the sessions beside them", async () => {
    const sessions = (await (await call("GET", `${API}/sessions`)).json()) as { items: { id: string }[] };
    expect(sessions.items.map(({ id }) => id)).toEqual(expect.arrayContaining(["hostile", "invoice-import"]));
    const memory = (await (await call("GET", `${API}/sessions/hostile/memory`)).json()) as {
      sections: { role: string; kind: string }[];
    };
    // No teammate can be called so: it is a section of text.
    expect(memory.sections.find(({ role }) => role.length === 301)?.kind).toBe("text");
  });

  it("do not have a change answered as not made that was made", async () => {
    const etag = (await call("GET", `${API}/sessions/hostile/context`)).headers.get("etag") ?? "";
    const said = { body: { text: "# Goal\n\nShip it\n" }, headers: { "if-match": etag } };
    const published = await call("PUT", `${API}/sessions/hostile/context`, said);
    expect(published.status).toBe(200);
    const { version } = (await published.json()) as { version: string };
    const read = (await (await call("GET", `${API}/sessions/hostile/context`)).json()) as { version: string };
    expect(read.version).toBe(version);
  });

  it("that name a file longer than a name can be are listed with that problem", async () => {
    const long = { id: "long", path: `${"n".repeat(300)}.md` };
    await problem("invalid_input", call("POST", `${API}/knowledge`, { body: long }));
  });
});

describe("a role that is nothing but a byte order mark", () => {
  it.each(["%EF%BB%BF", "%20", "%E2%80%A8"])("is refused as one that was left out: %s", async (role) => {
    await problem("invalid_input", call("GET", `${API}/sessions/hostile/context/known?role=${role}`));
  });
});

describe("a hostile request", () => {
  it("is answered within the contract, whatever is wrong with it", async () => {
    const random = seededRandom(SEED);
    const all = [...hostileRequests(ROUTES, HOSTILE)].filter(({ address }) => address !== "/api/logout");
    expect(all.length).toBeGreaterThan(20_000);
    const some = all.filter(({ address }, index) => address !== all[index - 1]?.address || random() < 0.03);
    expect(await faults(some)).toEqual([]);
  });
});
