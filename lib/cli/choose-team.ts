import type { Command } from "commander";
import { TeamList } from "@/lib/contracts/knowledge";
import { TeamSessionList } from "@/lib/contracts/team-sessions";
import { AppError } from "@/lib/core/errors";
import type { Cli } from "@/lib/cli/cli";

export interface TeamChoice {
  team?: string;
}

export interface TeamSessionChoice extends TeamChoice {
  teamSession?: string;
}

export function addTeamOption(command: Command): Command {
  return command.option("-t, --team <team>", "the team; also WARDROOM_TEAM; the only one when left out");
}

export function addTeamSessionOption(command: Command): Command {
  return addTeamOption(command).option(
    "-s, --team-session <session>",
    "its session; also WARDROOM_TEAM_SESSION; the only active one when left out",
  );
}

/** The address of a team below that of the workspace. */
export function addressOfTeam(team: string): string {
  return `/teams/${encodeURIComponent(team)}`;
}

/**
 * The team that was named, else the only one there is. Throws `invalid_input` with the teams there are when it is not clear,
 * `not_found` if the workspace has no team.
 */
export async function chooseTeam(cli: Cli, { team }: TeamChoice): Promise<string> {
  return team ?? (cli.surroundings.env["WARDROOM_TEAM"] || (await onlyTeam(cli)));
}

/** The same with a session of the team; of several the only active one. */
export async function chooseTeamSession(cli: Cli, choice: TeamSessionChoice) {
  const team = await chooseTeam(cli, choice);
  const named = choice.teamSession ?? (cli.surroundings.env["WARDROOM_TEAM_SESSION"] || undefined);
  return { team, session: named ?? (await onlyActive(cli, team)) };
}

async function onlyTeam(cli: Cli): Promise<string> {
  const { items } = await cli.askAll(TeamList, "/teams");
  const [only] = items;
  if (only === undefined) {
    throw new AppError("not_found", "There is no team here yet.", {
      hint: "Teams are folders of .microai/agents/teams or .microai/teams; lay them out: wardroom knowledge lay-out",
    });
  }
  if (items.length === 1) return only.id;
  throw new AppError("invalid_input", "There is more than one team.", {
    hint: `Add --team with one of: ${items.map(({ id }) => id).join(", ")}.`,
  });
}

async function onlyActive(cli: Cli, team: string): Promise<string> {
  const { items } = await cli.askAll(TeamSessionList, `${addressOfTeam(team)}/sessions`);
  const active = items.filter(({ known, status }) => known && status === "active");
  const [only] = active;
  if (only === undefined) {
    throw new AppError("not_found", "The team has no active session.", {
      hint: "Start one: wardroom knowledge start --mode review <topic>; or resume one: wardroom knowledge resume -s <session>",
    });
  }
  if (active.length === 1) return only.id;
  throw new AppError("invalid_input", "The team has more than one active session.", {
    hint: `Add --team-session with one of: ${active.map(({ id }) => id).join(", ")}.`,
  });
}
