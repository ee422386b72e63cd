import { chmod, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Finding } from "@/lib/contracts/doctor";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { PROTOCOL_SECTION, putMarkedSection } from "@/lib/core/protocol/plan-init";
import { listen } from "@/lib/cli/testing/command.fixture";
import { runSql } from "@/lib/db/testing/run-sql.fixture";
import { serve } from "@/lib/api/testing/api.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

let wardroom: TestWardroom;
beforeEach(async () => {
  wardroom = await TestWardroom.open();
  serve(wardroom);
  await chmod(wardroom.data, 0o700);
});

async function doctor(): Promise<{ code: number; items: Finding[]; wrong: Finding[] }> {
  const { code, out } = await wardroomCli(wardroom, ["doctor", "--json"]);
  const { items } = JSON.parse(out) as { items: Finding[] };
  const wrong = items.filter(({ state, subject }) => state !== "ok" && subject !== "Free space");
  return { code, items, wrong };
}

describe("wardroom doctor", () => {
  it("finds nothing wrong with a sound installation", async () => {
    const { code, items, wrong } = await doctor();
    expect(wrong).toEqual([]);
    expect(code).toBe(0);
    const subjects = items.map(({ subject }) => subject);
    for (const subject of ["Data folder", "Database", "Server", "Workspace demo", "History of demo"]) {
      expect(subjects).toContain(subject);
    }
    expect((await wardroomCli(wardroom, ["doctor"])).out).toMatch(/ok {7}Database: Sound/);
  });

  it("says of an AGENTS.md that Codex reads in part whether the protocol is in that part, where putting it in again moves it", async () => {
    const path = join(wardroom.files, "AGENTS.md");
    const put = (text: string) => putMarkedSection(text, PROTOCOL_SECTION, "AGENTS.md");
    const grown = `${"- a rule of this house\n".repeat(2000)}${put("")}`;
    await writeFile(path, grown);
    const about = async () => (await doctor()).items.find(({ subject }) => subject === "AGENTS.md");
    expect(await about()).toMatchObject({ state: "warning", remedy: "wardroom up --only protocol" });
    await writeFile(path, put(grown));
    expect(await about()).toMatchObject({ state: "ok", detail: expect.stringContaining("stands in them") as string });
    await rm(path);
  });

  it("names a damaged database and does not try to open it", async () => {
    await wardroom.close();
    const path = join(wardroom.data, "wardroom.db");
    await rm(`${path}-wal`, { force: true });
    await writeFile(path, "this is not a database, it only has the name of one");
    const { code, items, wrong } = await doctor();
    expect(code).toBe(5);
    expect(wrong).toEqual([
      expect.objectContaining({
        subject: "Database",
        state: "fault",
        remedy: expect.stringContaining("restore") as string,
      }),
    ]);
    expect(items.map(({ subject }) => subject)).not.toContain("History of demo");
  });

  it("looks as the owner beside a token that commands are given, and says whether that one is let in", async () => {
    await wardroom.session("one", ["implementer-1"]);
    const minted = await wardroomCli(wardroom, ["token", "mint", "implementer-1", "--json"]);
    const { token } = JSON.parse(minted.out) as { token: string };
    const unknown = `wr_8f4c2e61a7b34d5f_${"x".repeat(43)}`;
    for (const [given, state] of [
      [token, "ok"],
      [unknown, "fault"],
    ] as const) {
      const { out } = await wardroomCli(wardroom, ["doctor", "--json"], { env: { WARDROOM_TOKEN: given } });
      const { items } = JSON.parse(out) as { items: Finding[] };
      expect(items.find(({ subject }) => subject === "WARDROOM_TOKEN")?.state).toBe(state);
      expect(items.find(({ subject }) => subject === "History of demo")?.state).toBe("ok");
    }
  });

  it("claims nothing about what lies in a data folder that it cannot enter", async () => {
    await wardroom.close();
    await rm(wardroom.data, { recursive: true });
    await writeFile(wardroom.data, "no folder");
    const { items } = await doctor();
    expect(items.map(({ subject, state }) => [subject, state])).toEqual([["Data folder", "fault"]]);
    const status = await wardroomCli(wardroom, ["up", "--yes"]);
    expect(status).toMatchObject({ code: 2, err: expect.stringContaining("WARDROOM_DATA") as string });
  });

  it("names a workspace whose folder is gone", async () => {
    await rename(wardroom.files, `${wardroom.files}-away`);
    const { wrong } = await doctor();
    expect(wrong.map(({ subject }) => subject)).toContain("Workspace demo");
  });

  it("names a secret that other users can read, with the command that fixes it", async () => {
    const secret = join(wardroom.data, "secret");
    await chmod(secret, 0o644);
    const { code, wrong } = await doctor();
    expect(code).toBe(5);
    expect(wrong).toEqual([expect.objectContaining({ subject: "File secret", remedy: `chmod 600 ${secret}` })]);
  });

  it("names history whose rows were changed", async () => {
    await wardroom.session("checkout");
    await runSql(join(wardroom.data, "wardroom.db"), `UPDATE "Event" SET "actor" = 'somebody'`);
    const { code, wrong } = await doctor();
    expect(code).toBe(5);
    expect(wrong).toEqual([expect.objectContaining({ subject: "History of demo", state: "fault" })]);
  });

  it("names a database that is gone while the server runs", async () => {
    const path = join(wardroom.data, "wardroom.db");
    await rename(path, `${path}.elsewhere`);
    const { code, wrong } = await doctor();
    expect(code).not.toBe(0);
    expect(wrong.map(({ subject }) => subject)).toContain("Database");
  });

  it("names changes that could not be finished, with the command that decides about them", async () => {
    await runSql(
      join(wardroom.data, "wardroom.db"),
      `INSERT INTO "Journal" ("acts", "createdAt", "setAsideAt", "reason") VALUES ('[]', 0, 0, 'It cannot be read.')`,
    );
    const { code, wrong } = await doctor();
    expect(code).toBe(0);
    expect(wrong).toEqual([
      {
        subject: "Unfinished changes of demo",
        state: "warning",
        detail: expect.stringContaining("It cannot be read.") as string,
        remedy: "Retry or discard each: wardroom unfinished -w demo",
      },
    ]);
  });

  it("names proposed repairs, with the command that decides about them", async () => {
    const session = await wardroom.session("checkout", [], "# T\n\n## implementer-1\n- [Finding] one\n");
    await wardroom.services.memory.read(OWNER, session.params);
    const old = await session.text();
    const item = { tag: "Finding", text: "two" } as const;
    await wardroom.services.memory.add(actingAs("implementer-1"), session.params, item, PLAIN_REQUEST);
    await writeFile(session.path, old.replace("one", "one, said better"));
    await wardroom.services.memory.read(OWNER, session.params);
    const { code, wrong } = await doctor();
    expect(code).toBe(0);
    expect(wrong).toEqual([
      expect.objectContaining({
        subject: "Repairs of demo",
        remedy: "Apply or dismiss each: wardroom repair list -w demo",
      }),
    ]);
    expect(wrong[0]?.detail).toContain("1 proposed: saves left out 1 line");
  });

  const RESCUED = "wardroom.db.rescued-2026-02-09T10-00-00.000Z";

  it("names a copy that a server saved, with the commands that decide where it cannot be told", async () => {
    await writeFile(join(wardroom.data, RESCUED), "a copy");
    const { code, wrong } = await doctor();
    expect(code).toBe(0);
    expect(wrong).toEqual([expect.objectContaining({ subject: "Rescued copies", state: "warning" })]);
    expect(wrong[0]?.detail).toContain(RESCUED);
    expect(wrong[0]?.remedy).toContain(`wardroom restore ${join(wardroom.data, RESCUED)}`);
  });

  it("says of a copy that adds nothing that it can go, and of a newer one that the next start uses it", async () => {
    const path = join(wardroom.data, "wardroom.db");
    await runSql(path, `VACUUM INTO '${join(wardroom.data, RESCUED)}'`);
    expect((await doctor()).wrong).toEqual([
      expect.objectContaining({ detail: expect.stringContaining("holds all of it") as string }),
    ]);
    await wardroom.session("checkout");
    await rm(join(wardroom.data, RESCUED));
    await runSql(path, `VACUUM INTO '${join(wardroom.data, RESCUED)}'`);
    await runSql(path, `UPDATE "Lock" SET "turn" = 1`);
    expect((await doctor()).wrong).toContainEqual(
      expect.objectContaining({ remedy: expect.stringContaining("takes the database's place by itself") as string }),
    );
  });

  it("names a running server that refuses changes, with its problem and what to do", async () => {
    const server = await listen(wardroom.data, { name: "demo", folder: wardroom.files });
    try {
      const path = join(wardroom.data, "wardroom.db");
      await rename(path, `${path}.elsewhere`);
      const { code, items } = await doctor();
      expect(code).toBe(5);
      expect(items).toContainEqual({
        subject: "Server",
        state: "fault",
        detail: `Refuses changes at ${server.url}. The database was deleted or moved while Wardroom runs.`,
        remedy: expect.stringContaining("wardroom serve") as string,
      });
    } finally {
      await server.close();
    }
  });
});
