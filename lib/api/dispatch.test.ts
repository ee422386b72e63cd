import { beforeAll, describe, expect, it } from "vitest";
import { answer } from "@/app/api/answer";
import { NO_ADDRESS, defineRoute } from "@/lib/api/define-route";
import { dispatch } from "@/lib/api/dispatch";
import { SECURITY_HEADERS } from "@/lib/api/security-headers";
import { HOST, serve } from "@/lib/api/testing/api.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

beforeAll(async () => serve(await TestWardroom.open()));

const request = (path: string, method = "GET") =>
  new Request(`http://${HOST}${path}`, { method, headers: { host: HOST } });

/** A route that says which one it is and what it was given. */
function saying(name: string) {
  const route = defineRoute({
    http: NO_ADDRESS,
    summary: name,
    tag: "none",
    access: "public",
    response: null,
    handle: () => Promise.resolve(null),
  });
  const told = async (_: Request, context: { params: Promise<unknown> }) =>
    Response.json({ name, params: await context.params });
  return Object.assign(told, { spec: route.spec });
}

describe("an address", () => {
  const table = {
    "/api/agents/brief": { GET: saying("all") },
    "/api/agents/{agent}": { GET: saying("one") },
    "/api/agents/{agent}/memory": { GET: saying("memory") },
  };
  const lead = dispatch(table, { GET: saying("nowhere"), OPTIONS: saying("nowhere") });
  const answered = async (path: string, method = "GET"): Promise<unknown> => (await lead(request(path, method))).json();

  it("leads to the route of its fixed words before that of its named ones", async () => {
    expect(await answered("/api/agents/brief")).toEqual({ name: "all", params: {} });
    expect(await answered("/api/agents/tester")).toEqual({ name: "one", params: { agent: "tester" } });
    expect(await answered("/api/agents/brief/memory")).toEqual({ name: "memory", params: { agent: "brief" } });
  });

  it("hands over what was sent, still encoded", async () => {
    expect(await answered("/api/agents/a%2Fb%20c")).toEqual({ name: "one", params: { agent: "a%2Fb%20c" } });
  });

  it("that is nobody's is answered as such, and a method nobody has too", async () => {
    expect(await answered("/api/other")).toEqual({ name: "nowhere", params: {} });
    expect(await answered("/api/agents/a/memory/x")).toEqual({ name: "nowhere", params: {} });
    expect((await lead(request("/api/agents/brief", "DELETE"))).status).toBe(405);
  });
});

it("tells browsers the same as every page does", async () => {
  const { headers } = await answer(request("/api/health"));
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(headers.get(name)).toBe(value);
});
