import type { Command } from "commander";
import type { Cli } from "@/lib/cli/cli";

/** Adds the commands of one subject to the program. */
export type CommandGroup = (program: Command, cli: Cli) => void;
