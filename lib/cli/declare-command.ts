import { type Command, InvalidArgumentError } from "commander";

/** A whole number above zero, as an option was given. Throws what commander tells with the option's name for anything else. */
export function positiveNumber(value: string): number {
  const number = wholeNumberOf(value);
  if (number !== null && number > 0) return number;
  throw new InvalidArgumentError("Write a whole number above zero, such as 20.");
}

/** The same from zero on. */
export function wholeNumber(value: string): number {
  const number = wholeNumberOf(value);
  if (number !== null) return number;
  throw new InvalidArgumentError("Write a whole number, such as 20.");
}

/** The same for what a server listens at, up to 65535. */
export function portNumber(value: string): number {
  const number = wholeNumberOf(value);
  if (number !== null && number <= 65_535) return number;
  throw new InvalidArgumentError("Write a number from 0 to 65535, such as 4101.");
}

function wholeNumberOf(value: string): number | null {
  const number = Number(value);
  return /^\d+$/.test(value) && Number.isSafeInteger(number) ? number : null; // 5000
}

/** Minutes, as `10m`, `2h` or a number alone. */
export function minutesOf(value: string): number {
  const [, digits = "", unit = "m"] = /^(\d{1,5})([mh])?$/i.exec(value.trim()) ?? []; // 10m
  const minutes = Number(digits) * (unit.toLowerCase() === "h" ? 60 : 1);
  if (minutes > 0) return minutes;
  throw new InvalidArgumentError("Write how long, such as 10m or 2h.");
}

/** A teammate as one is typed, with the type where that is said: `mina:architect`. */
export function typedRole(word: string): { id: string; type?: string } {
  const [id = "", type] = word.split(":");
  return { id, ...(type !== undefined && { type }) };
}

/** Gathers the values of an option that may be given several times; unlike a list it takes no word that follows. */
export function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}

/** How a command is typed, and what else is to be known of it. */
interface Examples {
  lines: readonly string[];
  note: string;
  /** What a field of the request is called where it is typed: an option or argument, or of a list several that fill it one after the other. */
  names: Readonly<Record<string, string | readonly string[]>>;
}

const EXAMPLES = new WeakMap<Command, Examples>();

/** Keeps these lines for the end of a command's help, and the names for refusals; a field without one is called the same in both. */
export function addExamples(command: Command, lines: string[], note = "", names: Examples["names"] = {}): Command {
  EXAMPLES.set(command, { lines, note, names });
  return command;
}

/** The examples of a command; none of a group. */
export function examplesOf(command: Command): Examples {
  return EXAMPLES.get(command) ?? { lines: [], note: "", names: {} };
}
