import { chmod, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { SetUpProject } from "@/lib/contracts/setup";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { serve } from "@/lib/api/testing/api.fixture";
import { CLIENT_NAMES } from "@/lib/core/plugin-setup/client-names";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const DEMO = { workspace: "demo" };

let wardroom: TestWardroom;
beforeEach(async () => {
  wardroom = await TestWardroom.open();
});

const ask = (given: Partial<SetUpProject>, etag?: string) =>
  wardroom.services.setup.apply(
    OWNER,
    DEMO,
    { clients: [], protocol: true, dryRun: etag === undefined, ...given },
    { ...PLAIN_REQUEST, ifMatch: etag?.slice(1, -1) ?? null },
  );
const apply = async (given: Partial<SetUpProject>) => ask(given, (await ask(given)).etag);
const undo = () => wardroom.services.setup.undo(OWNER, DEMO);
const put = async (path: string, text: string) => {
  await mkdir(join(wardroom.files, path, ".."), { recursive: true });
  await writeFile(join(wardroom.files, path), text);
};
/** Every file and folder of the project, with the files' bytes. */
const everything = async () => {
  const found: Record<string, string | null> = {};
  for (const entry of await readdir(wardroom.files, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    found[path.slice(wardroom.files.length + 1)] = entry.isFile() ? await readFile(path, "latin1") : null;
  }
  return found;
};

describe("setting up a project", () => {
  it("previews without writing, applies what was previewed, and is undone byte for byte", async () => {
    await put("AGENTS.md", "# Ours");
    await put(".gemini/settings.json", '{ "ui": 1, // ours\r\n}');
    const before = await everything();
    const preview = await ask({ clients: [...CLIENT_NAMES] });
    expect(await everything()).toEqual(before);
    const kinds = new Map(preview.changes.map(({ path, kind }) => [path, kind]));
    expect(kinds.get("AGENTS.md")).toBe("changed");
    expect(kinds.get(".codex/hooks.json")).toBe("created");

    const applied = await ask({ clients: [...CLIENT_NAMES] }, preview.etag);
    expect(applied).toEqual(preview);
    const after = await everything();
    expect(Object.keys(after)).toEqual(expect.arrayContaining([...kinds.keys()]));

    expect(await undo()).toEqual({ files: [...kinds.keys()], kept: [] });
    expect(await everything()).toEqual(before);
    await expect(undo()).rejects.toMatchObject({ code: "not_found" });
  });

  it.each(CLIENT_NAMES)("writes for %s what the command writes", async (client) => {
    serve(wardroom);
    await apply({ clients: [client], protocol: false });
    const ours = await everything();
    await undo();
    await wardroomCli(wardroom, ["up", "--only", "clients", "--client", client, "--yes"]);
    const version = /"version": "\d+\.\d+\.\d+"/;
    const plain = (files: Record<string, string | null>) =>
      Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text?.replace(version, "") ?? null]));
    expect(plain(await everything())).toEqual(plain(ours));
  });

  it("names the server that runs, wherever it listens, and the types of the roles that take part", async () => {
    const file = { url: "http://127.0.0.1:43210", pid: process.pid, workspaces: [] };
    await writeFile(join(wardroom.data, "server.json"), JSON.stringify(file));
    await apply({ clients: ["claude"], roles: ["tester-1", "tester-2", "implementer-1", "somebody"] });
    expect(await readFile(join(wardroom.files, ".mcp.json"), "utf8")).toContain(
      "WARDROOM_URL:-http://127.0.0.1:43210}/api/mcp",
    );
    const agents = await readdir(join(wardroom.files, ".claude/agents"));
    expect(agents.sort()).toEqual(["agent-coach.md", "implementer.md", "lead.md", "tester.md"]);
    expect(await readFile(join(wardroom.files, ".claude/agents/lead.md"), "utf8")).not.toMatch(/[a-z]-\d/);
    await undo();
  });

  it("changes nothing a second time, and undoes acts one after the other", async () => {
    await apply({ clients: ["codex"] });
    const first = await everything();
    expect((await apply({ clients: ["codex"] })).changes).toEqual([]);
    await apply({ clients: ["gemini"] });
    await undo();
    expect(await everything()).toEqual(first);
    await undo();
    expect(await everything()).toEqual({});
  });

  it("keeps what was changed since when it is undone, and says so", async () => {
    await apply({ clients: ["gemini"] });
    await put(".gemini/settings.json", "{}");
    expect((await undo()).kept).toEqual([".gemini/settings.json"]);
    expect(await everything()).toEqual({ ".gemini": null, ".gemini/settings.json": "{}" });
  });

  it("carries out no other plan than the one that was shown", async () => {
    const { etag } = await ask({ clients: ["claude"] });
    await put(".mcp.json", '{"mcpServers":{"own":{"command":"own"}}}');
    const before = await everything();
    await expect(ask({ clients: ["claude"] }, etag)).rejects.toMatchObject({ code: "stale" });
    await expect(ask({ clients: ["claude"], dryRun: false })).rejects.toMatchObject({ code: "invalid_input" });
    expect(await everything()).toEqual(before);
  });

  it("follows no link out of the workspace", async () => {
    await mkdir(join(wardroom.folder, "elsewhere"));
    await symlink(join(wardroom.folder, "elsewhere"), join(wardroom.files, ".gemini"));
    await expect(ask({ clients: ["gemini"] })).rejects.toMatchObject({ code: "forbidden" });
    const { clients } = await wardroom.services.setup.read(OWNER, DEMO);
    expect(clients.find(({ client }) => client === "gemini")?.problem).toContain("leads out of the workspace");
    expect(clients.find(({ client }) => client === "codex")?.problem).toBeNull();
    expect(await readdir(join(wardroom.folder, "elsewhere"))).toEqual([]);
  });

  it("writes nothing where one of the folders may not be written to", async () => {
    await put(".codex/own.txt", "own");
    await chmod(join(wardroom.files, ".codex"), 0o555);
    const before = await everything();
    await expect(apply({ clients: ["gemini", "codex"] })).rejects.toMatchObject({ code: "unparseable" });
    expect(await everything()).toEqual(before);
    await expect(undo()).rejects.toMatchObject({ code: "not_found" });
    await chmod(join(wardroom.files, ".codex"), 0o755);
  });

  it("says what is installed, and what of it can be undone", async () => {
    const stateOf = async () => {
      const { clients, undoable } = await wardroom.services.setup.read(OWNER, DEMO);
      return { codex: clients.find(({ client }) => client === "codex"), undoable };
    };
    expect(await stateOf()).toMatchObject({ codex: { installed: null, isCurrent: false }, undoable: null });
    await apply({ clients: ["codex"], protocol: false });
    const { codex, undoable } = await stateOf();
    expect(codex).toMatchObject({ installed: expect.any(String) as string, isCurrent: true });
    expect(undoable?.files).toContain(".codex/config.toml");
  });
});
