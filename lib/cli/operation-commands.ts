import type { Command } from "commander";
import type { z } from "zod";
import type { Diff } from "@/lib/contracts/revisions";
import { query as queryOf } from "@/lib/client/paths";
import { addScope, chooseScope } from "@/lib/cli/choose-scope";
import type { Asking, Cli } from "@/lib/cli/cli";
import { addExamples, collect, minutesOf, positiveNumber, wholeNumber } from "@/lib/cli/declare-command";
import { plainLine, plainText, shortTime } from "@/lib/cli/terminal-text";
import { shortAnswer, shortEtag } from "@/lib/core/text/short-answer";
import { renderHunks } from "@/lib/cli/render-diff";
import { httpOf, isConditional, type Operation } from "@/lib/operations/define-operation";
import type { Column, Given, MadeCommand, Option, Terminal } from "@/lib/operations/terminal";

type Infer<T> = T extends z.ZodType ? z.infer<T> : unknown;
type Fields = Readonly<Record<string, z.ZodType>>;

/** What was typed: the fields of the operation, those of its address for certain, and by name whatever is no field. */
type Typed<P, Q, B> = Given<P, Q, B> & Omit<Infer<P>, "workspace"> & { said: Readonly<Record<string, unknown>> };

/** A command that asks or tells more than the one call of its operation. What it has to find out, it asks of `cli`. */
export interface AskingCommand<P, Q, B, R, Found extends object = object> extends Omit<
  MadeCommand<P, Q, B, R>,
  "options" | "as" | "fill" | "part" | "print"
> {
  /** Its words, where they are not the first that the row has. */
  usage?: string;
  /** Also those that are no field, of which `fill` makes fields: what is a list when left out may be repeated. The last is how a word is read. */
  options?: Readonly<Record<string, readonly [...Option, read?: unknown]>>;
  /** Of the fields that `fill` makes, the options and arguments that they are made of. */
  madeOf?: Readonly<Record<string, string | readonly string[]>>;
  /** Options that have to be given. */
  required?: readonly string[];
  /** What is to be known of it besides, at the end of its help. */
  note?: string;
  /** The role that the owner acts as. */
  as?(given: Typed<P, Q, B>): string | undefined;
  /** What is shown while it may take long. */
  working?: string;
  /** Whether all pages are wanted; else the first one is shown. */
  whole?(given: Typed<P, Q, B>): boolean;
  /** Fields that follow from what was typed, and `ifMatch`, once a person has agreed. What is printed is given them as well. */
  fill?(given: Typed<P, Q, B>, cli: Cli): Found | Promise<Found>;
  /** The command that is meant in its place, with the same words. */
  instead?(given: Typed<P, Q, B>): Beside | null;
  /** The fields that a call which was refused is made with once more; throws where it is not. */
  refused?(error: unknown, given: Typed<P, Q, B>, cli: Cli): Promise<object>;
  /** Whether the file's own bytes are wanted in place of an answer. */
  markdown?(given: Typed<P, Q, B>): boolean;
  /** The part of the answer that is shown, as JSON too. */
  part?(answer: Infer<R>, given: Typed<P, Q, B> & Found, cli: Cli): Infer<R> | Promise<Infer<R>>;
  /** What a program that reads the output gets, byte for byte. */
  bytes?(answer: Infer<R>): string;
  print?(answer: Infer<R>, terminal: Terminal<Typed<P, Q, B> & Found>, cli: Cli): string | Promise<string>;
}

/** A command as it is run, whatever its fields. */
type Own = AskingCommand<undefined, undefined, undefined, z.ZodType>;

type Row = Operation & { types?: { params: unknown; query: unknown; body: unknown; response: unknown } };
type TypesOf<R extends Row, Http> = NonNullable<Extract<R, { http: Http }>["types"]>;

/** A command made from a row, with what the row does not say. */
export interface Beside {
  operation: Operation;
  own: Own;
}

/** Finds the row of an address among these, for a command that asks more than one call. */
export function besideRows<Rows extends readonly Row[]>(rows: Rows) {
  return <const Http extends Rows[number]["http"], Found extends object>(
    http: Http,
    own: AskingCommand<
      TypesOf<Rows[number], Http>["params"],
      TypesOf<Rows[number], Http>["query"],
      TypesOf<Rows[number], Http>["body"],
      TypesOf<Rows[number], Http>["response"],
      Found
    >,
  ): Beside => ({ operation: rows.find((row) => row.http === http) as Operation, own });
}

