import type { Command } from "commander";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { plainText } from "@/lib/cli/plain-text";
import { api } from "@/lib/client/paths";
import { FileText } from "@/lib/contracts/files";

/** `wardroom file show`: a document as it lies on the disk. */
export function addFileCommand(program: Command, cli: Cli): void {
  const group = program.command("file").description("documents of the workspace as they lie on the disk: list, show");
  const command = group
    .command("show")
    .argument("<path>", "in the workspace")
    .description("a document as it lies on the disk");
  addExamples(command, ["wardroom file show .agent/teams/invoice-import/orchestration-plan.md"]);
  command.action(async (path: string) => {
    const file = await cli.ask(FileText, (workspace) => api.file(workspace, path));
    cli.show(file, ({ text, problem }) => (problem === null ? plainText(text) : `${plainText(problem)}\n`));
  });
}
