import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { entranceOf, WAYS, waysOf, type Joining } from "@/lib/client/joining-ways";
import { ALL_CLIENTS } from "@/lib/core/plugin-setup/client-names";

const JOINING: Joining = {
  scope: { workspace: "shop", session: "it's a $session" },
  role: "역할-1",
  token: "wr_0123_abc",
  client: "claude",
  origin: "http://127.0.0.1:4100",
  folder: "/srv/my 'shop'",
  wardroom: "/opt/war room",
};

describe.each(ALL_CLIENTS)("an agent in %s", (client) => {
  it.each(waysOf(client))("has its token by %s, and names no other server", (way) => {
    const { about, text } = entranceOf(way, { ...JOINING, client });
    expect(text).toContain(JOINING.token);
    if (way === "start" || way === "plugin") expect(text).toContain("WARDROOM_URL='http://127.0.0.1:4100'");
    if (way === "config") expect(text).toContain("http://127.0.0.1:4100/api/mcp");
    expect(about).toMatch(/\.$/);
  });
});

it("offers every way in the same order, curl last", () => {
  expect(waysOf("claude")).toEqual(["start", "config", "plugin", "curl"]);
  expect(waysOf("cursor")).toEqual(["config", "curl"]);
  expect(WAYS.at(-1)).toBe("curl");
});

it("quotes whatever a shell would take for more than a word", () => {
  const { text } = entranceOf("start", JOINING);
  const show = `cd() { printf '%s\\n' "$1"; }; claude() { printf '%s\\n' "$WARDROOM_SESSION" "$WARDROOM_ROLE"; }; ${text}`;
  const said = execFileSync("bash", ["-c", show], { encoding: "utf8" });
  expect(said).toBe("/srv/my 'shop'\nit's a $session\n역할-1\n");
});
