import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import {
  KnowledgeChanged,
  KnowledgeDetail,
  KnowledgeList,
  ResolvedKnowledge,
  TeamKnowledge,
  TeamList,
} from "@/lib/contracts/knowledge";
import { RevisionList } from "@/lib/contracts/revisions";
import { call, problem, serve } from "@/lib/api/testing/api.fixture";
import { PROJECT, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const BASE = "/api/v1/workspaces/demo";
const REGISTRY = ".microai/knowledge/shared/registry.yaml";

let wardroom: TestWardroom;
beforeAll(async () => {
  wardroom = await TestWardroom.open();
  await cp(join(PROJECT, "example/workspace/.microai"), join(wardroom.files, ".microai"), { recursive: true });
  serve(wardroom);
});

describe("knowledge over HTTP", () => {
  it("answers the registry with its ETag, and one entry as JSON or Markdown", async () => {
    const response = await call("GET", `${BASE}/knowledge?tag=korean`);
    const list = KnowledgeList.parse(await response.json());
    expect(list.items.map(({ id }) => id)).toEqual(["korean-text"]);
    expect(response.headers.get("etag")).toBe(list.etag);
    const entry = KnowledgeDetail.parse(await (await call("GET", `${BASE}/knowledge/korean-text`)).json());
    const markdown = await call("GET", `${BASE}/knowledge/korean-text`, { headers: { accept: "text/markdown" } });
    expect(await markdown.text()).toBe(entry.text);
    await problem("not_found", call("GET", `${BASE}/knowledge/nothing`));
  });

  it("resolves mode and topic words as the contract says, and refuses a budget of 0 or less", async () => {
    const path = `${BASE}/teams/security-review/knowledge/resolve`;
    const response = await call("POST", path, { body: { mode: "review", topic: "인젝션을 막는 법" } });
    const found = ResolvedKnowledge.parse(await response.json());
    expect(found.loaded.map(({ id }) => id)).toEqual(["owasp-top-10", "secure-code-review", "review-checklist"]);
    expect(found.loaded[0]?.why).toBe("mode review, keyword 인젝션");
    for (const budget of [0, -1, 1.5, "5000"]) {
      const refused = await problem("invalid_input", call("POST", path, { body: { mode: "review", budget } }));
      expect(refused.errors?.[0]?.path).toBe("budget");
    }
    await problem("invalid_input", call("POST", path, { body: { mode: "review", modes: [] } }));
    await problem(
      "not_found",
      call("POST", `${BASE}/teams/${encodeURIComponent("../x")}/knowledge/resolve`, { body: {} }),
    );
  });

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

  it("gives the teams in pages", async () => {
    const list = async (query: string) => TeamList.parse(await (await call("GET", `${BASE}/teams${query}`)).json());
    const whole = await list("");
    const first = await list("?limit=1");
    expect(first.items).toEqual(whole.items.slice(0, 1));
    const rest = await list(`?cursor=${String(first.nextCursor)}`);
    expect(rest).toEqual({ items: whole.items.slice(1), nextCursor: null });
    await problem("invalid_input", call("GET", `${BASE}/teams?limit=0`));
  });

  it("shows teams, changes how one loads, and lets nobody else but the owner do it", async () => {
    const address = `${BASE}/teams/payments-platform/knowledge`;
    const done = await call("PATCH", `${address}/estimation`, {
      body: { priority: "high", modes: ["estimate", "design"] },
    });
    expect(done.status).toBe(200);
    const team = TeamKnowledge.parse(await (await call("GET", address)).json());
    expect(team.entries.find(({ id }) => id === "estimation")).toMatchObject({
      priority: "high",
      modes: ["design", "estimate"],
    });
    await problem(
      "forbidden",
      call("PATCH", address, { body: { maxAutoLoad: 9 }, headers: { "x-wardroom-role": "tester-1" } }),
    );
    await problem("invalid_input", call("PATCH", address, { body: { maxAutoLoad: 0 } }));
    await problem("not_found", call("DELETE", `${address}/nothing`));
  });
});
