import type { Command } from "commander";
import { api } from "@/lib/client/paths";
import { KnowledgeList, ResolvedKnowledge, TeamKnowledge } from "@/lib/contracts/knowledge";
import type { Cli } from "@/lib/cli/cli";
import { addTeamOption, chooseTeam, type TeamChoice } from "@/lib/cli/choose-team";
import { addCheckpointCommands } from "@/lib/cli/commands/knowledge-checkpoint";
import { addLoadCommands } from "@/lib/cli/commands/knowledge-load";
import { addTeamSessionCommands } from "@/lib/cli/commands/knowledge-session";
import { addExamples } from "@/lib/cli/examples";
import { positiveNumber } from "@/lib/cli/numbers";
import { plainLine } from "@/lib/cli/plain-text";
import { tellWarnings } from "@/lib/cli/show-team-session";

/** `wardroom knowledge`: what teams load within their budget, and the sessions they load it in. */
export function addKnowledgeCommands(program: Command, cli: Cli): void {
  const group = program
    .command("knowledge")
    .description("what teams load: list, resolve, start, load, unload, reload, checkpoint, resume, end");
  addList(group, cli);
  addResolve(group, cli);
  addTeamSessionCommands(group, cli);
  addLoadCommands(group, cli);
  addCheckpointCommands(group, cli);
}

function addList(group: Command, cli: Cli): void {
  const command = group.command("list").option("-t, --team <team>", "what this team's index lists");
  command.description("the shared registry, or a team's index, with counted tokens");
  addExamples(command, ["wardroom knowledge list", "wardroom knowledge list --team dev-security"]);
  command.action(async ({ team }: TeamChoice) => {
    const { paint } = cli;
    if (team === undefined) {
      const found = await cli.askAll(KnowledgeList, api.knowledge);
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
    const path = (await chooseTeam(cli, { team }))((scope) => `${api.team(scope)}/knowledge`);
    const index = await cli.ask(TeamKnowledge, path);
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

function sayWhat(core: boolean, modes: string[], keywords: string[]): string {
  const parts = [core ? "always" : "", ...modes.map((mode) => `mode ${mode}`), ...keywords];
  return plainLine(parts.filter((part) => part !== "").join(", ") || "-");
}

function addResolve(group: Command, cli: Cli): void {
  const command = addTeamOption(group.command("resolve").argument("[topic...]", "words of the topic"))
    .option("-m, --mode <mode>", "the mode of the session")
    .option("-b, --budget <tokens>", "another budget than the team's", positiveNumber)
    .description("what a mode and a topic would load, and why; changes nothing");
  addExamples(command, ["wardroom knowledge resolve --team dev-security --mode review SQL injection in the import"]);
  command.action(async (topic: string[], given: TeamChoice & { mode?: string; budget?: number }) => {
    const { mode, budget } = given;
    const path = (await chooseTeam(cli, given))((scope) => `${api.team(scope)}/knowledge/resolve`);
    const words = topic.length === 0 ? undefined : await cli.text(topic);
    const body = {
      ...(mode !== undefined && { mode }),
      ...(words !== undefined && { topic: words }),
      ...(budget !== undefined && { budget }),
    };
    const resolved = await cli.ask(ResolvedKnowledge, path, { method: "POST", body });
    tellWarnings(
      cli,
      resolved.warnings.map(({ message }) => message),
    );
    const { faint, good, warn } = cli.paint;
    cli.show(resolved, ({ loaded, skipped, tokens, budget: limit, message }) => {
      const rows = [
        ...loaded.map(({ id, tokens: count, why }) => ({ mark: "loaded", id, count: String(count), why })),
        ...skipped.map(({ id, tokens: count, why }) => ({ mark: "skipped", id, count: String(count ?? "-"), why })),
      ];
      const table = cli.table(rows, [
        { title: "", value: ({ mark }) => mark, style: (text, { mark }) => (mark === "loaded" ? good : warn)(text) },
        { title: "KNOWLEDGE", value: ({ id }) => plainLine(id) },
        { title: "TOKENS", value: ({ count }) => count, align: "right" },
        { title: "WHY", value: ({ why }) => plainLine(why), shrinks: true },
      ]);
      return `${rows.length === 0 ? "" : table}${plainLine(message)}\n${faint(`${tokens} of ${limit} tokens`)}\n`;
    });
  });
}
