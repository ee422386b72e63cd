import { CommanderError } from "commander";
import { RequestError } from "@/lib/client/request-error";
import type { Problem } from "@/lib/contracts/primitives";
import { AppError, ERRORS, type ErrorCode } from "@/lib/core/errors";
import { hintForTerminal } from "@/lib/cli/hint-words";
import { createPaint, isColoured } from "@/lib/cli/paint";
import { plainText } from "@/lib/cli/plain-text";
import type { Surroundings } from "@/lib/cli/surroundings";

/** What a failure is called and says, whoever found it out. */
type Failure = Pick<Problem, "code" | "detail"> & Partial<Problem>;

/**
 * Says what went wrong on standard error, a line and what to do next, or one line of problem JSON with `--json`; answers
 * the exit code of the table of errors. `command` is what was being run, such as `wardroom session list`.
 */
export function reportError(
  error: unknown,
  surroundings: Surroundings,
  { json, command }: { json: boolean; command: string },
): number {
  const failure = failureOf(error, surroundings, command);
  const { http, exit, title } = ERRORS[failure.code];
  const { stderr, env } = surroundings;
  if (json) {
    const problem: Problem = { type: `/docs/api#${failure.code}`, title, status: http, instance: command, ...failure };
    stderr.write(`${JSON.stringify(problem)}\n`);
    return exit;
  }
  const paint = createPaint(isColoured(stderr, env, true));
  stderr.write(`${paint.bad("error:")} ${plainText(failure.detail)}\n`);
  // The sentence has the first of them in it.
  for (const { path, message } of (failure.errors ?? []).slice(1))
    stderr.write(`  ${plainText(`${path}: ${message}`)}\n`);
  if (failure.hint !== undefined) stderr.write(`${paint.warn("hint:")} ${plainText(hintForTerminal(failure.hint))}\n`);
  return exit;
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
  return { code: "invalid_input", detail, hint: `${meant}See: ${command} --help` };
}