/**
 * These commands in their order, then those below the same subject of which `rows` say everything. `says` is what the help says of the group
 * that they are in.
 */
export function commandGroup(
  { says, rows = [] }: { says?: string; rows?: readonly Operation[] },
  commands: readonly Beside[],
) {
  return (program: Command, cli: Cli) => {
    for (const { operation, own } of commands) add(program, cli, { operation, own, says });
    const [subject = ""] = commands.flatMap(({ operation, own }) => usageOf(operation, own)[0] ?? []);
    addOperationCommands(program, cli, { operations: rows, subject, says });
  };
}

/** Adds the commands of a subject that are made of an operation's row, those that are not there yet. */
export function addOperationCommands(
  program: Command,
  cli: Cli,
  { operations, subject, says }: { operations: readonly Operation[]; subject: string; says: string | undefined },
): void {
  for (const operation of operations) {
    const { ownCommand, commands: [usage] = [] } = operation;
    if (!ownCommand || usage?.split(" ")[0] !== subject) continue;
    add(program, cli, { operation, own: ownCommand === true ? null : ownCommand, says });
  }
}

/** Adds the command of an operation, unless it is there already; every field is an option where nothing is said of it. */
function add(
  program: Command,
  cli: Cli,
  { operation, own, says }: { operation: Operation; own: Own | null; says: string | undefined },
): void {
  const words = usageOf(operation, own);
  const command = place(
    program,
    words.filter((word) => !isArgument(word)),
    says,
    own?.byDefault === true,
  );
  if (command !== null) addOperation(command, cli, { operation, words, own });
}

function usageOf({ commands: [usage = ""] = [] }: Operation, own: Own | null): string[] {
  return (own?.usage ?? usage).split(" ");
}

/** Where a command goes that has these words; null where it is already. */
function place(program: Command, [subject = "", ...rest]: string[], says: string | undefined, isDefault: boolean) {
  const group = program.commands.find((each) => each.name() === subject);
  if (rest.length === 0) return group === undefined ? program.command(subject) : null;
  const name = rest.join("-");
  if (group?.commands.some((each) => each.name() === name)) return null;
  return (group ?? program.command(subject).description(says ?? subject)).command(name, { isDefault });
}

function addOperation(
  command: Command,
  cli: Cli,
  { operation, words, own: named }: { operation: Operation; words: string[]; own: Own | null },
): void {
  const own = named ?? {};
  const { summary, params, query, body, examples } = operation;
  const { says = summary.charAt(0).toLowerCase() + summary.slice(1), arguments: worded = {}, switches = {} } = own;
  command.description(says);
  const fields: Fields = { ...params?.shape, ...query?.shape, ...(shapeOf(body) as Fields) };
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
  if (named !== null) addScope(command, wanted);
  const options: NonNullable<Own["options"]> = named === null ? optionsOf(operation, names) : (own.options ?? {});
  for (const [field, [flags, help, otherwise, read]] of Object.entries(options)) {
    const parser =
      read ?? (Array.isArray(otherwise) ? collect : flags.includes("<") ? parserOf(fields[field], flags) : undefined);
    const isRequired = own.required?.includes(field) === true;
    const option = command.createOption(flags, help).default(otherwise).makeOptionMandatory(isRequired);
    command.addOption(parser === undefined ? option : option.argParser(parser as typeof wholeNumber));
  }
  for (const [flag, help] of Object.entries(switches)) command.option(flag, help);
  if (named === null) addScope(command, wanted);
  const lines = own.examples ?? [
    exampleOf(words, { ...examples[0]?.params, ...examples[0]?.query, ...(examples[0]?.body as object) }),
  ];
  addExamples(
    command,
    lines.map((line) => (line.includes("wardroom ") ? line : `wardroom ${line}`)),
    own.note,
    {
      ...(wanted === "team session" && { session: "teamSession" }),
      ...Object.fromEntries(given.map(({ field, word }) => [field, bare(word)])),
      ...Object.fromEntries(Object.entries(options).map(([field, [flags]]) => [field, attributeOf(flags)])),
      ...own.madeOf,
    },
  );

  // Standard input is for what is written, not for what is looked for.
  const isWritten = (field: string) => !(field in shapeOf(query));
  command.action(async (...typed: unknown[]) => {
    const chosen = command.opts<Record<string, unknown>>();
    const values: Record<string, unknown> = {};
    for (const [at, { word, field }] of given.entries()) {
      const value = typed[at];
      if (Array.isArray(value) && parserOf(fields[field]) !== collect) {
        const words = value as string[];
        if (words.length > 0 || word.startsWith("<"))
          values[field] = isWritten(field) ? await cli.text(words) : words.join(" ");
      } else if (value !== undefined && !(Array.isArray(value) && value.length === 0)) values[field] = value;
    }
    for (const [field, [flags]] of Object.entries(options)) {
      const value = chosen[attributeOf(flags)];
      const isText = typeof value === "string" && flags.includes("<words>") && isWritten(field);
      if (value !== undefined) values[field] = isText ? await cli.text(value) : value;
    }
    Object.assign(values, await chooseScope(cli, wanted, chosen));
    const on = new Set(
      Object.keys(switches).filter(
        (flag) => chosen[attributeOf(flag.replace("--no-", "--"))] === !flag.startsWith("--no-"),
      ),
    );
    await carryOut(cli, operation, named, { ...values, said: values, switches: on });
  });
}

