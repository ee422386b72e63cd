import type { Command } from "commander";
import { api } from "@/lib/client/paths";
import { TeamCommandDone } from "@/lib/contracts/team-sessions";
import type { Cli } from "@/lib/cli/cli";
import { addTeamSessionOption, chooseTeamSession, type TeamSessionChoice } from "@/lib/cli/choose-team";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";
import { showTeamSession } from "@/lib/cli/show-team-session";

/** `wardroom knowledge load`, `unload`, `loaded` and `reload`: the commands of a team's observers. */
export function addLoadCommands(group: Command, cli: Cli): void {
  const load = addTeamSessionOption(group.command("load").argument("<knowledge>", "its id"))
    .option("--force", "beyond the budget; a person's alone")
    .description("load knowledge into a session, within its budget");
  addExamples(load, ["wardroom knowledge load owasp-top-10", "wardroom knowledge load owasp-top-10 --force"]);
  load.action(async (id: string, { force, ...choice }: TeamSessionChoice & { force?: true }) => {
    showTeamSession(cli, await give(cli, choice, { command: `*load: ${id}`, force: force === true }));
  });

  const unload = addTeamSessionOption(group.command("unload").argument("<knowledge>", "its id"));
  unload.description("take knowledge out of a session");
  addExamples(unload, ["wardroom knowledge unload owasp-top-10"]);
  unload.action(async (id: string, choice: TeamSessionChoice) => {
    showTeamSession(cli, await give(cli, choice, { command: `*unload: ${id}` }));
  });

  const loaded = addTeamSessionOption(group.command("loaded")).description("what a session has loaded");
  addExamples(loaded, ["wardroom knowledge loaded", "wardroom knowledge loaded --json"]);
  loaded.action(async (choice: TeamSessionChoice) => {
    const { paint } = cli;
    showTeamSession(cli, await give(cli, choice, { command: "*knowledge" }), ({ loaded: entries }) =>
      entries.length === 0
        ? ""
        : cli.table(entries, [
            { title: "KNOWLEDGE", value: ({ id }) => plainLine(id), style: paint.name },
            { title: "TOKENS", value: ({ tokens }) => String(tokens), align: "right" },
            { title: "FILE", value: ({ path, summary }) => plainLine(summary ? `${path} (summary)` : path) },
            { title: "WHY", value: ({ why }) => plainLine(why), shrinks: true },
          ]),
    );
  });

  const reload = addTeamSessionOption(group.command("reload"));
  reload.description("recheck what is loaded, and show what changed on disk");
  addExamples(reload, ["wardroom knowledge reload"]);
  reload.action(async (choice: TeamSessionChoice) => {
    showTeamSession(cli, await give(cli, choice, { command: "*reload" }));
  });
}

async function give(
  cli: Cli,
  choice: TeamSessionChoice,
  body: { command: string; force?: boolean },
): Promise<TeamCommandDone> {
  const path = (await chooseTeamSession(cli, choice))((scope) => `${api.teamSession(scope)}/commands`);
  return cli.ask(TeamCommandDone, path, { method: "POST", body });
}
