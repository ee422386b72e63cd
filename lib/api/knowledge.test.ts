import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { KnowledgeChanged } from "@/lib/contracts/knowledge";
import { RevisionList } from "@/lib/contracts/revisions";
import { call, problem, serve } from "@/lib/api/testing/api.fixture";
import { PROJECT, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const BASE = "/api/v1/workspaces/demo";
const REGISTRY = ".microai/knowledge/shared/registry.yaml";

const wardroom = await TestWardroom.open();
await cp(join(PROJECT, "example/workspace/.microai"), join(wardroom.files, ".microai"), { recursive: true });
serve(wardroom);

describe("knowledge over HTTP", () => {
  it("changes an entry whose id holds a slash, under If-Match, and takes it back", async () => {
    await writeFile(join(wardroom.files, ".microai/knowledge/shared/go.md"), "# Go\n");
    const before = await readFile(join(wardroom.files, REGISTRY), "utf8");
    const added = await call("POST", `${BASE}/knowledge`, { body: { id: "go/errors", path: "go.md" } });
    expect(added.status).toBe(201);
    const { etag, path } = KnowledgeChanged.parse(await added.json());
    expect(path).toBe(REGISTRY);
    const address = `${BASE}/knowledge/${encodeURIComponent("go/errors")}`;
    const change = { body: { tags: ["go"] }, headers: { "if-match": etag } };
    const changed = KnowledgeChanged.parse(await (await call("PATCH", address, change)).json());
    const stale = await problem("stale", call("PATCH", address, change));
    expect(stale.current).toMatchObject({ etag: changed.etag.replaceAll('"', "") });
    await problem("invalid_input", call("PATCH", address, { body: {} }));

    const history = await call("GET", `${BASE}/knowledge/history/revisions?path=${encodeURIComponent(REGISTRY)}`);
    const { items } = RevisionList.parse(await history.json());
    expect(items.map(({ operation }) => operation)).toEqual(["change entry", "add entry", "found"]);
    const undo = await call("POST", `${BASE}/knowledge/history/undo`, {
      body: { path: REGISTRY, revision: changed.revision },
    });
    expect(undo.status).toBe(200);
    expect((await call("DELETE", address)).status).toBe(200);
    expect(await readFile(join(wardroom.files, REGISTRY), "utf8")).toBe(before);
  });
});
