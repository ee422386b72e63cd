import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { AppError } from "@/lib/core/errors";
import { runOnPostgresql } from "@/lib/db/testing/make-database.fixture";
import { exportContent } from "@/lib/move-content";
import type { Runtime } from "@/lib/runtime";
import { markOf } from "@/lib/services/history/settle-history";
import { readConfiguration } from "@/lib/services/workspace/configuration";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { aroundKeep } from "@/lib/services/testing/around-keep.fixture";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TeamServers } from "@/lib/services/testing/team-servers.fixture";
import { PROJECT } from "@/lib/services/testing/test-wardroom.fixture";

const DEMO = { workspace: "demo" };
const KNOWLEDGE = ".microai/knowledge/shared";
const A = `${KNOWLEDGE}/a.md`;

let servers: TeamServers;
let folder: string;
beforeEach(async () => {
  servers = await TeamServers.open();
  folder = join(servers.folder, "shop");
  await save(A, "a\n");
});
afterEach(() => servers.dispose());

async function save(path: string, text: string): Promise<void> {
  await mkdir(join(folder, path, ".."), { recursive: true });
  await writeFile(join(folder, path), text);
}
const inTrash = async () => {
  const trash = join(servers.dataOf("a"), "trash/demo/old");
  await mkdir(trash, { recursive: true });
  await writeFile(join(trash, "notes.md"), "thrown away\n");
};
const create = (at: Runtime) =>
  at.services.sessions.create(
    OWNER,
    DEMO,
    { id: "one", feature: "One", roles: [{ id: "implementer-1" }] },
    PLAIN_REQUEST,
  );
const sessionsAt = async (at: Runtime) => (await at.services.sessions.list(OWNER, DEMO)).items.map(({ id }) => id);
const writeElsewhere = async () => {
  // As a PostgreSQL that is restarted does: it lets go of whatever was claimed.
  await runOnPostgresql(
    servers.address,
    `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE locktype = 'advisory' AND datname = current_database()`,
  );
  const other = await servers.start("other");
  await create(other);
  await servers.stop(other);
};
const eventsThere = async () => (await runOnPostgresql(servers.address, `SELECT count(*) AS n FROM "Event"`))[0]?.["n"];
const inFolder = () => servers.start("folder", { WARDROOM_WORKSPACES: `demo=${folder}` });
const give = (to: string) => {
  const configuration = readConfiguration(servers.environmentOf("a"), PROJECT);
  return exportContent({ configuration, caller: OWNER, project: PROJECT }, { name: "demo", folder: to });
};
/** As an import leaves it that dies once the content counts as moved. */
const dieOnceMoved = async () => {
  const served = await inFolder();
  const { services } = served;
  const mark = markOf(servers.environmentOf("a")["WARDROOM_SECRET"] ?? "");
  await services.content.takeIn(OWNER, DEMO);
  await services.content.keep(OWNER, DEMO, { mark, lastEvent: await services.content.lastEvent(DEMO) });
  await servers.stop(served);
};
const AS_BEFORE = "The content of demo is in its folder, as before.";
const lost = () => Promise.reject(new AppError("busy", "The connection broke.", { hint: "Look what is there." }));

describe("an import", () => {
  it("finds a save that was made after its file was compared, and leaves the content in the folder", async () => {
    aroundKeep({ before: () => save(A, "saved by an editor\n") });
    const error = await refusal("conflict", servers.takeIn(folder));
    expect(error.message).toBe(`${A} is not what the history says it is.`);
    expect(error.details.hint).toContain(AS_BEFORE);
    await servers.stop(await inFolder());
    await servers.takeIn(folder);
    await servers.start("next");
    expect(await readFile(join(servers.copyOf("next"), A), "utf8")).toBe("saved by an editor\n");
  });

  it("finds a file that came while the trash was taken in, and can be repeated", async () => {
    await inTrash();
    const late = `${KNOWLEDGE}/late.md`;
    aroundKeep({ after: () => save(late, "late\n") });
    const error = await refusal("conflict", servers.takeIn(folder));
    expect(error.message).toBe(`${late} is not what the history says it is.`);
    expect(error.details.hint).toContain(AS_BEFORE);
    await servers.takeIn(folder);
    await servers.start("next");
    expect(await readFile(join(servers.copyOf("next"), late), "utf8")).toBe("late\n");
  });

  it.each([
    ["with", inTrash],
    ["without", () => Promise.resolve()],
  ])("never goes back over what another server wrote since, %s something in the trash", async (_, prepare) => {
    await prepare();
    aroundKeep({
      after: async () => {
        await writeElsewhere();
        await save(A, "saved by an editor\n");
      },
    });
    const error = await refusal("conflict", servers.takeIn(folder));
    expect(error.details.hint).toContain(`is in the history now, and could not go back to ${folder}.`);
    expect(error.details.hint).not.toContain("as before");
    expect(await sessionsAt(await servers.start("next"))).toEqual(["one"]);
  });

  it("goes back where it was moved and only the answer was lost, and can be repeated", async () => {
    aroundKeep({ after: lost });
    const error = await refusal("busy", servers.takeIn(folder));
    expect(error.details.hint).toBe(`${AS_BEFORE} Look what is there.`);
    await servers.stop(await inFolder());
    await servers.takeIn(folder);
    await servers.start("next");
  });

  it("refuses the folder of another project, and does not say that the content is there", async () => {
    const served = await inFolder();
    await create(served);
    await servers.stop(served);
    const other = join(servers.folder, "other");
    await mkdir(join(other, KNOWLEDGE), { recursive: true });
    await writeFile(join(other, KNOWLEDGE, "b.md"), "b\n");
    const error = await refusal("busy", servers.takeIn(other));
    expect(error.details.hint).toMatch(AS_BEFORE);
    expect(error.details.hint).not.toContain(other);
  });

  it("goes back where the workspace cannot be opened from the history", async () => {
    const copies = join(servers.dataOf("a"), "copies");
    aroundKeep({ after: () => writeFile(copies, "in the way") });
    const error = await refusal("internal", servers.takeIn(folder));
    expect(error.details.hint).toBe(AS_BEFORE);
    const served = await inFolder();
    await create(served);
    expect(await served.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true, problems: [] });
    await servers.stop(served);
    await rm(copies);
    await servers.takeIn(folder);
  });
});

