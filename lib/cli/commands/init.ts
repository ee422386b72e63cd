import type { Command } from "commander";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { findProjectFolder } from "@/lib/cli/find-place";
import type { InitChoice, PlannedFile } from "@/lib/core/protocol/plan-init";
import { renderPlan } from "@/lib/cli/init/render-plan";
import { sayCount } from "@/lib/core/text/say-count";
import { changeFiles, planProtocol } from "@/lib/store/project-files";
import { api } from "@/lib/client/paths";
import type { FileChange } from "@/lib/contracts/file-change";
import { KnowledgeLaidOut } from "@/lib/contracts/knowledge-layout";
import { plainLine, plainText } from "@/lib/cli/plain-text";
import { greatest } from "@/lib/core/lists";

/** What a folder or file of Wardroom is to version control. */
interface KeptOrNot {
  path: string;
  /** Whether it belongs in the repository. */
  keep: boolean;
  why: string;
}

/** What belongs in a project's repository and what in its .gitignore, each with the reason. */
const VERSION_CONTROL: readonly KeptOrNot[] = [
  {
    path: "CLAUDE.md, AGENTS.md, .claude/agents/",
    keep: true,
    why: "everybody's agents work by the same rules",
  },
  { path: ".agent/teams/*/phase-*/", keep: true, why: "the records of gates are read with the code" },
  {
    path: ".agent/teams/*/*",
    keep: false,
    why: "agents write these files all the time: a checkout, rebase or stash would take their lines away",
  },
  { path: ".microai/", keep: true, why: "teams load the same knowledge everywhere" },
  { path: ".kaizen/", keep: false, why: "what an agent learned on one machine changes with every session" },
  {
    path: ".wardroom/",
    keep: false,
    why: "a database and the owner's token, where Wardroom's data lies in the project",
  },
];

/** The same as a table of text, with the lines of .gitignore in front of their reasons. */
function sayVersionControl(): string {
  const width = greatest(VERSION_CONTROL.map(({ path }) => path.length));
  const rows = VERSION_CONTROL.map(({ path, keep, why }) => {
    return `  ${keep ? "commit" : "ignore"}  ${path.padEnd(width)}  ${why}`;
  });
  return (
    `In version control:\n${rows.join("\n")}\n` +
    "If git tracks files below .agent/teams already, this leaves them as they are and ends that: git rm -r --cached .agent/teams\n"
  );
}

const SIGNS = { added: "+", removed: "-", same: " " } as const;

/**
 * Makes the folders and files that teams load knowledge from, and lists in an index what lies there without one. Every
 * file is shown before it is written, and written only if it still is what was shown; nothing is moved or replaced.
 */
async function layOutKnowledge(cli: Cli, teams: string[], dryRun: boolean): Promise<void> {
  const path = (workspace: string) => `${api.knowledge(workspace)}/layout`;
  const ask = (dry: boolean, etag?: string) =>
    cli.ask(KnowledgeLaidOut, path, {
      method: "POST",
      body: { teams, dryRun: dry },
      ...(etag !== undefined && { ifMatch: etag }),
    });
  const preview = await ask(true);
  if (preview.changes.length === 0) {
    cli.show(preview, () => "Nothing to do: knowledge is laid out.\n");
    return;
  }
  const shown = preview.changes.map((change) => renderChange(cli, change)).join("\n");
  if (dryRun) {
    cli.show(preview, () => shown);
    return;
  }
  if (cli.flags.json !== true) cli.surroundings.stderr.write(shown);
  const files = sayCount(preview.changes.length, "file");
  await cli.confirm(`${files} will be written.`);
  const done = await ask(false, preview.etag);
  cli.show(done, () => `${cli.paint.good("Done.")} ${files} written. Next: wardroom knowledge resolve\n`);
}

function renderChange(cli: Cli, { path, kind, hunks }: FileChange): string {
  const { paint } = cli;
  const lines = hunks.flatMap((hunk) =>
    hunk.lines.map(({ kind: sign, segments }) => {
      const line = `${SIGNS[sign]} ${plainText(segments.map((segment) => segment.text).join(""))}`;
      return sign === "added" ? paint.good(line) : sign === "removed" ? paint.bad(line) : line;
    }),
  );
  return `${paint.name(plainLine(path))} ${paint.faint(kind)}\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

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
    cli.show(
      answer(true),
      () =>
        `${paint.good("Done.")} ${files} written. Next: wardroom plugin install. Or that, a session and the server in one: wardroom up\n`,
    );
  });
}

function nameOf({ before, after }: Pick<PlannedFile, "before" | "after">): "unchanged" | "new" | "changed" {
  if (before === after) return "unchanged";
  return before === null ? "new" : "changed";
}
