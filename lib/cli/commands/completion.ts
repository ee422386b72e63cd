import type { Command } from "commander";
import { AppError } from "@/lib/core/errors";
import type { Cli } from "@/lib/cli/cli";
import { COMPLETION_SCRIPTS, SHELLS } from "@/lib/cli/completion/scripts";
import { findExpected, type Candidate, type Expected } from "@/lib/cli/completion/find-candidates";
import { lookUpIds } from "@/lib/cli/completion/look-up-ids";
import { addExamples } from "@/lib/cli/examples";

/** `wardroom completion`: what a shell needs so that Tab completes commands, options and the ids there are. */
export function addCompletionCommand(program: Command, cli: Cli): void {
  const command = program
    .command("completion")
    .argument("<shell>", SHELLS.join(", "))
    .description("print the script that completes the command's words in a shell");
  addExamples(command, [
    "source <(wardroom completion bash)",
    "source <(wardroom completion zsh)",
    "wardroom completion fish | source",
  ]);
  command.action((name: string) => {
    const shell = SHELLS.find((each) => each === name);
    if (shell === undefined) {
      throw new AppError("invalid_input", `There is no completion for ${name}.`, {
        hint: `Shells: ${SHELLS.join(", ")}.`,
      });
    }
    cli.surroundings.stdout.write(COMPLETION_SCRIPTS[shell]);
  });

  program
    .command("__complete", { hidden: true })
    .argument("[words...]")
    .action(async (words: string[]) => {
      const expected = findExpected(program, words);
      cli.flags = { ...cli.flags, ...flagsOf(expected) };
      const found = [...expected.candidates, ...(await idsOf(cli, expected))];
      const lines = found.filter(({ value }) => value.startsWith(expected.typed)).map(lineOf);
      if (expected.files) lines.push(":files");
      cli.surroundings.stdout.write(lines.map((line) => `${line}\n`).join(""));
    });
}

/** What the line says of where to look. */
function flagsOf({ given }: Expected): Partial<Cli["flags"]> {
  const { workspace, url, token } = given;
  return {
    ...(workspace !== undefined && { workspace }),
    ...(url !== undefined && { url }),
    ...(token !== undefined && { token }),
  };
}

async function idsOf(cli: Cli, expected: Expected): Promise<Candidate[]> {
  if (expected.ids === undefined) return [];
  try {
    return await lookUpIds(cli, expected.ids, expected);
  } catch {
    // Whoever presses Tab wants words and no sentence of ours in between.
    return [];
  }
}

function lineOf({ value, note }: Candidate): string {
  return note === undefined ? value : `${value}\t${note}`;
}