describe("an import that died once the content had been moved", () => {
  beforeEach(async () => {
    await inTrash();
    await dieOnceMoved();
  });

  it("is finished when it is repeated, with the trash, and can be repeated again", async () => {
    const documents = [expect.objectContaining({ documents: 2 }), expect.objectContaining({ documents: 2 })];
    expect([await servers.takeIn(folder), await servers.takeIn(folder)]).toEqual(documents);
    await rm(join(servers.dataOf("a"), "trash"), { recursive: true });
    await give(join(servers.folder, "out"));
    expect(await readFile(join(servers.dataOf("a"), "trash/demo/old/notes.md"), "utf8")).toBe("thrown away\n");
  });

  it.each([
    ["holds another text", A, "saved by an editor\n"],
    ["has one more file", `${KNOWLEDGE}/late.md`, "late\n"],
  ])("is compared when it is repeated: a folder that %s is named, and changes nothing", async (_, path, text) => {
    await save(path, text);
    const before = await eventsThere();
    const error = await refusal("conflict", servers.takeIn(folder));
    expect(await eventsThere()).toBe(before);
    expect(error.message).toBe(`${path} is not what the history says it is.`);
    expect(error.details.hint).toContain(
      `The content of demo is in the history, as before. To keep what only ${folder} holds: export`,
    );
    await servers.start("next");
    expect(await readFile(join(servers.copyOf("next"), A), "utf8")).toBe("a\n");
  });

  it("is not compared with what somebody has written to since, and is refused", async () => {
    await writeElsewhere();
    const error = await refusal("conflict", servers.takeIn(folder));
    expect(error.message).toBe("The content of workspace demo is in the history, and not in a folder.");
    expect(await sessionsAt(await servers.start("next"))).toEqual(["one"]);
  });
});

describe("an export", () => {
  let target: string;
  beforeEach(async () => {
    await servers.takeIn(folder);
    target = join(servers.folder, "out");
  });

  it("keeps the folder where it was moved and only the answer was lost", async () => {
    aroundKeep({ after: lost });
    const error = await refusal("busy", give(target));
    expect(error.details.hint).toContain(`The content of demo is in ${target} now, all of it.`);
    expect(await readFile(join(target, A), "utf8")).toBe("a\n");
    await servers.start("served", { WARDROOM_WORKSPACES: `demo=${target}` });
  });

  it("removes nothing where the database cannot be asked", async () => {
    const admin = inject("postgresql")?.admin ?? "";
    const name = new URL(servers.address).pathname.slice(1);
    const allow = (isAllowed: boolean) =>
      runOnPostgresql(admin, `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${String(isAllowed)}`);
    aroundKeep({
      before: async () => {
        await allow(false);
        await lost();
      },
    });
    const error = await refusal("busy", give(target));
    expect(error.details.hint).toContain("is not known, for the database could not be asked. Nothing was removed");
    expect(await readFile(join(target, A), "utf8")).toBe("a\n");
    await allow(true);
  });

  it("that fails removes what it wrote, and nothing that somebody else put there", async () => {
    aroundKeep({
      before: async () => {
        await writeFile(join(target, KNOWLEDGE, "theirs.md"), "theirs\n");
        await writeElsewhere();
      },
    });
    const error = await refusal("conflict", give(target));
    expect(error.details.hint).toContain("The content of demo is in the history, as before.");
    expect(await readdir(join(target, KNOWLEDGE))).toEqual(["theirs.md"]);
    expect(await sessionsAt(await servers.start("next"))).toEqual(["one"]);
  });
});
