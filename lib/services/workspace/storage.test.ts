import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

let wardroom: TestWardroom;
beforeEach(async () => {
  wardroom = await TestWardroom.open();
});

describe("where a workspace lies", () => {
  it("names the folders below it that can be served as workspaces", async () => {
    for (const path of ["apps/web/.agent/teams/a/notes.md", "docs/.microai/a.md", "tools/.git/config"]) {
      await mkdir(dirname(join(wardroom.files, path)), { recursive: true });
      await writeFile(join(wardroom.files, path), "text\n");
    }
    const { subprojects } = await wardroom.services.storage.read(OWNER, { workspace: "demo" });
    expect(subprojects).toEqual(["apps/web", "docs"]);
  });
});
