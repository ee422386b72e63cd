import type { Command } from "commander";
import type { Cli } from "@/lib/cli/cli";
export function addInitCommand(_program: Command, _cli: Cli): void {}
