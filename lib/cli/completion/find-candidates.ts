import type { Command, Option } from "commander";
import { Tag } from "@/lib/contracts/memory";
import { chainOf, nameOf } from "@/lib/cli/command-chain";

/** Something that may stand where the cursor is; shells that show it show the note beside. */
export interface Candidate {
  value: string;
  note?: string;
}

/** What only the workspace knows: ids there are now. */
export type IdKind =
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
export interface Expected {
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
      if (option !== undefined && takesValue(option)) {
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
  const names = operands === 0 ? command.commands.filter((each) => !isHidden(each)) : [];
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

function takesValue(option: Option): boolean {
  return option.required || option.optional;
}

/** The commands that only our own scripts call. */
function isHidden(command: Command): boolean {
  return command.name().startsWith("__");
}