/** Makes the call that was typed, once a person has agreed to it, and prints what is answered. */
async function carryOut(
  cli: Cli,
  operation: Operation,
  named: Own | null,
  asked: Typed<undefined, undefined, undefined>,
) {
  const own = named ?? {};
  const other = own.instead?.(asked);
  if (other) return carryOut(cli, other.operation, other.own, asked);
  const filled = await own.fill?.(asked, cli);
  const values: Record<string, unknown> = { ...asked.said, ...filled };
  const given = { ...asked, ...filled };
  const { query, body, response, summary } = operation;
  const { method, address } = httpOf(operation);
  const sentence =
    own.confirm === undefined && method === "DELETE"
      ? `${summary}: this cannot be taken back.`
      : own.confirm?.(asked, plainLine);
  if (sentence !== undefined) await cli.confirm(sentence);
  const schema = response as z.ZodType<Paged>;
  const isWhole =
    "nextCursor" in shapeOf(schema) &&
    named !== null &&
    (own.whole?.(asked) ?? (asked.switches.has("--all") || !("limit" in (own.options ?? {}))));
  if (isWhole) delete values["limit"];
  const below = address.replace("/api/v1/workspaces/{workspace}", "");
  const path = below.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name]))); // /gates/{gate}
  const { paint, surroundings, flags } = cli;
  const { stdout } = surroundings;
  if (own.markdown?.(asked) === true) {
    const text = await (await cli.send(path, { accept: "text/markdown" })).text();
    // A terminal would obey what agents wrote; a file gets every byte.
    stdout.write(stdout.isTTY ? plainText(text) : text);
    return;
  }
  const role = own.as?.(asked);
  const call = (more: object) => {
    const all = { ...values, ...more };
    const asking: Asking = {
      method: method as NonNullable<Asking["method"]>,
      // Of what may have either of several shapes, it is filled whole.
      ...(body && { body: "shape" in body ? pick(all, shapeOf(body)) : all["body"] }),
      ...(all["ifMatch"] !== undefined && { ifMatch: all["ifMatch"] as string }),
      ...(role !== undefined && { role }),
    };
    const whole = path + queryOf(pick(all, query?.shape ?? {}) as Record<string, string>);
    return isWhole ? cli.askAll(schema, whole, asking) : cli.ask(schema, whole, asking);
  };
  const work = () =>
    call({}).catch(async (error: unknown) => {
      if (own.refused === undefined) throw error;
      return call(await own.refused(error, asked, cli));
    });
  const answer = await (own.working === undefined ? work() : cli.working(own.working, work));
  for (const warning of own.notes?.(answer) ?? []) cli.tell(`${paint.warn("note:")} ${plainLine(warning)}\n`);
  const part = (await own.part?.(answer, given, cli)) ?? answer;
  if (flags.json !== true && own.bytes !== undefined && !stdout.isTTY) {
    stdout.write(own.bytes(part));
    return;
  }
  const terminal = {
    ...{ paint, given, line: plainLine, text: plainText, time: shortTime },
    whole: (text: string) => (stdout.isTTY ? plainText(text) : text),
    table: <Line>(rows: readonly Line[], columns: readonly Column<Line>[]) => cli.table(rows, columns),
    changes: (hunks: Diff["hunks"]) => renderHunks(hunks, paint),
  };
  const lines = () => (method === "GET" ? linesOf(part) : linesOf(shortAnswer(part, values)).map(cut)).join("\n");
  const text = flags.json === true ? "" : ((await own.print?.(part, terminal, cli)) ?? lines());
  cli.show(part, () => text);
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
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => name in shape && value !== undefined));
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`); // expiresIn
}
