import type { Command } from "commander";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { findProjectFolder } from "@/lib/cli/find-place";
import { layOutKnowledge } from "@/lib/cli/init/lay-out-knowledge";
import type { InitChoice, PlannedFile } from "@/lib/core/protocol/plan-init";
import { renderPlan } from "@/lib/cli/init/render-plan";
import { sayVersionControl, VERSION_CONTROL } from "@/lib/cli/init/version-control";
import { sayCount } from "@/lib/core/text/say-count";
import { changeFiles, planProtocol } from "@/lib/store/project-files";

type Options = InitChoice & { dryRun?: true; knowledge?: true | string[] };

/** `wardroom init`: tells the agents of a project how to work with Wardroom. */
export function addInitCommand(program: Command, cli: Cli): void {
  const command = program
    .command("init")
    .description("tell this project's agents how to work in a team; shows every change and asks first")
    .option("--file <name>", "where to put the protocol; CLAUDE.md or AGENTS.md, whichever is read, when left out")
    .option("--no-agents", "leave out the agent definitions")
    .option("--no-gitignore", "leave .gitignore alone, to keep agent memories in the repository")
    .option(
      "--knowledge [teams...]",
      "lay out the knowledge these teams load instead, and list what lies without an index",
    )
    .option("--dry-run", "only show what would change");
  addExamples(
    command,
    [
      "wardroom init",
      "wardroom init --dry-run",
      "wardroom init --yes --no-gitignore",
      "wardroom init --knowledge dev-security dev-qa",
    ],
    "Existing content stays as it is, byte for byte. Running it again changes nothing.",
  );
  command.action(async ({ dryRun, knowledge, ...choice }: Options) => {
    if (knowledge !== undefined) {
      await layOutKnowledge(cli, knowledge === true ? [] : knowledge, dryRun === true);
      return;
    }
    const { surroundings, flags, paint } = cli;
    const { cwd, home, project } = surroundings;
    const folder = await findProjectFolder({ chosen: flags.workspace, cwd, home, project });
    const plan = await planProtocol({ folder, locateFile: surroundings.locateFile }, choice);
    const changes = plan.filter(({ before, after }) => before !== after);
    const answer = (written: boolean) => ({
      folder,
      written,
      versionControl: VERSION_CONTROL,
      files: plan.map(({ path, before, after }) => ({ path, change: nameOf({ before, after }) })),
    });
    if (changes.length === 0) {
      cli.show(answer(false), () => `${renderPlan(plan, paint)}Nothing to do: ${folder} is set up.\n`);
      return;
    }
    const shown = () => `${renderPlan(plan, paint)}\n${sayVersionControl()}`;
    if (dryRun === true) {
      cli.show(answer(false), shown);
      return;
    }
    if (flags.json !== true) surroundings.stderr.write(shown());
    const files = sayCount(changes.length, "file");
    await cli.confirm(`${files} in ${folder} will be written.`);
    await changeFiles(surroundings, folder, { files: changes, folders: [] });
    cli.show(answer(true), () => `${paint.good("Done.")} ${files} written. Next: wardroom serve\n`);
  });
}

function nameOf({ before, after }: Pick<PlannedFile, "before" | "after">): "unchanged" | "new" | "changed" {
  if (before === after) return "unchanged";
  return before === null ? "new" : "changed";
}
