import { appendFileSync } from "node:fs";
import type { HookInput } from "@/lib/hook/hook-input";
import type { Moment } from "@/lib/hook/moment";
import { stringOf } from "@/lib/hook/hook-input";
import type { Environment } from "@/lib/hook/who-is-it";

/**
 * The input of a shell command with its agent's role in the environment, so that `wardroom` knows whose command it is; null where it
 * goes as it is. Only a command that speaks of Wardroom is changed, and any where nobody is asked: the client would ask a person
 * about every other one that the project allows today.
 */
export function withRole({ input, identity, session }: Moment): Record<string, unknown> | null {
  const { role } = identity;
  const command = stringOf(input.tool.input["command"]);
  if (role === null || command === "") return null;
  if (!/wardroom/i.test(command) && input.permissionMode !== "bypassPermissions") return null;
  const set = [`WARDROOM_ROLE=${quoted(role)}`, ...(session === null ? [] : [`WARDROOM_SESSION=${quoted(session)}`])];
  return { ...input.tool.input, command: `export ${set.join(" ")}; ${command}` };
}

/**
 * Keeps the role a client was started with from the shells of everybody in its process: a Lead's teammates would all be the Lead. In a
 * client of one teammate they are that teammate's.
 */
export function settleShell({ source }: HookInput, { identity }: Moment, environment: Environment): void {
  const file = environment["CLAUDE_ENV_FILE"];
  const { role, hasOwnSession } = identity;
  if (!file || !hasOwnSession || role === null || source === "compact") return;
  try {
    appendFileSync(file, role === "Lead" ? "unset WARDROOM_ROLE\n" : `export WARDROOM_ROLE=${quoted(role)}\n`);
  } catch {
    // The shells have what the client was started with.
  }
}

/** A word for the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
