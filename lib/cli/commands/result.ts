import { InvalidArgumentError, type Command } from "commander";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";
import { api } from "@/lib/client/paths";
import { Result } from "@/lib/contracts/results";
import { OUTCOMES, renderResult } from "@/lib/core/context/gate";

/** `wardroom result`: how a run of tests went, for the Lead and for gates. */
export function addResultCommand(program: Command, cli: Cli): void {
  const command = addSessionOption(
    program
      .command("result")
      .argument("<outcome>", "pass or fail", outcomeOf)
      .argument("<text...>", "what was run and how it went, or - for standard input"),
  )
    .option("--version <version>", "the context version it was run for, such as GC-v3")
    .description("report how a run went; a gate says which files changed after it");
  addExamples(command, ['wardroom result pass "npm test, 72 of 72" --version GC-v3 --as tester-1']);
  command.action(async (outcome: string, words: string[], choice: SessionChoice) => {
    const { version } = command.optsWithGlobals<{ version?: string }>();
    const path = (await chooseSession(cli, choice))((scope) => `${api.session(scope)}/results`);
    const body = {
      outcome,
      text: await cli.text(words),
      ...(version !== undefined && { version: version.replace(/^gc/i, "GC") }),
    };
    const result = await cli.ask(Result, path, { method: "POST", body });
    cli.show(result, () => `${cli.paint.good("Noted")}: ${plainLine(renderResult(result))}\n`);
  });
}

function outcomeOf(value: string): string {
  const outcome = OUTCOMES.find((each) => each === value.toLowerCase());
  if (outcome !== undefined) return outcome;
  throw new InvalidArgumentError("Write pass or fail.");
}
