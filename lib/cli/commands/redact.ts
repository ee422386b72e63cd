import type { Command } from "commander";
import { api } from "@/lib/client/paths";
import { Redaction } from "@/lib/contracts/redactions";
import { AppError } from "@/lib/core/errors";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";

/** `wardroom redact`: takes a secret out of files and history. */
export function addRedactCommand(program: Command, cli: Cli): void {
  const command = program
    .command("redact")
    .argument("<text>", "always -: the secret is read from standard input, where no other user can see it")
    .description("remove a secret from all files and the whole history, for good; asks first")
    .requiredOption("--reason <words>", "why; it is kept, so leave the secret out of it");
  addExamples(
    command,
    ['wardroom redact - --reason "a key was pasted" --yes < secret.txt'],
    "Revoke the secret where it is used first: whoever has read it knows it.",
  );
  command.action(async (given: string, { reason }: { reason: string }) => {
    if (given !== "-") {
      throw new AppError("invalid_input", "The secret itself is not taken as an argument; nothing was done.", {
        hint: "Every user of this machine can see arguments, and the shell keeps them. Give - and the secret on standard input.",
      });
    }
    await cli.confirm(
      "Every occurrence of the text is replaced, in the files and in the history. This cannot be undone.",
    );
    const text = await cli.text("-");
    const done = await cli.working("Redacting", () =>
      cli.ask(Redaction, (workspace) => `${api.workspace(workspace)}/redactions`, {
        method: "POST",
        body: { text, reason },
      }),
    );
    cli.show(done, (answer) => render(answer, cli));
  });
}

function render({ documents, revisions, rows, marker, notReached }: Redaction, { paint }: Cli): string {
  const isNothing = documents + revisions + rows === 0;
  return [
    isNothing
      ? "The text was not found in this workspace.\n"
      : `${paint.good("Redacted")} in ${documents} files, ${revisions} revisions and ${rows} other rows; ${plainLine(marker)} stands there now.\n`,
    "Not checked:\n",
    ...notReached.map((place) => `  ${plainLine(place)}\n`),
  ].join("");
}
