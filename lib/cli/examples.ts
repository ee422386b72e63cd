import type { Command } from "commander";

/** Shows these lines at the end of a command's help. */
export function addExamples(command: Command, lines: string[], note = ""): Command {
  const shown = lines.map((line) => `  $ ${line}`).join("\n");
  return command.addHelpText("after", `\nExamples:\n${shown}${note === "" ? "" : `\n\n${note}`}`);
}
