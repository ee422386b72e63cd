import type { Command } from "commander";
import type { z } from "zod";
import { AppError } from "@/lib/core/errors";
import type { Cli } from "@/lib/cli/cli";
import { findExpected, type Candidate, type Expected, type IdKind } from "@/lib/cli/completion/find-candidates";
import { addExamples } from "@/lib/cli/examples";
import { doerOf } from "@/lib/core/history/signed-by";
import { AgentList } from "@/lib/contracts/agents";
import { GateList } from "@/lib/contracts/gates";
import { KnowledgeList, TeamList } from "@/lib/contracts/knowledge";
import { Memory, RelayList } from "@/lib/contracts/memory";
import { RevisionList } from "@/lib/contracts/revisions";
import { DeletedSessionList, SessionList, TokenList } from "@/lib/contracts/sessions";
import { TeamSessionList } from "@/lib/contracts/team-sessions";
import { chooseSession } from "@/lib/cli/choose-session";
import { addressOfTeam, chooseTeam } from "@/lib/cli/choose-team";
import { plainLine } from "@/lib/cli/plain-text";
import { shortTime } from "@/lib/cli/short-time";
import { COMPLETION_SCRIPTS, SHELLS } from "@/lib/cli/completion/scripts";

/** `wardroom completion`: what a shell needs so that Tab completes commands, options and the ids there are. */
export function addCompletionCommand(program: Command, cli: Cli): void {
  const command = program
    .command("completion")
    .argument("<shell>", SHELLS.join(", "))
    .description("print the script that completes the command's words in a shell");
  addExamples(command, [
    "source <(wardroom completion bash)",
    "source <(wardroom completion zsh)",
    "wardroom completion fish | source",
  ]);
  command.action((name: string) => {
    const shell = SHELLS.find((each) => each === name);
    if (shell === undefined) {
      throw new AppError("invalid_input", `There is no completion for ${name}.`, {
        hint: `Shells: ${SHELLS.join(", ")}.`,
      });
    }
    cli.surroundings.stdout.write(COMPLETION_SCRIPTS[shell]);
  });

  program
    .command("__complete", { hidden: true })
    .argument("[words...]")
    .action(async (words: string[]) => {
      const expected = findExpected(program, words);
      cli.flags = { ...cli.flags, ...flagsOf(expected) };
      const found = [...expected.candidates, ...(await idsOf(cli, expected))];
      const lines = found.filter(({ value }) => value.startsWith(expected.typed)).map(lineOf);
      if (expected.files) lines.push(":files");
      cli.surroundings.stdout.write(lines.map((line) => `${line}\n`).join(""));
    });
}

/** What the line says of where to look. */
function flagsOf({ given }: Expected): Partial<Cli["flags"]> {
  const { workspace, url, token } = given;
  return {
    ...(workspace !== undefined && { workspace }),
    ...(url !== undefined && { url }),
    ...(token !== undefined && { token }),
  };
}

async function idsOf(cli: Cli, expected: Expected): Promise<Candidate[]> {
  if (expected.ids === undefined) return [];
  try {
    return await lookUpIds(cli, expected.ids, expected);
  } catch {
    // Whoever presses Tab wants words and no sentence of ours in between.
    return [];
  }
}

function lineOf({ value, note }: Candidate): string {
  return note === undefined ? value : `${value}\t${note}`;
}

/** The ids there are now, of the session and workspace that the line names. Throws what asking throws. */
async function lookUpIds(cli: Cli, kind: IdKind, { given }: Expected): Promise<Candidate[]> {
  const choice = given["session"] === undefined ? {} : { session: given["session"] };
  const inSession = async (below: string) => (await chooseSession(cli, choice)) + below;
  type List<Item> = z.ZodType<{ items: Item[]; nextCursor: string | null }>;
  const list = async <Item>(
    schema: List<Item>,
    path: string,
    tell: (item: Item) => [value: string, note: string] | null,
  ): Promise<Candidate[]> => candidatesOf((await cli.askAll(schema, path)).items.map(tell));
  switch (kind) {
    case "workspaces":
      return candidatesOf((await cli.surroundings.listKnown()).map(({ name, folder }) => [name, folder]));
    case "sessions":
      return list(SessionList, "/sessions", ({ id, feature }) => [id, feature]);
    case "deletedSessions":
      return list(DeletedSessionList, "/trash", (each) => [each.id, `deleted ${shortTime(each.deletedAt)}`]);
    case "gates":
    case "openGates":
      return list(GateList, await inSession("/gates"), ({ id, phase, state }) =>
        kind === "gates" || state === "open" ? [id, `phase ${phase}, ${state}`] : null,
      );
    case "revisions": {
      const { items } = await cli.ask(RevisionList, await inSession("/memory/revisions"));
      return candidatesOf(items.map((each) => [String(each.revision), `${each.operation} by ${doerOf(each)}`]));
    }
    case "tokens":
      return list(TokenList, await inSession("/tokens"), ({ id, role, revokedAt }) =>
        revokedAt === null ? [id, role] : null,
      );
    case "roles": {
      const { items } = await cli.askAll(SessionList, "/sessions");
      const wanted = items.filter(({ id }) => choice.session === undefined || id === choice.session);
      return candidatesOf([...new Map(wanted.flatMap(({ roles }) => roles.map(({ id, type }) => [id, type ?? ""])))]);
    }
    case "relays":
      return list(RelayList, await inSession("/relays"), ({ id, role, text, state }) =>
        state === "pending" ? [id, `${role}: ${text}`] : null,
      );
    case "items": {
      const { sections } = await cli.ask(Memory, await inSession("/memory"));
      const items = sections.flatMap((section) => section.items.filter(({ state }) => state === "active"));
      return candidatesOf(items.map(({ id, text }) => [id, text]));
    }
    case "knowledge":
      return list(KnowledgeList, "/knowledge", ({ id, description }) => [id, description ?? ""]);
    case "teams":
      return list(TeamList, "/teams", ({ id, modes }) => [id, modes.join(", ")]);
    case "teamSessions": {
      const team = await chooseTeam(cli, given["team"] === undefined ? {} : { team: given["team"] });
      const path = `${addressOfTeam(team)}/sessions`;
      return list(TeamSessionList, path, ({ id, topic, status }) => [id, topic ?? status]);
    }
    case "agents":
      return list(AgentList, "/agents", ({ name, memory }) => [name, `memory ${memory}`]);
  }
}

function candidatesOf(told: readonly ([value: string, note: string] | null)[]): Candidate[] {
  return told.flatMap((each) => (each === null ? [] : [{ value: each[0], note: plainLine(each[1]) }]));
}
