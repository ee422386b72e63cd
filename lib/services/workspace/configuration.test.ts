import { describe, expect, it } from "vitest";
import { assertOwnersToken, readConfiguration } from "@/lib/services/workspace/configuration";

const PROJECT = "/opt/wardroom";
const read = (env: Record<string, string>) => readConfiguration({ HOME: "/home/mina", ...env }, PROJECT);
const folders = (value: string) => read({ WARDROOM_WORKSPACES: value }).workspaces.map(({ folder }) => folder);

describe("workspaces", () => {
  it("lie where their paths say, in the home folder or below the project's", () => {
    expect(folders("a=/srv/a, b=~/b,c=c,d=/srv/x=y,e=~e")).toEqual([
      "/srv/a",
      "/home/mina/b",
      `${PROJECT}/c`,
      "/srv/x=y",
      `${PROJECT}/~e`,
    ]);
  });

  it("have each a name and a folder that no other has", () => {
    for (const same of [
      "a=/srv/a,b=/srv/a",
      "a=/srv/a/,b=/srv/a",
      "a=/srv/a,b=/srv/a/",
      "a=/srv/a,c=/srv/c,b=/srv/x/../a",
      "a=a,b=./a",
    ])
      expect(() => folders(same)).toThrow("a and b are the same folder");
    expect(() => folders("a=/srv/a,a=/srv/b")).toThrow("given twice");
    expect(folders("a=/srv/a,b=/srv/a/b")).toHaveLength(2);
  });

  it("are refused in any other form", () => {
    for (const wrong of ["/srv/shop", "Shop=/srv/shop", "shop="])
      expect(() => folders(wrong)).toThrow("is not of the form name=/path");
  });
});

describe("the public origin", () => {
  const origin = (value: string) => read({ WARDROOM_ORIGIN: value }).publicOrigin;

  it("is written as browsers write it, and none when left out", () => {
    expect(read({}).publicOrigin).toBeNull();
    expect(origin("")).toBeNull();
    expect(origin("https://wardroom.example.org")).toBe("https://wardroom.example.org");
    expect(origin("HTTPS://Wardroom.Example.org:443/")).toBe("https://wardroom.example.org");
    expect(origin("http://127.0.0.1:8443")).toBe("http://127.0.0.1:8443");
  });

  it("is refused with a path, a name or anything else", () => {
    for (const wrong of [
      "wardroom.example.org",
      "ftp://wardroom.example.org",
      "https://wardroom.example.org/team",
      "https://wardroom.example.org?x",
      "https://wardroom.example.org#x",
      "https://dana@wardroom.example.org",
      "https://*.example.org",
      "https://",
      "null",
    ])
      expect(() => origin(wrong), wrong).toThrow("WARDROOM_ORIGIN");
  });
});

describe("a provider of sign-ins", () => {
  const ISSUER = "https://id.example.org/realms/team";
  const set = { WARDROOM_OIDC_ISSUER: ISSUER, WARDROOM_OIDC_CLIENT_ID: "wardroom" };

  it("is none until it is set, and needs no secret and no name", () => {
    expect(read({}).provider).toBeNull();
    expect(read(set).provider).toEqual({
      issuer: ISSUER,
      clientId: "wardroom",
      clientSecret: null,
      name: "id.example.org",
    });
    const more = { WARDROOM_OIDC_CLIENT_SECRET: "s", WARDROOM_OIDC_NAME: " Example ID " };
    expect(read({ ...set, ...more }).provider).toMatchObject({ clientSecret: "s", name: "Example ID" });
  });

  it("is refused with a part missing, an address that is none, or where others could listen in", () => {
    for (const [wrong, said] of [
      [{ WARDROOM_OIDC_ISSUER: "" }, "WARDROOM_OIDC_ISSUER: It is not set"],
      [{ WARDROOM_OIDC_CLIENT_ID: "" }, "WARDROOM_OIDC_CLIENT_ID: It is not set"],
      [{ WARDROOM_OIDC_ISSUER: "id.example.org" }, "is not the address of a provider"],
      [{ WARDROOM_OIDC_ISSUER: "http://id.example.org" }, "is not the address of a provider"],
      [{ WARDROOM_OIDC_ISSUER: `${ISSUER}?x=1` }, "is not the address of a provider"],
      [{ WARDROOM_OIDC_NAME: "x".repeat(41) }, "WARDROOM_OIDC_NAME"],
      [{ HOST: "0.0.0.0" }, "an address that is not encrypted"],
      [{ WARDROOM_ORIGIN: "http://wardroom.example.org" }, "an address that is not encrypted"],
    ] as const)
      expect(() => read({ ...set, ...wrong }), said).toThrow(said);
    for (const right of [
      { HOST: "0.0.0.0", WARDROOM_ORIGIN: "https://wardroom.example.org" },
      { HOST: "::1" },
      { WARDROOM_OIDC_ISSUER: "http://127.0.0.1:9000", WARDROOM_ORIGIN: "http://localhost:4100" },
    ])
      expect(read({ ...set, ...right }).provider).not.toBeNull();
  });
});

describe("workspaces without a folder", () => {
  const shared = {
    WARDROOM_WORKSPACES: "shop, portal=/srv/portal",
    DATABASE_URL: "postgresql://db/wardroom",
    WARDROOM_SECRET: "a secret of thirty-two characters",
    WARDROOM_TOKEN: "the owner's",
  };

  it("have their content in the history", () => {
    expect(read(shared)).toMatchObject({
      recorded: ["shop"],
      workspaces: [{ name: "portal", folder: "/srv/portal" }],
    });
  });

  it("need what all of their servers share: a database, a secret and the owner's token", () => {
    expect(() => read({ ...shared, DATABASE_URL: "" })).toThrow("only PostgreSQL can be shared");
    expect(() => read({ ...shared, WARDROOM_SECRET: "" })).toThrow("valid at one server alone");
    expect(() => read({ ...shared, WARDROOM_SECRET: "short" })).toThrow("too short");
    expect(() => read({ ...shared, WARDROOM_TOKEN: "" })).toThrow("known at one server alone");
    expect(() => read({ ...shared, WARDROOM_WORKSPACES: "shop,shop=/srv/shop" })).toThrow("given twice");
  });
});

it("is never the owner's token what was given out to somebody", () => {
  const assert = (token: string) => assertOwnersToken(read({ WARDROOM_TOKEN: token }));
  expect(() => assert("wr_5d7e0c1b2a394f68_Q2Fubm90")).toThrow("WARDROOM_TOKEN");
  for (const chosen of ["", "a secret of mine", "my-wr_"]) expect(() => assert(chosen)).not.toThrow();
});

it("keeps an installed package's data, and relative paths, in the user's home folder", () => {
  const installed = readConfiguration(
    { HOME: "/home/mina", WARDROOM_WORKSPACES: "shop=shop", WARDROOM_DATA: "" },
    "/usr/lib/node_modules/wardroom",
  );
  expect(installed).toMatchObject({
    dataFolder: "/home/mina/.wardroom",
    databasePath: "/home/mina/.wardroom/wardroom.db",
    workspaces: [{ name: "shop", folder: "/home/mina/shop" }],
  });
  expect(read({}).dataFolder).toBe(`${PROJECT}/.wardroom`);
});
