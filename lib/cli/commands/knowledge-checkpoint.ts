import type { Command } from "commander";
import { api } from "@/lib/client/paths";
import { CheckpointSaved } from "@/lib/contracts/team-sessions";
import type { Cli } from "@/lib/cli/cli";
import { addTeamSessionOption, chooseTeamSession, type TeamSessionChoice } from "@/lib/cli/choose-team";
import { collect } from "@/lib/cli/collect";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";
import { tellWarnings } from "@/lib/cli/show-team-session";

/** `wardroom knowledge checkpoint`, `checkpoints` and `resume`: where a session can be gone on from. */
export function addCheckpointCommands(group: Command, cli: Cli): void {
  addSave(group, cli);
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
    const path = (await chooseTeamSession(cli, choice))((scope) => `${api.teamSession(scope)}/checkpoints`);
    const body = {
      ...(speaker !== undefined && { state: { currentSpeaker: speaker } }),
      ...(agreed !== undefined && { agreements: agreed }),
      ...(issue !== undefined && { openIssues: issue }),
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
