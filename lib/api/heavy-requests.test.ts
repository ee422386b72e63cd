import { finish } from "@/lib/core/steps";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { call, problem, serve } from "@/lib/api/testing/api.fixture";
import { HEAVY_DELTAS, repeat } from "@/lib/api/testing/heavy-texts.fixture";
import { applySteps } from "@/lib/core/context/apply-delta";
import { limitEffort } from "@/lib/core/context/context-model";
import { parseContext } from "@/lib/core/context/parse-context";
import { parseDelta } from "@/lib/core/context/delta";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const API = "/api/v1/workspaces/demo";

const wardroom = await TestWardroom.open();
serve(wardroom);
await wardroom.session("one", ["tester-1"]);

describe("a delta that takes long to place", () => {
  it.each(Object.entries(HEAVY_DELTAS))(
    "is answered or refused by what it costs: %s",
    async (_, { answer, ...body }) => {
      const { base, delta } = body;
      const response = await call("POST", `${API}/sessions/one/context/apply`, { body: { base, delta } });
      if (answer === "too_large") await problem("too_large", response);
      else expect(await response.json()).toMatchObject(answer);
    },
  );

  it.each(Object.entries(HEAVY_DELTAS).filter(([, { steps }]) => steps !== undefined))(
    "costs so many steps for each of its operations: %s",
    (_, { base, delta, steps = 0 }) => {
      const context = parseContext(base);
      const parsed = parseDelta(delta);
      limitEffort(context, steps * parsed.operations.length);
      expect(() => finish(applySteps(parsed, context))).not.toThrow();
    },
  );
});

describe("files of any length", () => {
  it("are compared line by line without an end of the stack", async () => {
    const session = await wardroom.session("long", [], "# T\n\n## Lead\n");
    await session.put(`# T\n\n## Lead\n${repeat(200_000, () => "x\n")}`);
    await call("GET", `${API}/sessions/long/memory`);
    const revisions = await session.revisions();
    const diff = await call("GET", `${API}/sessions/long/memory/diff?from=1&to=${revisions.length}`);
    const { added } = (await diff.json()) as { added: number };
    expect(added).toBeGreaterThanOrEqual(200_000);
  });

  it("that repeat one word are looked through for duplicates", async () => {
    const folder = join(wardroom.files, ".microai/knowledge/shared");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "a.md"), "word ".repeat(150_000));
    await writeFile(join(folder, "b.md"), `${"word ".repeat(150_000)}end`);
    const found = await call("GET", `${API}/knowledge/duplicates`);
    expect(await found.json()).toMatchObject({ files: 2, groups: [] });
  });
});
