import { CommanderError, type Command } from "commander";
import { RequestError } from "@/lib/client/request-error";
import type { Problem } from "@/lib/contracts/primitives";
import { AppError, ERRORS, type ErrorCode } from "@/lib/core/errors";
import { nameOf } from "@/lib/cli/command-chain";
import { wordFor } from "@/lib/cli/field-words";
import { hintForTerminal } from "@/lib/cli/hint-words";
import { createPaint, isColoured } from "@/lib/cli/paint";
import { plainText } from "@/lib/cli/plain-text";
import { blockersIn } from "@/lib/cli/render-blockers";
import { openItemsIn } from "@/lib/cli/render-open-items";
import { saidIn } from "@/lib/cli/render-said";
import type { Surroundings } from "@/lib/cli/surroundings";

/** What a failure is called and says, whoever found it out. */
type Failure = Pick<Problem, "code" | "detail"> & Partial<Problem>;

/** What a contract's refusal begins with; the first fault follows. Example: Something in the body is not valid. tag: … */
const SOMETHING = /^Something in the \w+ is not valid\./;

/**
 * Says what went wrong on standard error, a line and what to do next, or one line of problem JSON with `--json`; answers
 * the exit code of the table of errors. `command` is what was being run. A person is told of options and arguments, a program of
 * the fields of the API.
 */
export async function reportError(
  error: unknown,
  surroundings: Surroundings,
  { json, command }: { json: boolean; command: Command },
): Promise<number> {
  const name = nameOf(command);
  const failure = failureOf(error, surroundings, name);
  const { http, exit, title } = ERRORS[failure.code];
  const { stderr, env, argv } = surroundings;
  if (json) {
    const problem: Problem = { type: `/docs/api#${failure.code}`, title, status: http, instance: name, ...failure };
    stderr.write(`${JSON.stringify(problem)}\n`);
    return exit;
  }
  const paint = createPaint(isColoured(stderr, env, !argv.includes("--no-color")));
  const [sentence = "", ...more] = linesOf(failure, command);
  stderr.write(`${paint.bad("error:")} ${plainText(sentence)}\n`);
  for (const line of more) stderr.write(`  ${plainText(line)}\n`);
  for (const line of blockersIn(failure.current, paint)) stderr.write(`  ${line}\n`);
  for (const line of openItemsIn(failure.current, paint)) stderr.write(`${line}\n`);
  for (const line of saidIn(failure.current, paint)) stderr.write(`${line}\n`);
  const hint = await hintForTerminal(failure, name);
  if (hint !== undefined) stderr.write(`${paint.warn("hint:")} ${plainText(hint)}\n`);
  return exit;
}

/** The sentence, which has the first fault in it, and a line for each further one; each with the option or argument it is about. */
function linesOf({ detail, errors = [] }: Failure, command: Command): string[] {
  const [first, ...others] = errors;
  const word = first && wordFor(command, first.path);
  const sentence = first !== undefined && SOMETHING.test(detail) ? first.message : detail;
  return [
    word === undefined ? detail : `${word}: ${sentence}`,
    ...others.map(({ path, message }) => `${wordFor(command, path) ?? path}: ${message}`),
  ];
}

function failureOf(error: unknown, { env }: Surroundings, command: string): Failure {
  if (error instanceof AppError) {
    const { hint, errors, current } = error.details;
    return {
      code: error.code,
      detail: error.message,
      ...(hint !== undefined && { hint }),
      ...(errors !== undefined && { errors }),
      ...(current !== undefined && { current }),
    };
  }
  if (error instanceof RequestError) {
    if (error.problem !== undefined) return error.problem;
    return { code: codeOf(error), detail: error.message, ...(error.hint !== undefined && { hint: error.hint }) };
  }
  if (error instanceof CommanderError) return usage(error, command);
  const trace = (env["WARDROOM_DEBUG"] ?? "") !== "" && error instanceof Error ? `\n${error.stack ?? ""}` : "";
  return {
    code: "internal",
    detail: `Something went wrong inside wardroom: ${error instanceof Error ? error.message : String(error)}${trace}`,
    hint: "Run it again with WARDROOM_DEBUG=1 to see where.",
  };
}

/** What has no code in the table: nobody answered, which may pass, or nobody understood the answer. */
function codeOf({ code }: RequestError): ErrorCode {
  if (code === "unreachable") return "busy";
  return code === "unexpected" ? "internal" : code;
}

function usage(error: CommanderError, command: string): Failure {
  // error: unknown command 'sesion'\n(Did you mean session?)
  const [first = "", ...rest] = error.message.replace(/^error: /, "").split("\n");
  const detail = `${first.charAt(0).toUpperCase()}${first.slice(1)}`.replace(/([^.?!])$/, "$1.");
  const meant = rest.join(" ").replace(/^\((.*)\)$/, "$1 ");
  const failure: Failure = { code: "invalid_input", detail, hint: `${meant}See: ${command} --help` };
  if (error.code !== "commander.unknownOption") return failure;
  // unknown option '--expires': a program is told as the contract would say it.
  const name = /'-{1,2}([^']+)'/.exec(first)?.[1] ?? "";
  return { ...failure, errors: [{ path: "", message: `Unrecognized key: "${name}"` }] };
}
