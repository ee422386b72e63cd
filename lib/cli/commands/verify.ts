import type { Command } from "commander";
import { api } from "@/lib/client/paths";
import { Integrity } from "@/lib/contracts/events";
import { ERRORS } from "@/lib/core/errors";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";

/** `wardroom verify`: whether history and files agree. */
export function addVerifyCommand(program: Command, cli: Cli): void {
  const command = program.command("verify").description("prove the history and compare every file with it");
  addExamples(
    command,
    ["wardroom verify", "wardroom verify --json"],
    "Edits made outside are recorded first. Ends with 5 when something does not agree.",
  );
  command.action(async () => {
    const found = await cli.working("Verifying", () =>
      cli.ask(Integrity, (workspace) => `${api.workspace(workspace)}/integrity`),
    );
    if (!found.ok) cli.exitCode = ERRORS.conflict.exit;
    cli.show(found, ({ ok, events, documents, firstBroken }) => {
      const counted = `${events} events, ${documents} documents.`;
      if (ok) return `${cli.paint.good("All agree:")} ${counted}\n`;
      const first =
        firstBroken &&
        ` First: the ${firstBroken.kind} ${plainLine(firstBroken.target)}: ${plainLine(firstBroken.detail)}`;
      return `${cli.paint.bad("Something does not agree.")}${first ?? ""}\n${counted}\n`;
    });
  });
}
