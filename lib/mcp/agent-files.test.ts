import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { connect } from "@/lib/mcp/testing/client.fixture";
import { OWNER_TOKEN, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

it("lists and reads reports of teammates and what Claude Code remembers of an agent", async () => {
  const wardroom = await TestWardroom.open();
  serve(wardroom);
  const files = {
    ".agent/teams/one/phase-1/tester-1/L1-index.yaml": "status: done\n",
    ".claude/agent-memory/scribe/MEMORY.md": "- Dates are ISO\n",
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(wardroom.files, path)), { recursive: true });
    await writeFile(join(wardroom.files, path), text);
  }
  const client = await connect(OWNER_TOKEN, "modern");
  const { resources } = await client.listResources();
  for (const [path, text] of Object.entries(files)) {
    const uri = `wardroom://demo/files/${encodeURIComponent(path)}`;
    expect(resources.map((each) => each.uri)).toContain(uri);
    const { contents } = await client.readResource({ uri });
    expect((contents[0] as { text: string }).text).toContain(text);
  }
  await client.close();
});
