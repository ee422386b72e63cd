import type { Command } from "commander";
import { AppError } from "@/lib/core/errors";
import type { Cli } from "@/lib/cli/cli";
import { findExpected, type Candidate, type Expected, type IdKind } from "@/lib/cli/completion/find-candidates";
import { addExamples } from "@/lib/cli/examples";
import { doerOf } from "@/lib/core/history/signed-by";
import { api } from "@/lib/client/paths";
import { AgentList } from "@/lib/contracts/agents";
import { GateList } from "@/lib/contracts/gates";
import { KnowledgeList, TeamList } from "@/lib/contracts/knowledge";
import { Memory, RelayList } from "@/lib/contracts/memory";
import { RevisionList } from "@/lib/contracts/revisions";
import { DeletedSessionList, SessionList, TokenList } from "@/lib/contracts/sessions";
import { TeamSessionList } from "@/lib/contracts/team-sessions";
import { chooseSession } from "@/lib/cli/choose-session";
import { chooseTeam } from "@/lib/cli/choose-team";
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
  switch (kind) {
    case "workspaces":
      return (await cli.surroundings.listKnown()).map(({ name, folder }) => ({ value: name, note: folder }));
    case "sessions": {
      const { items } = await cli.askAll(SessionList, api.sessions);
      return items.map(({ id, feature }) => ({ value: id, note: plainLine(feature) }));
    }
    case "deletedSessions": {
      const { items } = await cli.askAll(DeletedSessionList, (workspace) => `${api.workspace(workspace)}/trash`);
      return items.map(({ id, deletedAt }) => ({ value: id, note: `deleted ${shortTime(deletedAt)}` }));
    }
    case "gates":
    case "openGates": {
      const { items } = await cli.askAll(GateList, (await chooseSession(cli, choice))(api.gates));
      const wanted = items.filter(({ state }) => kind === "gates" || state === "open");
      return wanted.map(({ id, phase, state }) => ({ value: id, note: `phase ${phase}, ${state}` }));
    }
    case "revisions": {
      const path = (await chooseSession(cli, choice))((scope) => `${api.memory(scope)}/revisions`);
      const { items } = await cli.ask(RevisionList, path);
      return items.map(({ revision, operation, ...by }) => ({
        value: String(revision),
        note: plainLine(`${operation} by ${doerOf(by)}`),
      }));
    }
    case "tokens": {
      const path = (await chooseSession(cli, choice))((scope) => `${api.session(scope)}/tokens`);
      const { items } = await cli.askAll(TokenList, path);
      const valid = items.filter(({ revokedAt }) => revokedAt === null);
      return valid.map(({ id, role }) => ({ value: id, note: plainLine(role) }));
    }
    case "roles": {
      const { items } = await cli.askAll(SessionList, api.sessions);
      const wanted = items.filter(({ id }) => choice.session === undefined || id === choice.session);
      const roles = new Map(wanted.flatMap((each) => each.roles).map(({ id, type }) => [id, type ?? ""]));
      return Array.from(roles, ([value, note]) => ({ value, note }));
    }
    case "relays": {
      const path = (await chooseSession(cli, choice))((scope) => `${api.session(scope)}/relays`);
      const { items } = await cli.askAll(RelayList, path);
      const pending = items.filter(({ state }) => state === "pending");
      return pending.map(({ id, role, text }) => ({ value: id, note: `${role}: ${plainLine(text)}` }));
    }
    case "items": {
      const path = (await chooseSession(cli, choice))(api.memory);
      const { sections } = await cli.ask(Memory, path);
      const items = sections.flatMap((section) => section.items.filter(({ state }) => state === "active"));
      return items.map(({ id, text }) => ({ value: id, note: plainLine(text) }));
    }
    case "knowledge": {
      const { items } = await cli.askAll(KnowledgeList, api.knowledge);
      return items.map(({ id, description }) => ({ value: id, note: plainLine(description ?? "") }));
    }
    case "teams": {
      const { items } = await cli.askAll(TeamList, api.teams);
      return items.map(({ id, modes }) => ({ value: id, note: plainLine(modes.join(", ")) }));
    }
    case "teamSessions": {
      const team = await chooseTeam(cli, given["team"] === undefined ? {} : { team: given["team"] });
      const { items } = await cli.askAll(
        TeamSessionList,
        team((scope) => `${api.team(scope)}/sessions`),
      );
      return items.map(({ id, topic, status }) => ({ value: id, note: plainLine(topic ?? status) }));
    }
    case "agents": {
      const { items } = await cli.askAll(AgentList, (workspace) => `${api.workspace(workspace)}/agents`);
      return items.map(({ name, memory }) => ({ value: name, note: `memory ${memory}` }));
    }
  }
}
