import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPlace, findProjectFolder, type Places } from "@/lib/cli/find-place";
import { refusal } from "@/lib/services/testing/refusal.fixture";

const URL = "http://127.0.0.1:4100";

const root = await realpath(await mkdtemp(join(tmpdir(), "place-")));
for (const folder of [
  "home/shop/.git",
  "home/shop/src/deep",
  "home/plain",
  "home/.claude",
  "wardroom/.git",
  "wardroom/lib",
  "served/sub/.git",
]) {
  await mkdir(join(root, folder), { recursive: true });
}
await symlink(join(root, "home/shop"), join(root, "link"));
afterAll(() => rm(root, { recursive: true, force: true }));

const at = (path: string) => join(root, path);

function places(cwd: string, more: Partial<Places> = {}): Places {
  const none = { chosen: undefined, server: null, configured: [], recorded: [], known: [], replicas: [] };
  return { home: at("home"), project: at("wardroom"), ...none, cwd: at(cwd), ...more };
}

const server = (...workspaces: [name: string, folder: string][]) => ({
  url: URL,
  pid: 1,
  workspaces: workspaces.map(([name, folder]) => ({ name, folder: at(folder) })),
});
const here = (name: string | null, folder: string) => ({ at: "here", wanted: { name, folder: at(folder) } });
const served = (workspace: string) => ({ at: "server", url: URL, workspace });
const ORIGIN = "https://wardroom.example.org";
const replica = (folder: string, workspace = "team") => ({ folder: at(folder), origin: ORIGIN, workspace });
const elsewhere = (workspace = "team", folder = "home/shop") => ({
  at: "elsewhere",
  url: ORIGIN,
  workspace,
  checkout: at(folder),
});

describe("the workspace", () => {
  it("is the project around the current folder", async () => {
    expect(await findPlace(places("home/shop/src/deep"))).toEqual(here(null, "home/shop"));
    expect(await findPlace(places("link/src"))).toEqual(here(null, "home/shop"));
  });

  it("is the project around a package that has settings of a client, which are one where nothing is around them", async () => {
    for (const folder of ["home/shop/packages/api/.claude", "home/alone/.claude", "home/alone/src"])
      await mkdir(at(folder), { recursive: true });
    expect(await findPlace(places("home/shop/packages/api"))).toEqual(here(null, "home/shop"));
    expect(await findPlace(places("home/alone/src"))).toEqual(here(null, "home/alone"));
  });

  it("is reached at the server that serves it", async () => {
    expect(await findPlace(places("home/shop/src", { server: server(["s", "link"]) }))).toEqual(served("s"));
    expect(await findPlace(places("home/shop", { server: server(["other", "served"]) }))).toEqual(
      here(null, "home/shop"),
    );
  });

  it("of a git worktree is that of its main checkout, from any folder in it", async () => {
    for (const folder of ["home/shop/.git/worktrees/fix", "tree/src/deep", "tree/new"]) {
      await mkdir(at(folder), { recursive: true });
    }
    await writeFile(at("tree/.git"), `gitdir: ${at("home/shop/.git/worktrees/fix")}\n`);
    await writeFile(at("home/shop/.git/worktrees/fix/commondir"), "../..\n");
    for (const cwd of ["tree", "tree/src/deep", "tree/new"]) {
      expect(await findPlace(places(cwd))).toEqual(here(null, "home/shop"));
      expect(await findPlace(places(cwd, { server: server(["s", "home/shop"]) }))).toEqual(served("s"));
    }
    expect(await findPlace(places("home", { chosen: at("tree"), server: server(["s", "home/shop"]) }))).toEqual(
      served("s"),
    );
    const both = server(["all", "."], ["s", "home/shop"]);
    expect(await findPlace(places("tree/src", { server: both }))).toEqual(served("s"));
    const itself = server(["fix", "tree"], ["s", "home/shop"]);
    expect(await findPlace(places("tree/src", { server: itself }))).toEqual(served("fix"));
  });

  it("is a served or configured one around the folder before a project inside of it, the innermost of several", async () => {
    expect(await findPlace(places("served/sub", { server: server(["s", "served"]) }))).toEqual(served("s"));
    const configured = [
      { name: "all", folder: root },
      { name: "shop", folder: at("home/shop") },
    ];
    expect(await findPlace(places("home/shop/src", { configured }))).toEqual(here("shop", "home/shop"));
    expect(await findPlace(places("home/plain", { configured }))).toEqual(here("all", "."));
  });

  it("is one that was used before, without any mark", async () => {
    const known = [{ name: "plain", folder: at("home/plain") }];
    expect(await findPlace(places("home/plain", { known }))).toEqual(here(null, "home/plain"));
  });

  it("is the one that was chosen, by name or folder", async () => {
    const known = [{ name: "shop", folder: at("home/shop") }];
    expect(await findPlace(places("home", { chosen: "shop", known }))).toEqual(here("shop", "home/shop"));
    expect(await findPlace(places("home", { chosen: "./shop" }))).toEqual(here(null, "home/shop"));
    expect(await findPlace(places("home/shop", { chosen: "." }))).toEqual(here(null, "home/shop"));
    const both = { chosen: "shop", known, server: server(["shop", "served"]) };
    expect(await findPlace(places("home", both))).toEqual(served("shop"));
  });

  it("is the only one there is, where no project is around", async () => {
    expect(await findPlace(places("home/plain", { server: server(["s", "served"]) }))).toEqual(served("s"));
    expect(await findPlace(places("wardroom", { server: server(["s", "served"]) }))).toEqual(served("s"));
    expect(await findPlace(places("wardroom"))).toEqual({ at: "here", wanted: null });
  });

  it("is yet to be chosen where a server has several and no project is around", async () => {
    const both = { server: server(["s", "served"], ["t", "link"]) };
    expect(await findPlace(places("home/plain", both))).toEqual(served(""));
  });

  it("may be in the history alone: by its name, also where the folder is known that it was imported from, or as the only one", async () => {
    const known = [{ name: "shop", folder: at("home/shop") }];
    const recorded = ["shop"];
    const shop = { at: "here", wanted: { name: "shop", folder: null } };
    expect(await findPlace(places("home", { chosen: "shop", recorded, known }))).toEqual(shop);
    expect(await findPlace(places("home/plain", { recorded }))).toEqual(shop);
    await refusal("not_found", findPlace(places("home/plain", { recorded: ["shop", "portal"] })));
    const both = { recorded, server: server(["shop", "copies/1/shop"]) };
    expect(await findPlace(places("home", { ...both, chosen: "shop" }))).toEqual(served("shop"));
    expect(await findPlace(places("home/plain", both))).toEqual(served("shop"));
  });

  it.each([
    ["no project is around", "home/plain", {}],
    [
      "several could be meant",
      "home/plain",
      {
        configured: [
          { name: "a", folder: "/a" },
          { name: "b", folder: "/b" },
        ],
      },
    ],
    ["the name is nobody's", "home/shop", { chosen: "nobody" }],
    ["the folder is not there", "home/shop", { chosen: "./nowhere" }],
  ])("is not guessed where %s", async (_, cwd, more) => {
    await refusal("not_found", findPlace(places(cwd, more)));
  });
});

