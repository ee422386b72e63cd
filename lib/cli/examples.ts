import type { Command } from "commander";

/** How a command is typed, and what else is to be known of it. */
interface Examples {
  lines: readonly string[];
  note: string;
}

const EXAMPLES = new WeakMap<Command, Examples>();

/** Keeps these lines for the end of a command's help. */
export function addExamples(command: Command, lines: string[], note = ""): Command {
  EXAMPLES.set(command, { lines, note });
  return command;
}

/** The examples of a command; none of a group. */
export function examplesOf(command: Command): Examples {
  return EXAMPLES.get(command) ?? { lines: [], note: "" };
}
