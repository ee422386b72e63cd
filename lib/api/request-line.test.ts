import { describe, expect, it } from "vitest";
import { refuseConnection, readRequestLine } from "@/lib/api/request-line";
import { Problem } from "@/lib/contracts/primitives";

const HOST = "127.0.0.1:4100";

function read(target: string, method = "GET"): string | Response {
  return readRequestLine({ method, target, host: HOST });
}

async function refused(code: "invalid_input" | "method_not_allowed", answer: string | Response): Promise<Response> {
  if (typeof answer === "string") throw new Error(`asked for ${answer}`);
  const said = Problem.strict().parse(await answer.json());
  expect(said).toMatchObject({ code, status: answer.status, hint: expect.stringMatching(/\S.{10,}/) as string });
  return answer;
}

describe("the first line of a request", () => {
  it.each(["/", "//", "/api/health", "/demo?q=%", "/demo?q=\\", "/a%20b", "/api/v1/workspaces/%ff"])(
    "asks for what it says: %s",
    (target) => {
      expect(read(target)).toBe(target);
    },
  );

  it.each([
    [`http://${HOST}/api/health?x=1`, "/api/health?x=1"],
    [`HTTP://${HOST}`, "/"],
    [`http://${HOST}?x`, "/?x"],
  ])("may name the server: %s", (target, path) => {
    expect(read(target)).toBe(path);
  });

  it.each([
    ["/shop/../portal/needs?a=..", "/portal/needs?a=.."],
    ["/shop/%2e%2E//evil.example/x", "//evil.example/x"],
    ["/api/v1/./workspaces/shop/..", "/api/v1/workspaces/"],
  ])("is resolved to the same path by the forwarder and the router: %s", (target, path) => {
    expect(read(target)).toBe(path);
  });

  it.each(["/%", "/%ff", "/%E0%A4%A", "/a/%c0%af"])("asks for a page that can be looked for: %s", (target) => {
    const asked = read(target);
    expect(typeof asked === "string" && decodeURIComponent(asked)).toBe(target);
  });

  it.each([
    "*",
    "x",
    "\\",
    "/\\",
    "/api/v1/\\/x",
    "/#",
    "http://",
    "http:///",
    "http://[",
    "http://evil.example/",
    "https://127.0.0.1:4100/",
    "evil.example:443",
  ])("is refused where it is no address: %s", async (target) => {
    await refused("invalid_input", read(target));
  });

  it.each([undefined, "", "[", "a b", "a@b", "a/b", "a\\b", "%", "a:99999", "é"])(
    "is refused where the Host names nothing: %s",
    async (host) => {
      await refused("invalid_input", readRequestLine({ method: "GET", target: "/", host }));
    },
  );

  it.each(["TRACE", "TRACK", "CONNECT", "PROPFIND", "get", ""])("has a method that is answered: %s", async (method) => {
    const { headers } = await refused("method_not_allowed", read("/", method));
    expect(headers.get("allow")).toContain("GET, ");
  });

  it("asks for no tunnel and no other protocol", async () => {
    await refused("method_not_allowed", refuseConnection("CONNECT"));
    await refused("invalid_input", refuseConnection("GET"));
  });
});
