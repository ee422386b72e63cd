import type { Command } from "commander";
import { api } from "@/lib/client/paths";
import { CheckpointList, CheckpointSaved, TeamSessionResumed } from "@/lib/contracts/team-sessions";
import type { Cli } from "@/lib/cli/cli";
import { addTeamSessionOption, chooseTeamSession, type TeamSessionChoice } from "@/lib/cli/choose-team";
import { collect } from "@/lib/cli/collect";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";
import { shortTime } from "@/lib/cli/short-time";
import { showTeamSession, tellWarnings } from "@/lib/cli/show-team-session";

/** `wardroom knowledge checkpoint`, `checkpoints` and `resume`: where a session can be gone on from. */
export function addCheckpointCommands(group: Command, cli: Cli): void {
  addSave(group, cli);
  addList(group, cli);
  addResume(group, cli);
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

function addList(group: Command, cli: Cli): void {
  const command = addTeamSessionOption(group.command("checkpoints"));
  command.description("the checkpoints of a session, the newest first, each validated");
  addExamples(command, ["wardroom knowledge checkpoints", "wardroom knowledge checkpoints -s dev-qa-2026-02-09-001"]);
  command.action(async (choice: TeamSessionChoice) => {
    const path = (await chooseTeamSession(cli, choice))((scope) => `${api.teamSession(scope)}/checkpoints`);
    const { bad, faint, good, name } = cli.paint;
    cli.show(await cli.askAll(CheckpointList, path), ({ items }) =>
      items.length === 0
        ? "The session has no checkpoint yet.\n"
        : cli.table(items, [
            { title: "CHECKPOINT", value: ({ file }) => plainLine(file), style: name },
            {
              title: "STATE",
              value: ({ fault, newestGood }) => (fault !== null ? fault.kind : newestGood ? "newest good" : "good"),
              style: (text, { valid }) => (valid ? good : bad)(text),
            },
            { title: "TURN", value: ({ state }) => String(state?.turnCount ?? "-"), align: "right" },
            { title: "SAVED", value: ({ created }) => sayTime(created), style: faint },
            {
              title: "NEXT",
              value: ({ fault, nextAction }) => plainLine(fault?.message ?? nextAction ?? "-"),
              shrinks: true,
            },
          ]),
    );
  });
}

function sayTime(created: string | null): string {
  return created === null || Number.isNaN(Date.parse(created)) ? "-" : shortTime(new Date(created).toISOString());
}

function addResume(group: Command, cli: Cli): void {
  const command = addTeamSessionOption(group.command("resume").argument("[checkpoint]", "its file or its number"));
  command.description("resume from the newest valid checkpoint, or from the one you name");
  addExamples(command, ["wardroom knowledge resume", "wardroom knowledge resume 2 -s dev-qa-2026-02-09-001"]);
  command.action(async (checkpoint: string | undefined, choice: TeamSessionChoice) => {
    const path = (await chooseTeamSession(cli, choice))((scope) => `${api.teamSession(scope)}/resume`);
    const body = checkpoint === undefined ? {} : { checkpoint };
    const answer = await cli.ask(TeamSessionResumed, path, { method: "POST", body });
    showTeamSession(cli, answer, ({ resumed }) => {
      const lines = [
        ...resumed.agreements.map((text) => `agreed: ${text}`),
        ...resumed.openIssues.map((text) => `open: ${text}`),
      ];
      return lines.map((line) => `${plainLine(line)}\n`).join("");
    });
  });
}
