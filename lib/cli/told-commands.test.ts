import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { programOf } from "@/lib/cli/testing/cli.fixture";
import { commandsIn, toldCommands, type ToldCommand } from "@/lib/cli/testing/told-commands.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const wardroom = await TestWardroom.open();
const told: ToldCommand[] = await toldCommands();

/** What the command's parser has against a command line; null where it would run it. */
async function refusal(command: string): Promise<string | null> {
  const program = await programOf(wardroom);
  for (const each of leaves(program)) each.action(() => undefined);
  const words = [...command.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)].map(
    ([, quoted, single, bare]) => quoted ?? single ?? bare ?? "",
  );
  try {
    await program.parseAsync(words.slice(1), { from: "user" });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function leaves(command: Command): Command[] {
  const isGroup = command.commands.length > 0 && command.registeredArguments.length === 0;
  return [...(isGroup ? [] : [command]), ...command.commands.flatMap(leaves)];
}

describe("a command that somebody is told to run", () => {
  it("is taken as it stands", async () => {
    const refused: string[] = [];
    for (const command of new Set(told.map((each) => each.command))) {
      const reason = await refusal(command);
      if (reason !== null && reason !== "(outputHelp)")
        refused.push(`${told.find((each) => each.command === command)?.place}: ${command}: ${reason}`);
    }
    expect(refused).toEqual([]);
  });

  it("is found wherever it is told", async () => {
    expect(told.length).toBeGreaterThan(300);
    expect(commandsIn('Read it with: wardroom context updates <role>. Then "wardroom inbox".')).toEqual([
      "wardroom context updates 1",
      "wardroom inbox",
    ]);
    expect(await refusal("wardroom inbox 1 --wayt 5")).toContain("unknown option '--wayt'");
    expect(await refusal("wardroom gate end")).not.toBeNull();
  });
});
