import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { Command, listen } from "@/lib/cli/testing/command.fixture";
let server: Awaited<ReturnType<typeof listen>> | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});
afterAll(() => command.dispose());

const say = (text: string) => command.run(["say", "implementer-1", "finding", text, "-s", "checkout"]);
const memory = () => readFile(join(command.shop, ".agent/teams/checkout/TEAM-MEMORY.md"), "utf8");
const restore = (folder: string) => command.run(["restore", join(command.folder, folder), "--yes"]);
const events = async () => {
  const { out } = await command.run(["events", "--json", "-n", "50"]);
  return (JSON.parse(out) as { items: { action: string; actor: string; source: string }[] }).items;
};

const command = await Command.build();
await command.run(["session", "create", "checkout", "-r", "implementer-1"]);
await say("before the backup");
expect(await command.run(["backup", join(command.folder, "monday")])).toMatchObject({ code: 0, err: "" });

describe("wardroom restore", () => {
  it("goes back to the backup under a running server, which serves on and keeps every file", async () => {
    await say("after the backup");
    server = await listen(command.data, { name: "shop", folder: command.shop });
    const stream = await fetch(`${server.url}/api/v1/workspaces/shop/events/stream`, {
      headers: { authorization: `Bearer ${(await readFile(join(command.data, "token"), "utf8")).trim()}` },
    });
    const before = await memory();
    expect(await restore("monday")).toMatchObject({ code: 0, err: "" });

    // The stream has ended, so its reader comes back and reads everything anew.
    await stream.text();
    expect(await memory()).toBe(before);
    const actions = (await events()).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(["history.restored", "session.created"]));
    // What was said after the backup is known from the file alone now.
    expect(actions.filter((action) => action === "item.added")).toHaveLength(1);
    expect((await say("after the restore")).code).toBe(0);
    expect((await events()).map(({ action }) => action)).toContain("document.edited_outside");
    expect(await memory()).toContain("after the restore");
    expect(await command.run(["verify"])).toMatchObject({ code: 0 });
  });

  it("replaces a damaged database, which no Wardroom opens, and keeps it", async () => {
    for (const end of ["-wal", "-shm", ""]) await rm(join(command.data, `wardroom.db${end}`), { force: true });
    await writeFile(join(command.data, "wardroom.db"), "not a database any more");
    expect((await command.run(["session", "list"])).code).not.toBe(0);
    expect(await restore("monday")).toMatchObject({ code: 0, err: "" });
    expect((await command.run(["verify"])).code).toBe(0);
    expect((await events()).map(({ action }) => action)).toContain("history.restored");
    const former = (await readdir(command.data)).filter((name) => name.startsWith("wardroom.db.replaced-"));
    const texts = await Promise.all(former.map((name) => readFile(join(command.data, name), "latin1")));
    expect(texts).toContain("not a database any more");
  });

  it("refuses a backup that is not what its manifest says, and changes nothing", async () => {
    await command.run(["backup", join(command.folder, "tuesday")]);
    const listed = await events();
    await writeFile(join(command.folder, "tuesday/wardroom.db"), "x", { flag: "a" });
    const refused = await restore("tuesday");
    expect(refused).toMatchObject({ code: 6, err: expect.stringContaining("wardroom.db was changed") as string });
    expect(await events()).toEqual(listed);

    server = await listen(command.data, { name: "shop", folder: command.shop });
    expect(await restore("tuesday")).toMatchObject({ code: 6 });
    expect(await restore("nowhere")).toMatchObject({ code: 4 });
    expect((await say("served on")).code).toBe(0);
  });

  it("asks first it replaces anything", async () => {
    const refused = await command.run(["restore", join(command.folder, "monday")]);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("will be replaced") as string });
  });

  it("needs no project where a server runs, as doctor does not; what is about one of several workspaces says which there are", async () => {
    const shop = { name: "shop", folder: command.shop };
    const WARDROOM_WORKSPACES = `shop=${command.shop},portal=${join(command.folder, "bin")}`;
    server = await listen(command.data, shop, { WARDROOM_WORKSPACES });
    const away = { cwd: command.folder };
    const monday = ["restore", join(command.folder, "monday"), "--yes"];
    expect(await command.run(monday, away)).toMatchObject({ code: 0, err: "" });
    expect(await command.run(["doctor"], away)).toMatchObject({ code: 0 });
    expect(await command.run(["verify"], away)).toMatchObject({
      code: 2,
      err: expect.stringContaining("add --workspace with one of: shop, portal") as string,
    });
    expect(await command.run(["verify", "--workspace", "shop"], away)).toMatchObject({ code: 0 });
  });
});
