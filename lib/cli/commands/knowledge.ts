import type { Command } from "commander";
import { KnowledgeList, TeamKnowledge } from "@/lib/contracts/knowledge";
import { KnowledgeLaidOut } from "@/lib/contracts/knowledge-layout";
import type { Cli } from "@/lib/cli/cli";
import {
  addressOfTeam,
  type TeamChoice,
  addTeamSessionOption,
  teamSessionAddress,
  type TeamSessionChoice,
} from "@/lib/cli/choose-team";
import { addExamples, collect } from "@/lib/cli/declare-command";
import { plainLine } from "@/lib/cli/terminal-text";
import { renderHunks } from "@/lib/cli/render-diff";
import { sayCount } from "@/lib/core/text/say-count";
import { TeamCommandDone, CheckpointSaved } from "@/lib/contracts/team-sessions";
import { showTeamSession, tellWarnings } from "@/lib/cli/show-team-session";

/** `wardroom knowledge`: what teams load within their budget, and the sessions they load it in. */
export function addKnowledgeCommands(program: Command, cli: Cli): void {
  const group = program
    .command("knowledge")
    .description("what teams load: list, lay-out, resolve, start, load, unload, reload, checkpoint, resume, end");
  addList(group, cli);
  addLayOut(group, cli);
  addLoadCommands(group, cli);
  addSave(group, cli);
}

function addList(group: Command, cli: Cli): void {
  const command = group.command("list").option("-t, --team <team>", "what this team's index lists");
  command.description("the shared registry, or a team's index, with counted tokens");
  addExamples(command, ["wardroom knowledge list", "wardroom knowledge list --team dev-security"]);
  command.action(async ({ team }: TeamChoice) => {
    const { paint } = cli;
    if (team === undefined) {
      const found = await cli.askAll(KnowledgeList, "/knowledge");
      cli.show(found, ({ items }) =>
        items.length === 0
          ? "The registry has no entry yet.\n"
          : cli.table(items, [
              { title: "KNOWLEDGE", value: ({ id }) => plainLine(id), style: paint.name },
              { title: "TOKENS", value: ({ tokens }) => String(tokens ?? "-"), align: "right" },
              { title: "ESTIMATE", value: ({ tokensEstimate }) => String(tokensEstimate ?? "-"), align: "right" },
              { title: "TEAMS", value: ({ usedBy }) => plainLine(usedBy.map((use) => use.team).join(", ") || "-") },
              { title: "FILE", value: ({ path, problem }) => plainLine(problem ?? path ?? "-"), shrinks: true },
            ]),
      );
      return;
    }
    const index = await cli.ask(TeamKnowledge, `${addressOfTeam(team)}/knowledge`);
    cli.show(index, ({ entries }) =>
      entries.length === 0
        ? "The index has no entry yet.\n"
        : cli.table(entries, [
            { title: "KNOWLEDGE", value: ({ id }) => plainLine(id), style: paint.name },
            { title: "KIND", value: ({ kind }) => kind },
            { title: "PRIORITY", value: ({ priority }) => priority },
            { title: "TOKENS", value: ({ tokens }) => String(tokens ?? "-"), align: "right" },
            { title: "LOADED BY", value: ({ core, modes, keywords }) => sayWhat(core, modes, keywords), shrinks: true },
          ]),
    );
  });
}

/** `wardroom knowledge lay-out`: every file is shown before it is written, and written only if it still is what was shown. */
function addLayOut(group: Command, cli: Cli): void {
  const command = group
    .command("lay-out")
    .argument("[teams...]", "new teams to make an index for")
    .option("--dry-run", "only show what would change")
    .description("lay out the knowledge that teams load, and list what lies there without an index; asks first");
  addExamples(command, ["wardroom knowledge lay-out", "wardroom knowledge lay-out dev-security dev-qa --dry-run"]);
  command.action(async (teams: string[], { dryRun }: { dryRun?: true }) => {
    const ask = (dry: boolean, ifMatch?: string) =>
      cli.ask(KnowledgeLaidOut, "/knowledge/layout", {
        method: "POST",
        body: { teams, dryRun: dry },
        ...(ifMatch !== undefined && { ifMatch }),
      });
    const preview = await ask(true);
    const { paint, flags, surroundings } = cli;
    const shown = preview.changes.map(
      ({ path, kind, hunks }) => `${paint.name(plainLine(path))} ${paint.faint(kind)}\n${renderHunks(hunks, paint)}`,
    );
    if (shown.length === 0 || dryRun === true) {
      cli.show(preview, () => shown.join("\n") || "Nothing to do: knowledge is laid out.\n");
      return;
    }
    if (flags.json !== true) surroundings.stderr.write(shown.join("\n"));
    const files = sayCount(shown.length, "file");
    await cli.confirm(`${files} will be written.`);
    const done = await ask(false, preview.etag);
    cli.show(done, () => `${paint.good("Done.")} ${files} written. Next: wardroom knowledge resolve\n`);
  });
}

function sayWhat(core: boolean, modes: string[], keywords: string[]): string {
  const parts = [core ? "always" : "", ...modes.map((mode) => `mode ${mode}`), ...keywords];
  return plainLine(parts.filter((part) => part !== "").join(", ") || "-");
}

/** `wardroom knowledge load`, `unload`, `loaded` and `reload`: the commands of a team's observers. */
function addLoadCommands(group: Command, cli: Cli): void {
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

async function give(cli: Cli, choice: TeamSessionChoice, body: { command: string; force?: boolean }) {
  return cli.ask(TeamCommandDone, `${await teamSessionAddress(cli, choice)}/commands`, { method: "POST", body });
}

function addSave(group: Command, cli: Cli): void {
  const command = addTeamSessionOption(group.command("checkpoint"))
    .option("--speaker <name>", "whose turn it is")
    .option("--agreed <words>", "an agreement, in place of those there are; may be given several times", collect)
    .option("--issue <words>", "an open issue, in place of those there are; may be given several times", collect)
    .option("--next <words>", "the next action")
    .description("save a checkpoint of a session");
  addExamples(command, ['wardroom knowledge checkpoint --next "Architect proposes a design"']);
  type Given = TeamSessionChoice & { speaker?: string; agreed?: string[]; issue?: string[]; next?: string };
  command.action(async ({ speaker, agreed, issue, next, ...choice }: Given) => {
    const path = `${await teamSessionAddress(cli, choice)}/checkpoints`;
    const body = {
      ...(speaker !== undefined && { state: { currentSpeaker: speaker } }),
      agreements: agreed,
      openIssues: issue,
      ...(next !== undefined && { resumeHints: { nextAction: next } }),
    };
    const saved = await cli.ask(CheckpointSaved, path, { method: "POST", body });
    tellWarnings(cli, saved.warnings);
    const { faint, good } = cli.paint;
    cli.show(saved, ({ path: file, kept }) => {
      const before = kept === null ? "" : faint(` The one before is ${plainLine(kept)}.`);
      return `${good("Saved")} as ${plainLine(file)}.${before}\n`;
    });
  });
}
