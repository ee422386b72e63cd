import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isOurs } from "@/lib/core/places/our-files";
import { TestReplica } from "@/lib/cli/testing/replica.fixture";

const MINE = ".agent/teams/one/TEAM-MEMORY.md";
const INDEX = ".microai/agents/teams/qa/knowledge/knowledge-index.yaml";
const DATA = ".microai/agents/teams/qa/knowledge/bank.yaml";

/** What a server that is not honest, or who stands before it, tells of. */
const told = fc.oneof(
  fc.constantFrom(
    ...[".git/config", ".claude/settings.json", "CLAUDE.md", "package.json", ".env", ".agent/teams/one/CLAUDE.md"],
    ...[
      ".agent/teams/one/../../../.git/hooks/pre-commit",
      ".microai/settings.local.json",
      ".microai/skills/x/SKILL.md",
    ],
    ...[
      ".agent/teams/one/checks.json",
      ".kaizen/agents/a/run.sh",
      ".agent/teams/one/ＣＬＡＵＤＥ.md",
      "",
      "/etc/passwd",
    ],
  ),
  fc
    .array(fc.constantFrom(".git", "..", "a", ".agent", "teams", "CLAUDE.md", "x.json", "x.js"), {
      minLength: 1,
      maxLength: 5,
    })
    .map((parts) => parts.join("/")),
);

it("writes and sends nothing that is none of ours, whatever the server tells and whatever lies there", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(told, { minLength: 1, maxLength: 6 }), async (names) => {
      const foreign = names.filter((path) => !isOurs(path));
      const replica = await TestReplica.open([MINE]);
      try {
        for (const path of foreign) replica.there.set(path, "theirs\n");
        const [lies = ""] = foreign.filter(
          (path) => /^\.(?:agent|microai)\/[\w./]+\.(?:md|json)$/.test(path) && !path.includes(".."),
        );
        if (lies !== "") await replica.put(lies, "a secret of mine\n");
        for (const path of foreign) await replica.hear(path);
        await replica.replica.hear({ history: "h", mark: 2, reset: true, items: [] });
        await replica.look(5000);
        expect(replica.pushed).toEqual([]);
        for (const path of foreign.filter((each) => each !== lies && each !== "" && !each.startsWith("/")))
          expect(await replica.read(path)).toBeNull();
        if (lies !== "") expect(String(await replica.read(lies))).toBe("a secret of mine\n");
        expect(replica.kept.conflicts.size + replica.kept.outgoing.size).toBe(0);
      } finally {
        await replica.close();
      }
    }),
    { numRuns: 25 },
  );
});

it("keeps data in step once an index names it, told in whatever order, and no longer than that", async () => {
  const replica = await TestReplica.open([MINE]);
  replica.there.set(DATA, "a: 1\n");
  await replica.hear(DATA);
  expect(await replica.read(DATA)).toBeNull();
  replica.there.set(INDEX, "files:\n  - {id: bank, path: ./bank.yaml, priority: high}\n");
  await replica.hear(INDEX);
  expect(String(await replica.read(DATA))).toBe("a: 1\n");
  expect(await replica.checkout.list()).toEqual({ ours: [MINE, DATA, INDEX].sort(), foreign: [] });
  await replica.put(".microai/agents/teams/qa/knowledge/other.yaml", "b: 2\n");
  expect((await replica.checkout.list()).foreign).toEqual([".microai/agents/teams/qa/knowledge/other.yaml"]);
  await replica.close();
});

it("follows no link to what is none of ours", async () => {
  const replica = await TestReplica.open([MINE]);
  await mkdir(join(replica.root, ".claude/commands"), { recursive: true });
  await symlink("../../../.claude/commands", join(replica.root, ".agent/teams/one/ls"));
  const path = ".agent/teams/one/ls/obey.md";
  replica.there.set(path, "theirs\n");
  await replica.hear(path);
  expect(await replica.read(".claude/commands/obey.md")).toBeNull();
  await replica.close();
});
