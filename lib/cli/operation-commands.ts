import type { Command } from "commander";
import type { z } from "zod";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import type { Asking, Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";
import { httpOf, isConditional, type Operation } from "@/lib/operations/define-operation";
import { OPERATIONS } from "@/lib/operations/operations";

/** What each subject is about that has no command but those of its operations. */
const SUBJECTS: Readonly<Record<string, string>> = {
  account: "accounts that people sign in with: list, unlink",
  assignment: "who takes care of what: list, put",
  comment: "what people remark on items, beside the files: list, add, delete",
  delivery: "updates that were sent: full, guide, ping, resend",
  person: "people of the workspace, and what each may do: list, here, add, change, invite, end",
  "team-token": "tokens that a whole team shares: list, mint, revoke",
  viewer: "people who may read the workspace, by a link: list, add, revoke",
};

/** Adds the commands that are their operation as it stands: arguments are named in its usage, and all else is an option. */
export function addOperationCommands(program: Command, cli: Cli): void {
  for (const operation of OPERATIONS) {
    const [usage = ""] = operation.commands ?? [];
    if (operation.ownCommand) addOperation(program, cli, operation, usage);
  }
}

function addOperation(program: Command, cli: Cli, operation: Operation, usage: string): void {
  const { summary, params, query, body, examples } = operation;
  const words = usage.split(" ");
  const isArgument = (word: string) => word.startsWith("<");
  const [subject = "", ...rest] = words.filter((word) => !isArgument(word));
  const group = program.commands.find((each) => each.name() === subject) ?? program.command(subject);
  if (group.description() === "") group.description(SUBJECTS[subject] ?? subject);
  const command = group.command(rest.join("-")).description(summary.charAt(0).toLowerCase() + summary.slice(1));
  const names = words.filter(isArgument).map((word) => word.replace(/^<|\.{3}|>$/g, "")); // <text...>
  for (const word of words.filter(isArgument)) command.argument(word);
  const fields: Record<string, z.ZodType> = { ...query?.shape, ...shapeOf(body) };
  const options = Object.keys(fields).filter((name) => !names.includes(name));
  for (const name of options) command.option(`--${kebab(name)} <${kebab(name)}>`, describe(fields[name]));
  if (isConditional(operation)) command.option("--if-match <etag>", "only while it is as you read it");
  const isOfSession = params !== undefined && "session" in params.shape && !names.includes("session");
  if (isOfSession) addSessionOption(command);
  addExamples(command, [
    `wardroom ${exampleOf(words, { ...examples[0]?.params, ...examples[0]?.query, ...(examples[0]?.body as object) })}`,
  ]);

  command.action(async (...given: unknown[]) => {
    const chosen = given[names.length] as Record<string, string> & SessionChoice;
    const values: Record<string, unknown> = {};
    for (const [at, name] of names.entries()) values[name] = [given[at]].flat().join(" ");
    for (const name of options) if (chosen[name] !== undefined) values[name] = chosen[name];
    if (isOfSession) {
      const session = await chooseSession(cli, chosen);
      values.session = session((scope) => scope.session)("");
    }
    const { method, address } = httpOf(operation);
    if (method === "DELETE") await cli.confirm(`${summary}: this cannot be taken back.`);
    const asked = new URLSearchParams(pick(values, query?.shape ?? {}) as Record<string, string>).toString();
    const path = (workspace: string) =>
      address.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(name === "workspace" ? workspace : String(values[name])),
      ) + (asked && `?${asked}`);
    const said = Object.entries(pick(values, shapeOf(body))).map(([name, value]) => [name, fit(fields[name], value)]);
    const asking: Asking = {
      method: method as NonNullable<Asking["method"]>,
      ...(method !== "GET" && { body: Object.fromEntries(said) as unknown }),
      ...(chosen.ifMatch !== undefined && { ifMatch: chosen.ifMatch }),
    };
    cli.show(await cli.ask(operation.response as z.ZodType, path, asking), (answer) => linesOf(answer).join("\n"));
  });
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
  return [plainLine(typeof value === "string" ? value : JSON.stringify(value))];
}

/** What was typed, as the contract takes it: a number where it takes no text. */
function fit(field: z.ZodType | undefined, value: unknown): unknown {
  const number = Number(value);
  return field?.safeParse(value).success === false && !Number.isNaN(number) ? number : value;
}

function describe(field: z.ZodType | undefined): string {
  return field?.meta()?.description ?? "as the API takes it";
}

function exampleOf(words: readonly string[], values: Record<string, unknown>): string {
  const said = words.map((word) => {
    const value = values[word.replace(/^<|\.{3}|>$/g, "")];
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