describe("a checkout that is kept in step", () => {
  let replicas: Places["replicas"];
  beforeAll(() => (replicas = [replica("home/shop")]));

  it("is reached at its server, from any folder in it, also in a project inside of it", async () => {
    await mkdir(at("home/shop/inner/.git"), { recursive: true });
    for (const cwd of ["home/shop", "home/shop/src/deep", "home/shop/inner", "link/src"])
      expect(await findPlace(places(cwd, { replicas }))).toEqual(elsewhere());
    expect(await findPlace(places("home", { replicas, chosen: "./shop" }))).toEqual(elsewhere());
    expect(await findPlace(places("home/plain/", { replicas, server: server(["s", "served"]) }))).toEqual(served("s"));
  });

  it("of which a git worktree was made is reached from there, and a worktree that is kept in step itself for itself", async () => {
    for (const folder of ["home/shop/.git/worktrees/copy", "copy/src"]) await mkdir(at(folder), { recursive: true });
    await writeFile(at("copy/.git"), `gitdir: ${at("home/shop/.git/worktrees/copy")}\n`);
    await writeFile(at("home/shop/.git/worktrees/copy/commondir"), "../..\n");
    expect(await findPlace(places("copy/src", { replicas }))).toEqual(elsewhere());
    const both = [...replicas, replica("copy", "other")];
    expect(await findPlace(places("copy/src", { replicas: both }))).toEqual(elsewhere("other", "copy"));
  });

  it("wins over this process and over what is served around it, and loses to the server that serves that very folder", async () => {
    const configured = [{ name: "shop", folder: at("home/shop") }];
    expect(await findPlace(places("home/shop", { replicas, configured }))).toEqual(elsewhere());
    expect(await findPlace(places("home/shop", { replicas, known: configured }))).toEqual(elsewhere());
    expect(await findPlace(places("home/shop", { replicas, server: server(["all", "."]) }))).toEqual(elsewhere());
    expect(await findPlace(places("home/shop", { replicas, server: server(["s", "link"]) }))).toEqual(served("s"));
  });

  it("loses to another name that was chosen, and is reached by the name of its own workspace", async () => {
    const known = [
      { name: "shop", folder: at("home/shop") },
      { name: "team", folder: at("home/shop") },
    ];
    expect(await findPlace(places("home/shop/src", { replicas, known, chosen: "shop" }))).toEqual(
      here("shop", "home/shop"),
    );
    expect(await findPlace(places("home/shop/src", { replicas, known, chosen: "team" }))).toEqual(elsewhere());
    expect(await findPlace(places("home", { replicas, known, chosen: "team" }))).toEqual(here("team", "home/shop"));
  });
});

it("finds a folder to set up: the project, else the folder itself", async () => {
  expect(await findProjectFolder(places("home/shop/src"))).toBe(at("home/shop"));
  expect(await findProjectFolder(places("home/plain"))).toBe(at("home/plain"));
  expect(await findProjectFolder(places("home"), "./shop")).toBe(at("home/shop"));
});
