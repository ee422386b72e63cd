import type { Command } from "commander";
import type { z } from "zod";
import { addSessionOption, sessionChosen, type SessionChoice } from "@/lib/cli/choose-session";
import {
  addTeamOption,
  addTeamSessionOption,
  chooseTeam,
  chooseTeamSession,
  type TeamSessionChoice,
} from "@/lib/cli/choose-team";
import type { Asking, Cli } from "@/lib/cli/cli";
import { addExamples, collect, minutesOf, positiveNumber, wholeNumber } from "@/lib/cli/declare-command";
import { plainLine, plainText, shortTime } from "@/lib/cli/terminal-text";
import { shortAnswer, shortEtag } from "@/lib/core/text/short-answer";
import { renderHunks } from "@/lib/cli/render-diff";
import { tellWarnings } from "@/lib/cli/show-team-session";
import { httpOf, isConditional, type Operation } from "@/lib/operations/define-operation";
import type { MadeCommand } from "@/lib/operations/terminal";

type Made = MadeCommand<undefined, undefined, undefined, z.ZodType>;
type Fields = Readonly<Record<string, z.ZodType>>;

/** Adds the commands of a subject that are made of an operation's row, those that are not there yet. */
export function addOperationCommands(
  program: Command,
  cli: Cli,
  { operations, subject, says }: { operations: readonly Operation[]; subject: string; says: string | undefined },
): void {
  for (const operation of operations) {
    const { ownCommand, commands: [usage = ""] = [] } = operation;
    const words = usage.split(" ");
    if (!ownCommand || subject !== words[0]) continue;
    const isDefault = ownCommand !== true && ownCommand.byDefault === true;
    const command = place(
      program,
      words.filter((word) => !isArgument(word)),
      says,
      isDefault,
    );
    if (command !== null) addOperation(command, cli, operation, words);
  }
}

/** Where a command goes that has these words; null where it is already. */
function place(program: Command, [subject = "", ...rest]: string[], says: string | undefined, isDefault: boolean) {
  const group = program.commands.find((each) => each.name() === subject);
  if (rest.length === 0) return group === undefined ? program.command(subject) : null;
  const name = rest.join("-");
  if (group?.commands.some((each) => each.name() === name)) return null;
  return (group ?? program.command(subject).description(says ?? subject)).command(name, { isDefault });
}

function addOperation(command: Command, cli: Cli, operation: Operation, words: string[]): void {
  const isPlain = operation.ownCommand === true;
  const own = isPlain ? {} : (operation.ownCommand as Made);
  const { summary, params, query, body, examples, response } = operation;
  const { says = summary.charAt(0).toLowerCase() + summary.slice(1), arguments: worded = {}, switches = {} } = own;
  command.description(says);
  const inBody = shapeOf(body) as Fields;
  const fields: Fields = { ...params?.shape, ...query?.shape, ...inBody };
  const given = words.filter(isArgument).map((word) => {
    const name = bare(word);
    const [help, field] = [worded[name] ?? []].flat();
    return { word, help, field: field ?? name };
  });
  for (const { word, help = "", field } of given) {
    const parser = word.includes("...") ? undefined : parserOf(fields[field]);
    command.argument(word, help, parser as typeof wholeNumber);
  }
  const names = given.map(({ field }) => field);
  const wanted = ["team", "session"].filter((name) => name in shapeOf(params) && !names.includes(name)).join(" ");
  if (!isPlain) addScope(command, wanted);
  const options: Record<string, readonly [string, string, unknown?]> = isPlain
    ? optionsOf(operation, names)
    : (own.options ?? {});
  for (const [field, [flags, help, otherwise]] of Object.entries(options)) {
    const parser = flags.includes("<") ? parserOf(fields[field], flags) : undefined;
    command.option(flags, help, parser as typeof wholeNumber, otherwise as number);
  }
  for (const [flag, help] of Object.entries(switches)) command.option(flag, help);
  if (isPlain) addScope(command, wanted);
  const lines = own.examples ?? [
    exampleOf(words, { ...examples[0]?.params, ...examples[0]?.query, ...(examples[0]?.body as object) }),
  ];
  addExamples(
    command,
    lines.map((line) => `wardroom ${line}`),
  );

  command.action(async (...typed: unknown[]) => {
    const chosen = command.opts<Record<string, unknown>>();
    const values: Record<string, unknown> = {};
    for (const [at, { word, field }] of given.entries()) {
      const value = typed[at];
      if (Array.isArray(value) && parserOf(fields[field]) !== collect) {
        if (value.length > 0 || word.startsWith("<")) values[field] = await cli.text(value as string[]);
      } else if (value !== undefined && !(Array.isArray(value) && value.length === 0)) values[field] = value;
    }
    for (const [field, [flags]] of Object.entries(options)) {
      const value = chosen[attributeOf(flags)];
      const isText = typeof value === "string" && flags.includes("<words>");
      if (value !== undefined) values[field] = isText ? await cli.text(value) : value;
    }
    Object.assign(values, await chooseScope(cli, wanted, chosen));
    const on = new Set(
      Object.keys(switches).filter(
        (flag) => chosen[attributeOf(flag.replace("--no-", "--"))] === !flag.startsWith("--no-"),
      ),
    );
    const asked = { ...values, switches: on };
    Object.assign(values, own.fill?.(asked));
    const { method, address } = httpOf(operation);
    const sentence =
      own.confirm === undefined && method === "DELETE"
        ? `${summary}: this cannot be taken back.`
        : own.confirm?.(asked, plainLine);
    if (sentence !== undefined) await cli.confirm(sentence);
    const schema = response as z.ZodType<Paged>;
    const isWhole =
      "nextCursor" in shapeOf(schema) && !isPlain && (on.has("--all") || !("limit" in (own.options ?? {})));
    if (isWhole) delete values["limit"];
    const search = new URLSearchParams(pick(values, query?.shape ?? {}) as Record<string, string>).toString();
    const below = address.replace("/api/v1/workspaces/{workspace}", "");
    const named = below.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name]))); // /gates/{gate}
    const path = named + (search && `?${search}`);
    const role = own.as?.(asked);
    const asking: Asking = {
      method: method as NonNullable<Asking["method"]>,
      ...(body && { body: pick(values, inBody) }),
      ...(chosen["ifMatch"] !== undefined && { ifMatch: chosen["ifMatch"] as string }),
      ...(role !== undefined && { role }),
    };
    const answer = await (isWhole ? cli.askAll(schema, path, asking) : cli.ask(schema, path, asking));
    const { paint, surroundings } = cli;
    if (own.notes !== undefined) tellWarnings(cli, own.notes(answer));
    cli.show(own.part?.(answer, asked) ?? answer, (part) =>
      own.print === undefined
        ? (method === "GET" ? linesOf(part) : linesOf(shortAnswer(part, values)).map(cut)).join("\n")
        : own.print(part, {
            ...{ paint, given: asked, line: plainLine, text: plainText, time: shortTime },
            whole: (text) => (surroundings.stdout.isTTY ? plainText(text) : text),
            table: (rows, columns) => cli.table(rows, columns),
            changes: (hunks) => renderHunks(hunks, paint),
          }),
    );
  });
}

