import type { Command } from "commander";
import type { Cli } from "@/lib/cli/cli";
export function addCompletionCommand(_program: Command, _cli: Cli): void {}
