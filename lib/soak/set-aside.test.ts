import { rm } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeAll, expect, it } from "vitest";
import { call, serve } from "@/lib/api/testing/api.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs } from "@/lib/services/testing/callers.fixture";
import { TestWardroom, type TestSession } from "@/lib/services/testing/test-wardroom.fixture";
import { namesThere, readOverRest, type Ask, type Names } from "@/lib/soak/read-everything.fixture";

/** Each kind of document that is judged, and a text of that kind. */
const LINE = "- [Finding] which some code cannot bear";
const YAML = "- name: which some code cannot bear";
const DOCUMENTS: Readonly<Record<string, string>> = {
  ".agent/teams/bad/TEAM-MEMORY.md": `# T\n\n## implementer-1\n${LINE}\n`,
  ".agent/teams/bad/global-context.md": `# Global Context\n\n## Decisions\n${LINE}\n`,
  ".agent/teams/bad/orchestration-plan.md": `# Plan\n\n${LINE}\n`,
  ".agent/teams/bad/phase-1/gate-record.yaml": `gate:\n  phase: 1\nblockers:\n${YAML}\n`,
  ".kaizen/agents/bad/memory.md": `# bad\n\n## Accumulated Findings\n${LINE}\n`,
  ".microai/knowledge/shared/registry.yaml": `files:\n${YAML}\n`,
  ".microai/agents/teams/bad/knowledge/knowledge-index.yaml": `core:\n${YAML}\n`,
  ".microai/agents/teams/bad/memory/sessions.yaml": `sessions:\n${YAML}\n`,
  ".claude/agents/bad.md": `---\nname: bad\n---\n${LINE}\n`,
};

/** What code does with a text. */
const METHODS = [
  ...["at", "charCodeAt", "codePointAt", "endsWith", "includes", "indexOf", "lastIndexOf", "match", "matchAll"],
  ...[
    "normalize",
    "replace",
    "replaceAll",
    "slice",
    "split",
    "startsWith",
    "substring",
    "toLowerCase",
    "trim",
    "trimEnd",
  ],
] as const;

let untrap = () => {};
afterEach(() => untrap());

/** Has a method of every text end in a RangeError for one text or one line, as a call with too many arguments does. */
function trap(method: (typeof METHODS)[number], text: string): () => number {
  const trapped = new Set([text, ...text.split("\n").filter((line) => line.includes("cannot bear"))]);
  const own = Object.getOwnPropertyDescriptor(String.prototype, method)!;
  const plain = own.value as (...args: unknown[]) => unknown;
  let thrown = 0;
  const value = function (this: unknown, ...args: unknown[]) {
    if (typeof this !== "string" || !trapped.has(this)) return plain.apply(this, args);
    thrown++;
    throw new RangeError("Maximum call stack size exceeded");
  };
  Object.defineProperty(String.prototype, method, { ...own, value });
  untrap = () => {
    Object.defineProperty(String.prototype, method, own);
    untrap = () => {};
  };
  return () => thrown;
}

let wardroom: TestWardroom;
let good: TestSession;
let names: Names;
const ask: Ask = (path, headers = {}) => call("GET", path, { headers });
beforeAll(async () => {
  wardroom = await TestWardroom.open();
  good = await wardroom.session("good", ["implementer-1"], "# T\n\n## implementer-1\n- [Finding] one\n");
  await wardroom.copy.put(".kaizen/agents/good/memory.md", "# good\n\n## Accumulated Findings\n- one\n");
  await wardroom.copy.put(".microai/agents/teams/good/knowledge/knowledge-index.yaml", "core: []\n");
  serve(wardroom);
  names = await namesThere(ask);
});

it("stops no start, no list and no other document, whichever file throws while it is judged", async () => {
  let count = 0;
  const cases = fc.tuple(fc.constantFrom(...Object.keys(DOCUMENTS)), fc.constantFrom(...METHODS));
  await fc.assert(
    fc.asyncProperty(cases, async ([path, method]) => {
      const text = `${DOCUMENTS[path]!}# ${++count}\n`;
      await wardroom.copy.put(path, text);
      const thrown = trap(method, text);
      await wardroom.reopen();
      serve(wardroom);
      await wardroom.runtime.watch((error) => {
        throw error;
      });
      expect(await readOverRest(ask, names, () => {})).toEqual([]);
      const body = { tag: "Finding", text: `beside ${count}` } as const;
      await wardroom.services.memory.add(actingAs("implementer-1"), good.params, body, PLAIN_REQUEST);
      const health = (await (await ask("/api/health")).json()) as { status: string; setAside: number };
      const { items } = (await (await ask("/api/v1/workspaces/demo/faults")).json()) as {
        items: { path: string; message: string }[];
      };
      untrap();
      expect(health.status).toBe("ok");
      if (thrown() > 0 && health.setAside > 0) expect(items.map((item) => item.path)).toContain(path);
      await rm(join(wardroom.files, path));
    }),
    { numRuns: Number(process.env["WARDROOM_SET_ASIDE"] ?? 5), seed: 45, endOnFailure: true },
  );
});
