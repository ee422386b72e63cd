import type { Command, Option } from "commander";
import type { z } from "zod";
import { AppError } from "@/lib/core/errors";
import type { Cli } from "@/lib/cli/cli";
import { COMPLETION_SCRIPTS, SHELLS } from "@/lib/cli/completion/scripts";
import { addExamples } from "@/lib/cli/declare-command";
import { doerOf } from "@/lib/core/history/signed-by";
import { AgentList } from "@/lib/contracts/agents";
import { GateList } from "@/lib/contracts/gates";
import { KnowledgeList, TeamList } from "@/lib/contracts/knowledge";
import { Memory, RelayList, Tag } from "@/lib/contracts/memory";
import { RevisionList } from "@/lib/contracts/revisions";
import { DeletedSessionList, SessionList, TokenList } from "@/lib/contracts/sessions";
import { TeamSessionList } from "@/lib/contracts/team-sessions";
import { addressOfTeam, chooseSession, chooseTeam } from "@/lib/cli/choose-scope";
import { plainLine, shortTime } from "@/lib/cli/terminal-text";
import { chainOf, nameOf } from "@/lib/cli/command-chain";

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

/** Something that may stand where the cursor is; shells that show it show the note beside. */
interface Candidate {
  value: string;
  note?: string;
}

/** What only the workspace knows: ids there are now. */
type IdKind =
  | "agents"
  | "deletedSessions"
  | "gates"
  | "items"
  | "knowledge"
  | "openGates"
  | "relays"
  | "revisions"
  | "roles"
  | "sessions"
  | "teamSessions"
  | "teams"
  | "tokens"
  | "workspaces";

/** What may stand where the cursor is. */
interface Expected {
  candidates: Candidate[];
  /** Ids to be looked up. */
  ids?: IdKind;
  /** Whether the name of a file may stand there. */
  files?: true;
  /** The beginning that was typed. */
  typed: string;
  /** Values of options typed before, by their long names, such as `session`. */
  given: Record<string, string>;
}

const IDS: Partial<Record<string, IdKind>> = {
  agent: "agents",
  archive: "items",
  gate: "gates",
  item: "items",
  items: "items",
  knowledge: "knowledge",
  relay: "relays",
  revision: "revisions",
  role: "roles",
  as: "roles",
  affected: "roles",
  session: "sessions",
  team: "teams",
  teamSession: "teamSessions",
  workspace: "workspaces",
};

/** Arguments that are called like something else elsewhere, by command and name. */
const IDS_OF_ARGUMENTS: Partial<Record<string, IdKind>> = {
  "gate abandon gate": "openGates",
  "gate conclude gate": "openGates",
  "history diff from": "revisions",
  "history diff to": "revisions",
  "session restore session": "deletedSessions",
  "token revoke token": "tokens",
};

const WORDS: Partial<Record<string, readonly string[]>> = {
  tag: Tag.options.map((tag) => tag.toLowerCase()),
  action: ["continue", "pause", "need_clarification"],
  state: ["active", "archived", "resolved", "all"],
  format: ["jsonl", "csv"],
  shell: ["bash", "zsh", "fish"],
  near: ["add", "replace", "keep"],
  result: ["approved", "conditional_pass", "rejected"],
};

/** What the command tree allows after these words; the last one is what was typed so far, maybe nothing. */
export function findExpected(program: Command, words: readonly string[]): Expected {
  const typed = words.at(-1) ?? "";
  const given: Record<string, string> = {};
  let command = program;
  let operands = 0;
  let awaiting: Option | undefined;
  let literal = false;
  // Bash takes --session=x apart into three words.
  for (const word of words.slice(0, -1).filter((each) => each !== "=")) {
    if (awaiting !== undefined) {
      given[awaiting.attributeName()] = word;
      awaiting = undefined;
    } else if (!literal && word === "--") literal = true;
    else if (!literal && word.startsWith("-") && word !== "-") {
      const [name = word, value] = word.split("=");
      const option = findOption(command, name);
      if (option !== undefined && (option.required || option.optional)) {
        if (value === undefined) awaiting = option;
        else given[option.attributeName()] = value;
      }
    } else {
      const next = operands === 0 ? command.commands.find((each) => each.name() === word) : undefined;
      if (next === undefined) operands++;
      else command = next;
    }
  }
  const beginning = typed === "=" ? "" : typed;
  if (awaiting !== undefined) return { ...valuesOf(awaiting.attributeName()), typed: beginning, given };
  if (!literal && typed.startsWith("-")) return { candidates: optionsOf(command), typed, given };
  const names = operands === 0 ? command.commands.filter((each) => !each.name().startsWith("__")) : [];
  if (names.length > 0) {
    return { candidates: names.map((each) => ({ value: each.name(), note: each.description() })), typed, given };
  }
  const expected = command.registeredArguments;
  const argument = expected[operands] ?? (expected.at(-1)?.variadic === true ? expected.at(-1) : undefined);
  if (argument === undefined) return { candidates: [], typed, given };
  const ids = IDS_OF_ARGUMENTS[`${nameOf(command).replace("wardroom ", "")} ${argument.name()}`];
  return { ...(ids === undefined ? valuesOf(argument.name()) : { candidates: [], ids }), typed, given };
}

function valuesOf(name: string): Pick<Expected, "candidates" | "ids" | "files"> {
  const ids = IDS[name];
  if (ids !== undefined) return { candidates: [], ids, ...(name === "workspace" && { files: true }) };
  if (name === "file") return { candidates: [], files: true };
  return { candidates: (WORDS[name] ?? []).map((value) => ({ value })) };
}

function optionsOf(command: Command): Candidate[] {
  const found = chainOf(command).flatMap((each) => each.options.filter((option) => !option.hidden));
  const own = found.map((option) => ({ value: option.long ?? option.short ?? "", note: option.description }));
  return [...own, { value: "--help", note: "show help" }];
}

function findOption(command: Command, name: string): Option | undefined {
  return chainOf(command)
    .flatMap((each) => each.options)
    .find((option) => option.long === name || option.short === name);
}
