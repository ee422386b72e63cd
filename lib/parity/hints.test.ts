import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commandFor } from "@/lib/cli/report-error";
import { listUsages } from "@/lib/cli/testing/cli.fixture";
import { toolFor } from "@/lib/mcp/hints";
import { TOOLS } from "@/lib/mcp/tools";
import { restCall, stepsIn } from "@/lib/operations/next-steps";
import { PROJECT, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

/** Where refusals are worded that every door tells. */
const FOLDERS = ["lib/services", "lib/core"];

/** What agents with the command are told, and what the doctor and the server's log say to who sits at a terminal. */
const FOR_TERMINALS = [
  ...["lib/core/coach/coach-definition.ts", "lib/core/coach/judge.ts", "lib/core/plugin-setup/", "lib/core/protocol/"],
  ...["lib/services/history/examine.ts", "lib/services/history/adopt-rescued.ts"],
  ...["lib/services/history/settle-history.ts", "lib/services/history/content.ts"],
];

/** An operation that a hint names: {relay.list}. What stands behind a $ is a value of the sentence. */
const NAMED = /(?<!\$)\{([a-z-]+\.[a-z-]+)\}/g;

/** What only one of the doors has: a call of REST, a header, a command, an option. */
const OF_ONE_DOOR =
  /\b(?:GET|POST|PUT|PATCH|DELETE) […/]|X-Wardroom-|If-Match:|Authorization:|\bwardroom [a-z]+ |the tool `/;

/** The lines of all sources that word a refusal. */
async function hintLines(): Promise<{ place: string; line: string }[]> {
  const found: { place: string; line: string }[] = [];
  for (const folder of FOLDERS) {
    const files = await readdir(join(PROJECT, folder), { recursive: true });
    for (const file of files.filter((each) => each.endsWith(".ts") && !/\.(test|fixture|arbitrary)\.ts$/.test(each))) {
      const lines = (await readFile(join(PROJECT, folder, file), "utf8")).split("\n");
      for (const [index, line] of lines.entries())
        if (/["`]/.test(line) && !/^\s*(\*|\/\/|\/\*)/.test(line))
          found.push({ place: `${folder}/${file}:${index + 1}`, line });
    }
  }
  return found;
}

const lines: { place: string; line: string }[] = await hintLines();
const needed = (usage: string) => usage.replaceAll(/ \[[^\]]+\]/g, "");
// relay list [role]
const usages: string[] = (await listUsages(await TestWardroom.open())).map((usage) => `wardroom ${needed(usage)}`);

describe("what a refusal says to do next", () => {
  it("is said as an operation that there is", () => {
    const named = lines.flatMap(({ place, line }) => [...line.matchAll(NAMED)].map(([whole]) => ({ place, whole })));
    expect(named.length).toBeGreaterThan(35);
    expect(named.filter(({ whole }) => stepsIn(whole, {}).length !== 1)).toEqual([]);
  });

  it("can be done as each door words it", () => {
    const named = new Set(lines.flatMap(({ line }) => [...line.matchAll(NAMED)].map(([whole]) => whole)));
    for (const step of [...named].flatMap((whole) => stepsIn(whole, {}))) {
      expect(restCall(step)).toMatch(/^(GET|POST|PUT|PATCH|DELETE) (…\/|\/api\/)/);
      const tool = /`([a-z-]+)`/.exec(toolFor(step))?.[1];
      if (tool !== undefined) expect(TOOLS.map(({ name }) => name)).toContain(tool);
      else expect(toolFor(step)).toBe("the dashboard");
      const command = commandFor(step);
      if (command !== "the dashboard") expect(usages).toContain(command);
    }
  });

  it("names nothing that only one door has", () => {
    const shared = lines.filter(({ place }) => !FOR_TERMINALS.some((own) => place.startsWith(own)));
    expect(shared.filter(({ line }) => OF_ONE_DOOR.test(line))).toEqual([]);
    expect(OF_ONE_DOOR.test('hint: "List the relays with GET …/relays."')).toBe(true);
  });
});
