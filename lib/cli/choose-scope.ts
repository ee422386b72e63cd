import type { Command } from "commander";
import { TeamList } from "@/lib/contracts/knowledge";
import { SessionList } from "@/lib/contracts/sessions";
import { TeamSessionList } from "@/lib/contracts/team-sessions";
import { AppError } from "@/lib/core/errors";
import { meantSession } from "@/lib/core/memory/meant-session";
import type { Cli } from "@/lib/cli/cli";
import { asWord } from "@/lib/cli/command-chain";

/** Adds the options that name what a command is about: `session`, `team`, or `team session`, which is a session of a team. */
export function addScope(command: Command, wanted: string): void {
  if (wanted === "session") addSessionOption(command);
  if (wanted === "team") addTeamOption(command);
  if (wanted === "team session") addTeamSessionOption(command);
}

/** What the options that name a session, a team or the session of a team come to. */
export async function chooseScope(
  cli: Cli,
  wanted: string,
  chosen: SessionChoice & TeamSessionChoice,
): Promise<object> {
  if (wanted === "session") return { session: await sessionChosen(cli, chosen) };
  if (wanted === "team") return { team: await chooseTeam(cli, chosen) };
  return wanted === "" ? {} : chooseTeamSession(cli, chosen);
}

export interface SessionChoice {
  session?: string;
}

export function addSessionOption(command: Command): Command {
  return command.option("-s, --session <session>", "the session; also WARDROOM_SESSION; the only one when left out");
}

/** The address of a session below that of the workspace. */
export function addressOf(session: string): string {
  return `/sessions/${encodeURIComponent(session)}`;
}

/** The address of the session that `sessionChosen` answers. */
export async function chooseSession(cli: Cli, choice: SessionChoice): Promise<string> {
  return addressOf(await sessionChosen(cli, choice));
}

/**
 * The session that was named, else the only one there is. Throws `invalid_input` with the sessions at work when it is not clear,
 * `not_found` if the workspace has no session.
 */
async function sessionChosen(cli: Cli, { session }: SessionChoice): Promise<string> {
  const id = session ?? (cli.surroundings.env["WARDROOM_SESSION"] || (await onlySession(cli)));
  cli.about = { session: id, role: undefined };
  cli.sessionWords = session === undefined ? "" : ` --session ${id}`;
  return id;
}

async function onlySession(cli: Cli): Promise<string> {
  const { items: all } = await cli.askAll(SessionList, "/sessions");
  const { env } = cli.surroundings;
  const { only, among } = meantSession(all, cli.flags.as ?? (env["WARDROOM_ROLE"] || null));
  if (only !== null) return only.id;
  if (among.length === 0) {
    throw new AppError("not_found", "There is no session here yet.", {
      hint: 'Create one: wardroom session create checkout --feature "New checkout" --role implementer-1',
    });
  }
  const typed = ["wardroom", ...cli.surroundings.argv.map(asWord)].join(" ");
  const ids = among.map(({ id }) => id);
  throw new AppError("invalid_input", `There is more than one session: ${ids.join(", ")}.`, {
    hint: `Name it: ${typed} --session ${asWord(ids[0] ?? "")}`,
  });
}

interface TeamChoice {
  team?: string;
}

interface TeamSessionChoice extends TeamChoice {
  teamSession?: string;
}

function addTeamOption(command: Command): Command {
  return command.option("-t, --team <team>", "the team; also WARDROOM_TEAM; the only one when left out");
}

function addTeamSessionOption(command: Command): Command {
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
async function chooseTeamSession(cli: Cli, choice: TeamSessionChoice) {
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
