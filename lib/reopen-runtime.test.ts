import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { reopenRuntime } from "@/lib/reopen-runtime";
import type { Runtime } from "@/lib/runtime";
import { readConfiguration } from "@/lib/services/workspace/configuration";
import { OWNER_TOKEN, PROJECT } from "@/lib/services/testing/test-wardroom.fixture";

it("keeps nothing of an attempt that found the database away", async () => {
  const data = await mkdtemp(join(tmpdir(), "reopen-"));
  const environment = {
    WARDROOM_DATA: data,
    WARDROOM_WORKSPACES: "demo",
    WARDROOM_TOKEN: OWNER_TOKEN,
    WARDROOM_SECRET: "s".repeat(43),
    DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
  };
  let attempts = 0;
  const old: Partial<Runtime> = {
    configuration: readConfiguration(environment, PROJECT),
    projectFolder: PROJECT,
    endConnections: () => undefined,
    close: () => Promise.resolve(),
    toldUpTo: () => {
      if (attempts++ === 2) throw new Error("tried often enough");
      return 0;
    },
  };
  const none = () => Promise.resolve();
  await expect(reopenRuntime(old as Runtime, none, none)).rejects.toThrow("tried often enough");
  expect(await readdir(join(data, "copies"))).toEqual(["1"]);
  globalThis.wardroomRuntime = undefined;
  await rm(data, { recursive: true });
});
