import type { Command } from "commander";

/** A command and the groups it stands in, up to the program; all of them have options that it takes. */
export function chainOf(command: Command): Command[] {
  return command.parent === null ? [command] : [command, ...chainOf(command.parent)];
}

/** What is typed to run it, such as `wardroom session list`. */
export function nameOf(command: Command): string {
  return chainOf(command)
    .map((each) => each.name())
    .reverse()
    .join(" ");
}

/** A value as a shell takes it for one word. */
export function asWord(value: string): string {
  return /^[\p{L}\p{N}._/:-]+$/u.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`; // code reviewer
}
