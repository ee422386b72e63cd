import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const KEYS = "vendor/kv.min.js cuts keys to 24 characters, `set()` says nothing";
const AGAIN = "Keys longer than 24 characters are cut by vendor/kv.min.js without a word";
const run = (...argv: string[]) => wardroomCli(wardroom, ["--no-color", ...argv]);

const wardroom = await TestWardroom.open();
serve(wardroom);
await wardroom.session("one", ["implementer-1", "tester-1"]);

it("shows what was said already, and the commands that it names run as they stand", async () => {
  const { out } = await run("say", "implementer-1", "warning", KEYS);
  const [id = ""] = /[0-9a-f]{12}/.exec(out) ?? [];
  const { code, err } = await run("say", "tester-1", "finding", AGAIN, "--session", "one");
  expect(code).toBe(5);
  expect(err).toContain(`error: Not written: ${id}, by implementer-1, `);
  expect(err).toContain(`  ${id}  [Warning] implementer-1: ${KEYS}\n`);
  const [, same = ""] = /Confirm it: wardroom (same [^;]+);/.exec(err) ?? [];
  expect(await run(...same.split(" "))).toMatchObject({
    code: 0,
    out: `Confirmed: ${id} of implementer-1, also seen by tester-1.\n`,
  });
  expect((await run("session", "show", "one")).out).toContain("also seen by tester-1");
  expect(err).toContain("or say yours once more with --anyway.");
  expect((await run("say", "tester-1", "finding", AGAIN, "--anyway")).out).toContain("Left with the Lead");
});

it("writes into a section of text as the Lead, whose name is no teammate's", async () => {
  const path = join(wardroom.files, ".agent/teams/one/TEAM-MEMORY.md");
  await writeFile(path, `${await readFile(path, "utf8")}\n## Summary\n\n- Two weeks in\n`);
  expect(await run("say", "Summary", "decision", "Ship in May")).toMatchObject({
    code: 0,
    out: expect.stringContaining("Added to the section of Summary as ") as string,
  });
  expect(await readFile(path, "utf8")).toMatch(/## Summary\n\n- Two weeks in\n- \[Decision\] .*Ship in May\n$/);
  const { code, err } = await run("say", "Lead", "decision", "Ship in June", "--as", "Summary");
  expect(code).toBe(2);
  expect(err).toContain("summary is what a section of text is called, not a teammate.");
});
