import type { Command } from "commander";
import { api } from "@/lib/client/paths";
import { KnowledgeList, TeamKnowledge } from "@/lib/contracts/knowledge";
import type { Cli } from "@/lib/cli/cli";
import { chooseTeam, type TeamChoice } from "@/lib/cli/choose-team";
import { addCheckpointCommands } from "@/lib/cli/commands/knowledge-checkpoint";
import { addLoadCommands } from "@/lib/cli/commands/knowledge-load";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";

/** `wardroom knowledge`: what teams load within their budget, and the sessions they load it in. */
export function addKnowledgeCommands(program: Command, cli: Cli): void {
  const group = program
    .command("knowledge")
    .description("what teams load: list, resolve, start, load, unload, reload, checkpoint, resume, end");
  addList(group, cli);
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
