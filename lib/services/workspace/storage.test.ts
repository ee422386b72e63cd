import { mkdir, symlink, writeFile } from "node:fs/promises";
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

  it("names what the project says of itself, and nothing that is no text, lies elsewhere or is too large", async () => {
    const put = (path: string, content: string | Buffer) => writeFile(join(wardroom.files, path), content);
    await mkdir(join(wardroom.files, "memory-bank", "deep.md"), { recursive: true });
    await put("AGENTS.md", "- Use Vitest\n");
    await symlink("/etc/passwd", join(wardroom.files, "CLAUDE.md"));
    await put("memory-bank/<img src=x>.md", "- One\n");
    await put("memory-bank/bytes.md", Buffer.from([0x23, 0xff, 0xfe]));
    await put("memory-bank/huge.md", "x".repeat(10_000_000));
    await put("memory-bank/long.md", "- A line of a long file\n".repeat(100_000));
    await put("memory-bank/zz.md", "- Behind it\n");
    const { projectFiles } = await wardroom.services.storage.read(OWNER, { workspace: "demo" });
    expect(projectFiles).toEqual(["AGENTS.md", "memory-bank/<img src=x>.md", "memory-bank/long.md"]);
  });
});
