import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { indexPath, REGISTRY_PATH } from "@/lib/core/knowledge/knowledge-model";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, ifMatch, once, OWNER, VIEWER } from "@/lib/services/testing/callers.fixture";
import { DEMO, ids, openExample, PAYMENTS, put, read, SECURITY } from "@/lib/services/testing/knowledge.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

describe("a change", () => {
  it("is made in its place, recorded with its author, and taken back", async () => {
    const wardroom = await openExample();
    const { knowledge, events } = wardroom.services;
    const before = await read(wardroom, indexPath("security-review"));
    const { etag } = await knowledge.team(OWNER, SECURITY);
    const change = { priority: "low", keywords: ["injection", "주입"] } as const;
    const params = { ...SECURITY, knowledge: "owasp-top-10" };
    const done = await knowledge.edits.changeInTeam(
      OWNER,
      params,
      { ...change, keywords: [...change.keywords] },
      ifMatch(etag.replaceAll('"', "")),
    );
    const after = await read(wardroom, indexPath("security-review"));
    expect(after).toBe(
      before
        .replace("owasp-top-10.md\n    priority: high", "owasp-top-10.md\n    priority: low")
        .replace("    인젝션: [owasp-top-10]\n    xml: [owasp-top-10]\n", "")
        .replace("    교착: [postgres-locking]\n", "    교착: [postgres-locking]\n    주입: [owasp-top-10]\n"),
    );
    expect(done).toMatchObject({ path: indexPath("security-review"), revision: 2 });
    expect(done.etag).toBe((await knowledge.team(OWNER, SECURITY)).etag);

    const document = { ...DEMO, path: indexPath("security-review") };
    const { items } = await knowledge.history.list(OWNER, document, { limit: 10 });
    expect(items.map(({ revision, actor, operation }) => [revision, actor, operation])).toEqual([
      [2, "Lead", "change entry"],
      [1, "disk", "found"],
    ]);
    const diff = await knowledge.history.diff(OWNER, document, { from: 1, to: 2 });
    expect([diff.added, diff.removed]).toEqual([2, 3]);
    await knowledge.history.undo(OWNER, document, { revision: 2 }, PLAIN_REQUEST);
    expect(await read(wardroom, indexPath("security-review"))).toBe(before);
    const story = await events.list(OWNER, DEMO, { limit: 3, format: "json" });
    expect(story.items.map(({ action, target }) => `${action} ${target}`)).toEqual([
      `knowledge.undone ${indexPath("security-review")}`,
      "knowledge.changed owasp-top-10",
      `document.edited_outside ${indexPath("security-review")}`,
    ]);
    expect(await events.verify(OWNER, DEMO)).toMatchObject({ ok: true });
  });

  it("of a newer file than was seen is refused, and one repeated is one", async () => {
    const wardroom = await openExample();
    const { edits } = wardroom.services.knowledge;
    await refusal("stale", edits.changeBudget(OWNER, SECURITY, { maxAutoLoad: 5 }, ifMatch("0".repeat(64))));
    const add = () =>
      edits.add(
        OWNER,
        DEMO,
        { id: "threats", path: "../../agents/teams/security-review/knowledge/02-threat-modeling.md" },
        once("k"),
      );
    const first = await add();
    expect(await add()).toEqual(first);
    await refusal("conflict", edits.add(OWNER, DEMO, { id: "threats", path: "korean-text.md" }, PLAIN_REQUEST));
    const same = await edits.changeBudget(OWNER, SECURITY, { maxAutoLoad: 1700 }, PLAIN_REQUEST);
    expect(same.revision).toBeNull();
  });

  it("adds to registry and team with counted tokens, and takes both away again", async () => {
    const wardroom = await openExample();
    const { edits } = wardroom.services.knowledge;
    const { knowledge } = wardroom.services;
    const files = [REGISTRY_PATH, indexPath("payments-platform")] as const;
    const before = await Promise.all(files.map((path) => read(wardroom, path)));
    await put(wardroom, ".microai/knowledge/shared/notes/새 규칙.md", "# 규칙\n- 하나\n");
    const body = {
      id: "rules/새",
      path: ".microai/knowledge/shared/notes/새 규칙.md",
      tags: ["rules"],
      description: "All: of them",
    };
    await edits.add(OWNER, DEMO, body, PLAIN_REQUEST);
    const entry = await knowledge.get(OWNER, { ...DEMO, knowledge: "rules/새".normalize("NFD") });
    expect(entry).toMatchObject({
      reference: "notes/새 규칙.md",
      tags: ["rules"],
      description: "All: of them",
      state: "read",
    });
    expect(entry.tokensEstimate).toBe(entry.tokens);
    await edits.change(OWNER, { ...DEMO, knowledge: "rules/새" }, { tags: [], tokensEstimate: null }, PLAIN_REQUEST);
    await edits.addToTeam(OWNER, PAYMENTS, { id: "rules/새", priority: "high", modes: ["design"] }, PLAIN_REQUEST);
    expect(ids((await knowledge.resolve(OWNER, PAYMENTS, { mode: "design" })).loaded)).toContain("rules/새");
    await edits.removeFromTeam(OWNER, { ...PAYMENTS, knowledge: "rules/새" }, PLAIN_REQUEST);
    await edits.remove(OWNER, { ...DEMO, knowledge: "rules/새" }, PLAIN_REQUEST);
    expect(await Promise.all(files.map((path) => read(wardroom, path)))).toEqual(before);
  });

  it("begins a registry and an index where there are none", async () => {
    const wardroom = await TestWardroom.open();
    const { edits } = wardroom.services.knowledge;
    await put(wardroom, ".microai/knowledge/shared/a.md", "# A\n");
    await put(wardroom, ".microai/agents/teams/t/knowledge/own.md", "# Own\n");
    await edits.add(OWNER, DEMO, { id: "a", path: "a.md", tokensEstimate: 4 }, PLAIN_REQUEST);
    await edits.addToTeam(OWNER, { ...DEMO, team: "t" }, { id: "a", priority: "medium", core: true }, PLAIN_REQUEST);
    await edits.addToTeam(
      OWNER,
      { ...DEMO, team: "t" },
      { id: "own", path: "own.md", priority: "low", keywords: ["sql"] },
      PLAIN_REQUEST,
    );
    expect(await read(wardroom, REGISTRY_PATH)).toBe("knowledge:\n  a:\n    path: a.md\n    tokens_estimate: 4\n");
    expect(await read(wardroom, indexPath("t"))).toBe(
      [
        "shared_refs:\n  - id: a\n    path: ../../../../knowledge/shared/a.md\n    priority: medium\ncore_files: [a]",
        "files:\n  - id: own\n    path: ./own.md\n    priority: low\nauto_load:\n  by_keyword:\n    sql: [own]\n",
      ].join("\n"),
    );
  });

  it("is the owner's, and names only files of the workspace that are there", async () => {
    const wardroom = await openExample();
    const { edits, history } = wardroom.services.knowledge;
    const body = { id: "x", path: "korean-text.md" };
    for (const caller of [
      VIEWER,
      actingAs("implementer-1"),
      { ...actingAs("Lead"), kind: "role" as const, sessionKey: 1 },
    ]) {
      await refusal("forbidden", edits.add(caller, DEMO, body, PLAIN_REQUEST));
    }
    await writeFile(join(wardroom.folder, "secret.md"), "secret");
    await symlink(join(wardroom.folder, "secret.md"), join(wardroom.files, ".microai/knowledge/shared/out.md"));
    for (const path of [
      "../../../../../etc/passwd",
      "/etc/passwd",
      "C:\\x.md",
      "out.md",
      ".env",
      "../../../.envrc",
      "a/.git/x.md",
    ]) {
      await refusal("invalid_input", edits.add(OWNER, DEMO, { ...body, path }, PLAIN_REQUEST));
    }
    await refusal("not_found", edits.add(OWNER, DEMO, { ...body, path: "nothing.md" }, PLAIN_REQUEST));
    await refusal(
      "not_found",
      edits.addToTeam(OWNER, SECURITY, { id: "unregistered", priority: "low" }, PLAIN_REQUEST),
    );
    for (const id of ["a,b", " a", "a\nb", "CLAUDE", "../.git/x", ".hidden"]) {
      await refusal("invalid_input", edits.add(OWNER, DEMO, { ...body, id }, PLAIN_REQUEST));
    }
    await refusal(
      "invalid_input",
      history.list(
        OWNER,
        { ...DEMO, path: ".microai/agents/teams/security-review/agents/facilitator.md" },
        { limit: 1 },
      ),
    );
    await refusal(
      "not_found",
      history.list(OWNER, { ...DEMO, path: ".microai/knowledge/shared/none.md" }, { limit: 1 }),
    );
  });

  it("made outside is recorded before the next one", async () => {
    const wardroom = await openExample();
    const { edits, history } = wardroom.services.knowledge;
    await wardroom.services.events.verify(OWNER, DEMO);
    await put(
      wardroom,
      REGISTRY_PATH,
      (await read(wardroom, REGISTRY_PATH)).replace("tags: [review]", "tags: [review, ours]"),
    );
    await edits.change(OWNER, { ...DEMO, knowledge: "review-checklist" }, { tokensEstimate: 300 }, PLAIN_REQUEST);
    const { items } = await history.list(OWNER, { ...DEMO, path: REGISTRY_PATH }, { limit: 10 });
    expect(items.map(({ actor, operation }) => `${actor}: ${operation}`)).toEqual([
      "Lead: change entry",
      "disk: edited outside",
      "disk: found",
    ]);
    expect(await read(wardroom, REGISTRY_PATH)).toContain("tags: [review, ours]");
  });
});

it("refuses another spelling of an entry, and says which one was meant where it is asked for", async () => {
  const { knowledge } = (await openExample()).services;
  const path = ".microai/knowledge/shared/owasp-top-10.md";
  const again = await refusal(
    "conflict",
    knowledge.edits.add(OWNER, DEMO, { id: "OWASP-Top-10", path }, PLAIN_REQUEST),
  );
  expect(again.message).toContain("owasp-top-10");
  const body = { id: "OWASP-Top-10", path, priority: "low" } as const;
  await refusal("conflict", knowledge.edits.addToTeam(OWNER, SECURITY, body, PLAIN_REQUEST));
  const missing = { ...DEMO, knowledge: "OWASP-Top-10" };
  const { details } = await refusal("not_found", knowledge.edits.remove(OWNER, missing, PLAIN_REQUEST));
  expect(details.hint).toContain("Did you mean owasp-top-10?");
});