interface Paged {
  items: unknown[];
  nextCursor: string | null;
}

const isArgument = (word: string) => /^[<[]/.test(word); // <text...>, [role]
const bare = (word: string) => word.replace(/[<>[\].]/g, "");

/** The name of an option's value: deletedAt for `--deleted-at <time>`. */
function attributeOf(flags: string): string {
  const [, long = ""] = /--([\w-]+)/.exec(flags) ?? []; // -t, --text <words>
  return long.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function addScope(command: Command, wanted: string): void {
  if (wanted === "session") addSessionOption(command);
  if (wanted === "team") addTeamOption(command);
  if (wanted === "team session") addTeamSessionOption(command);
}

/** What the options that name a session, a team or the session of a team come to. */
async function chooseScope(cli: Cli, wanted: string, chosen: SessionChoice & TeamSessionChoice): Promise<object> {
  if (wanted === "session") return { session: await sessionChosen(cli, chosen) };
  if (wanted === "team") return { team: await chooseTeam(cli, chosen) };
  return wanted === "" ? {} : chooseTeamSession(cli, chosen);
}

/** Every field that is no argument, as an option of its name. */
function optionsOf(operation: Operation, names: readonly string[]): Record<string, [string, string]> {
  const fields: Fields = { ...operation.query?.shape, ...(shapeOf(operation.body) as Fields) };
  const own = Object.entries(fields).filter(([name]) => !names.includes(name));
  const options = own.map(([name, field]): [string, [string, string]] => [
    name,
    [`--${kebab(name)} <${kebab(name)}>`, field.meta()?.description ?? "as the API takes it"],
  ]);
  const conditional: [string, [string, string]] = ["ifMatch", ["--if-match <etag>", "only while it is as you read it"]];
  return Object.fromEntries(isConditional(operation) ? [...options, conditional] : options);
}

/** How a word is read for a field: as a number, a time in minutes, one of many, or as it is. */
function parserOf(field: z.ZodType | undefined, flags = "") {
  const takes = (value: unknown) => field?.safeParse(value).success === true;
  if ([0, 1, 1000].some(takes) && !takes("x"))
    return flags.includes("<time>") ? minutesOf : takes(0) ? wholeNumber : positiveNumber;
  return takes(["x"]) || takes([]) ? collect : undefined;
}

/** An answer for a person: a line for each field, and for each thing of a list. */
function linesOf(answer: unknown): string[] {
  const { items, ...rest } = answer as { items?: unknown[] };
  const lines = (items ?? []).map((item) => wordsOf(item).join("  "));
  if (items !== undefined) return lines.length > 0 ? lines : ["None."];
  return Object.entries(rest).map(([name, value]) => `${name}: ${wordsOf(value).join("  ")}`);
}

function wordsOf(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value === "object") return Object.values(value).flatMap(wordsOf);
  if (typeof value !== "string") return [JSON.stringify(value)];
  return [/^[0-9a-f]{64}$/.test(value) ? shortEtag(value) : plainLine(value)];
}

/** A line about a change: what was written is read in full where it stands; a token or an address is shorter. */
function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

const LONGEST = 160;

function exampleOf(words: readonly string[], values: Record<string, unknown>): string {
  const said = words.map((word) => {
    const value = values[bare(word)];
    return !word.startsWith("<") ? word : String((value as string | number | undefined) ?? word);
  });
  return said.map((word) => (word.includes(" ") ? `"${word}"` : word)).join(" ");
}

function shapeOf(schema: z.ZodType | undefined): z.ZodRawShape {
  const { shape = {} } = (schema ?? {}) as { shape?: z.ZodRawShape };
  return shape;
}

function pick(values: Record<string, unknown>, shape: z.ZodRawShape): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in shape));
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`); // expiresIn
}
