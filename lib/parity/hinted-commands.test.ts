import { beforeAll, expect, it } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { wardroomCli, type Ended } from "@/lib/cli/testing/cli.fixture";
import { commandFor } from "@/lib/cli/report-error";
import { Problem } from "@/lib/contracts/primitives";
import { ERRORS } from "@/lib/core/errors";
import { parseJson } from "@/lib/core/text/parse-json";
import { rewordHint } from "@/lib/operations/next-steps";
import { openDoors } from "@/lib/parity/doors.fixture";
import { prepareWorkspace } from "@/lib/parity/example-preparations.fixture";
import { inWords, ORDERED, take, wordsIn, wordsOf, type World } from "@/lib/parity/take-example.fixture";

/** Who is refused: a role that writes itself, one that relays, the Lead, and an agent's process without a role. */
const CALLERS: Readonly<Record<string, Record<string, string>>> = {
  "implementer-1": { WARDROOM_ROLE: "implementer-1" },
  "researcher-1": { WARDROOM_ROLE: "researcher-1" },
  Lead: { WARDROOM_ROLE: "Lead" },
  "nobody said who": { CLAUDECODE: "1" },
};

/** What stands for what a hint leaves open. */
const PLAUSIBLE: Readonly<Record<string, string>> = {
  session: "invoice-import",
  role: "implementer-1",
  roles: "integrator-4",
  agent: "code-reviewer",
  team: "security-review",
};

/** Commands that wait for a person, or serve: nobody runs them in the middle of work. */
const NOT_RUN = /^(?:up|down|serve|doctor|watch|login|mcp|adopt)\b/;

let world: World;
beforeAll(async () => {
  world = { kind: "folder", doors: await openDoors("folder"), clients: new Map() };
  const [create] = ORDERED;
  for (const example of create?.examples ?? [])
    if (create !== undefined) await take(world, "cli", create, example, inWords);
  serve(world.doors.cli.wardroom);
  await prepareWorkspace();
});

function run(argv: readonly string[], caller: string): Promise<Ended> {
  return wardroomCli(world.doors.cli.wardroom, [...argv, "--no-color"], { env: CALLERS[caller] ?? {} });
}

/** The commands that a refusal names, as it prints them, with plausible values where it leaves something open. */
function commandsIn({ err }: Ended, printed: string): string[] {
  const { data } = Problem.safeParse(parseJson(err));
  const named: string[] = [];
  rewordHint(data?.hint ?? "", data?.next ?? [], (step) => {
    const command = commandFor(step);
    const [before, after] = printed.split(command, 2);
    if (before !== printed) named.push(command + (/^ --(?:as [\w-]+|owner)/.exec(after ?? "")?.[0] ?? ""));
    return "";
  });
  return named
    .filter((command) => command.startsWith("wardroom "))
    .map((command) =>
      command.replace(/<([\w-]+)(?:\.\.\.)?>/g, (_, name: string) => PLAUSIBLE[name] ?? "ffffffffffff"),
    );
}

/** What is not there, in place of each id. */
const nowhere = (word: string) => (/^[0-9a-f]{12,16}$/.test(word) ? "ffffffffffff" : word);

it("says to each who is refused what that very caller may do, as a whole command", async () => {
  const hinted = new Map<string, { caller: string; after: string }>();
  for (const operation of ORDERED.filter(({ commands, id }) => commands !== undefined && !ENDS.has(id))) {
    for (const example of operation.examples) {
      const words = wordsOf(operation, example).filter((word, at, all) => word !== "--as" && all[at - 1] !== "--as");
      for (const caller of Object.keys(CALLERS)) {
        const { session } = (example.params ?? {}) as { session?: string };
        const place =
          session === undefined || operation.commands?.[0]?.includes("<session>") ? [] : ["--session", session];
        const typed = [...words.map(nowhere), ...place, "--yes"];
        const ended = await run([...typed, "--json"], caller);
        if (ended.code === 0) continue;
        const { err: printed } = await run(typed, caller);
        for (const command of commandsIn(ended, printed))
          hinted.set(`${caller} ${command}`, { caller, after: `${words.join(" ")}: ${ended.err.slice(0, 300)}` });
      }
    }
  }
  expect(hinted.size).toBeGreaterThan(20);
  const wrong: string[] = [];
  for (const [key, { caller, after }] of hinted) {
    const command = key.slice(caller.length + " wardroom ".length);
    if (NOT_RUN.test(command)) continue;
    const ended = await run([...wordsIn(command), "--yes"], caller);
    if (ended.code === ERRORS.forbidden.exit || USAGE.test(ended.err))
      wrong.push(`${caller}: ${command}: ${ended.err.slice(0, 200)} after ${after}`);
  }
  expect(wrong).toEqual([]);
});

const USAGE = /^error: (?:Unknown (?:command|option)|Missing required|Too many arguments)/m;

/** What takes everything away that the others are about. */
const ENDS = new Set(["session.delete", "session.finish", "history.redact"]);
