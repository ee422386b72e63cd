import type { Command } from "commander";
import { api } from "@/lib/client/paths";
import {
  LearningAdded,
  TeamSessionEnded,
  TeamSessionList,
  TeamSessionStarted,
  TurnsReported,
} from "@/lib/contracts/team-sessions";
import type { Cli } from "@/lib/cli/cli";
import {
  addTeamOption,
  addTeamSessionOption,
  chooseTeam,
  chooseTeamSession,
  type TeamChoice,
  type TeamSessionChoice,
} from "@/lib/cli/choose-team";
import { collect } from "@/lib/cli/collect";
import { addExamples } from "@/lib/cli/examples";
import { positiveNumber } from "@/lib/cli/numbers";
import { plainLine } from "@/lib/cli/plain-text";
import { showTeamSession } from "@/lib/cli/show-team-session";

/** `wardroom knowledge start`, `sessions`, `turn`, `learnt` and `end`: a session of a team from its start to its end. */
export function addTeamSessionCommands(group: Command, cli: Cli): void {
  addStart(group, cli);
  addSessions(group, cli);
  addTurn(group, cli);
  addLearnt(group, cli);
  addEnd(group, cli);
}

function addStart(group: Command, cli: Cli): void {
  const command = addTeamOption(group.command("start").argument("[topic...]", "words of the topic"))
    .option("-m, --mode <mode>", "the mode of the session")
    .option("-b, --budget <tokens>", "another budget than the team's; a larger one is a person's", positiveNumber)
    .option("--id <id>", "the id of the session; chosen when left out")
    .option("--every <turns>", "save a checkpoint after so many turns; 10 when left out", positiveNumber)
    .option("--no-checkpoints", "save none by itself")
    .description("start a session with what its mode and topic load");
  addExamples(command, ["wardroom knowledge start --team dev-security --mode review SQL injection in the import"]);
  type Given = TeamChoice & { mode?: string; budget?: number; id?: string; every?: number; checkpoints: boolean };
  command.action(async (topic: string[], given: Given) => {
    const { mode, budget, id, every, checkpoints } = given;
    const path = (await chooseTeam(cli, given))((scope) => `${api.team(scope)}/sessions`);
    const words = topic.length === 0 ? undefined : await cli.text(topic);
    const body = {
      ...(mode !== undefined && { mode }),
      ...(words !== undefined && { topic: words }),
      ...(budget !== undefined && { budget }),
      ...(id !== undefined && { id }),
      ...(every !== undefined && { checkpointEvery: every }),
      ...(!checkpoints && { checkpointEvery: null }),
    };
    showTeamSession(cli, await cli.ask(TeamSessionStarted, path, { method: "POST", body }), ({ skipped }) =>
      skipped.map((each) => `${cli.paint.warn("skipped")} ${plainLine(`${each.id}: ${each.why}`)}\n`).join(""),
    );
  });
}

function addSessions(group: Command, cli: Cli): void {
  const command = addTeamOption(group.command("sessions")).description("the sessions of a team");
  addExamples(command, ["wardroom knowledge sessions --team dev-security"]);
  command.action(async (choice: TeamChoice) => {
    const path = (await chooseTeam(cli, choice))((scope) => `${api.team(scope)}/sessions`);
    const { paint } = cli;
    cli.show(await cli.askAll(TeamSessionList, path), ({ items }) =>
      items.length === 0
        ? "The team has no session yet.\n"
        : cli.table(items, [
            { title: "SESSION", value: ({ id }) => plainLine(id), style: paint.name },
            { title: "STATUS", value: ({ status }) => plainLine(status) },
            { title: "DATE", value: ({ date }) => plainLine(date ?? "-"), style: paint.faint },
            { title: "TURNS", value: ({ turns }) => String(turns), align: "right" },
            { title: "CHECKPOINTS", value: ({ checkpoints }) => String(checkpoints), align: "right" },
            { title: "TOPIC", value: ({ mode, topic }) => plainLine(topic ?? mode ?? "-"), shrinks: true },
          ]),
    );
  });
}

function addTurn(group: Command, cli: Cli): void {
  const command = addTeamSessionOption(group.command("turn").argument("[summary...]", "what was said, or - for input"))
    .option("-n, --count <turns>", "how many turns passed; 1 when left out", positiveNumber)
    .option("--speaker <name>", "who said it")
    .option("--agreed <words>", "an agreement; may be given several times", collect)
    .option("--issue <words>", "an open issue; may be given several times", collect)
    .option("--settled <words>", "an open issue that is settled, as it was written", collect)
    .option("--next <words>", "the next action")
    .description("report turns that passed; a checkpoint may be saved with them");
  addExamples(command, [
    'wardroom knowledge turn --speaker developer "Presented the requirements" --next "Propose a design"',
  ]);
  type Given = TeamSessionChoice & {
    count?: number;
    speaker?: string;
    agreed?: string[];
    issue?: string[];
    settled?: string[];
    next?: string;
  };
  command.action(async (summary: string[], given: Given) => {
    const { count, speaker, agreed = [], issue = [], settled = [], next } = given;
    const path = (await chooseTeamSession(cli, given))((scope) => `${api.teamSession(scope)}/turns`);
    const words = summary.length === 0 ? undefined : await cli.text(summary);
    const body = {
      turns: count ?? 1,
      ...(speaker !== undefined && { speaker }),
      ...(words !== undefined && { summary: words }),
      agreements: agreed,
      openIssues: issue,
      closedIssues: settled,
      ...(next !== undefined && { nextAction: next }),
    };
    showTeamSession(cli, await cli.ask(TurnsReported, path, { method: "POST", body }));
  });
}

function addLearnt(group: Command, cli: Cli): void {
  const command = addTeamSessionOption(
    group.command("learnt").argument("<text...>", "the text, or - for standard input"),
  );
  command.description("note what the team learnt");
  addExamples(command, ['wardroom knowledge learnt "Ask for the query log first"']);
  command.action(async (words: string[], choice: TeamSessionChoice) => {
    const text = await cli.text(words);
    const path = (await chooseTeamSession(cli, choice))((scope) => `${api.teamSession(scope)}/learnings`);
    const added = await cli.ask(LearningAdded, path, { method: "POST", body: { text } });
    cli.show(added, ({ path: file, line }) => `${cli.paint.good("Noted")} in ${file}: ${plainLine(line)}\n`);
  });
}

function addEnd(group: Command, cli: Cli): void {
  const command = addTeamSessionOption(group.command("end").argument("[outcome...]", "how it came out"))
    .option("--abandoned", "it was given up")
    .option("--learnt <words>", "what the team learnt; may be given several times", collect)
    .description("end a session with its outcome");
  addExamples(command, ['wardroom knowledge end "Approved with two changes" --learnt "Ask for the query log first"']);
  command.action(async (words: string[], given: TeamSessionChoice & { abandoned?: true; learnt?: string[] }) => {
    const outcome = words.length === 0 ? undefined : await cli.text(words);
    const path = (await chooseTeamSession(cli, given))((scope) => `${api.teamSession(scope)}/end`);
    const body = {
      ...(outcome !== undefined && { outcome }),
      status: given.abandoned === true ? "abandoned" : "completed",
      learnings: given.learnt ?? [],
    };
    showTeamSession(cli, await cli.ask(TeamSessionEnded, path, { method: "POST", body }));
  });
}
