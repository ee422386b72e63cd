import type { Command } from "commander";
import { chainOf, nameOf } from "@/lib/cli/command-chain";

/**
 * Fields of requests that are called otherwise where they are typed: by command or group, the field and the name of the
 * option or argument; a list that several options fill, one after the other, has the names of all. A field that is not here
 * is called the same in both.
 */
export const FIELD_NAMES: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>> = {
  "session create": { id: "session", roles: "role" },
  "session add-role": { id: "role" },
  "session show": { q: "query" },
  "context publish": { text: "file" },
  "context ack": { text: "message", version: "gc" },
  "gate conclude": { criteria: ["met", "notMet"], waivers: "waive" },
  "memory close": {
    id: "session",
    findings: "finding",
    watchPoints: "watch",
    openThreads: "thread",
    closedThreads: "done",
  },
  knowledge: { session: "teamSession" },
  "knowledge start": { checkpointEvery: "every" },
  "knowledge load": { command: "knowledge" },
  "knowledge unload": { command: "knowledge" },
  "knowledge turn": {
    turns: "count",
    agreements: "agreed",
    openIssues: "issue",
    closedIssues: "settled",
    nextAction: "next",
  },
  "knowledge checkpoint": { state: "speaker", agreements: "agreed", openIssues: "issue", resumeHints: "next" },
  "knowledge end": { learnings: "learnt" },
  search: { q: "words" },
};

/**
 * The option or argument by which the field at a path was given, such as `--role` or `<tag>`; of several values with which one it
 * is, as in `--issue (2 of 3)`. Undefined where nobody could give it.
 */
export function wordFor(command: Command, path: string): string | undefined {
  const [field = "", index = ""] = path.split("."); // roles.0.id
  const names = nameOfField(command, field);
  if (typeof names !== "string") return wordInOneOf(command, names, Number(index));
  return wordOf(command, names, index);
}

/** The option among several whose values follow one another in a list, by the place in that list. */
function wordInOneOf(command: Command, names: readonly string[], index: number): string | undefined {
  let place = index;
  for (const name of names) {
    const values: unknown = command.getOptionValue(name);
    const length = Array.isArray(values) ? values.length : 0;
    if (place < length) return wordOf(command, name, String(place));
    place -= length;
  }
  return undefined;
}

function wordOf(command: Command, name: string, index: string): string | undefined {
  const place = command.registeredArguments.findIndex((each) => each.name() === name);
  if (place >= 0) return `<${name}>${whichOf(command.processedArgs[place], index)}`;
  const owner = chainOf(command).find((each) => findOption(each, name) !== undefined);
  if (owner === undefined) return undefined;
  return `${findOption(owner, name)?.long ?? ""}${whichOf(owner.getOptionValue(name), index)}`;
}

function nameOfField(command: Command, field: string): string | readonly string[] {
  const tables = chainOf(command).map((each) => FIELD_NAMES[nameOf(each).replace("wardroom ", "")]);
  return tables.map((table) => table?.[field]).find((name) => name !== undefined) ?? field;
}

function findOption(command: Command, name: string) {
  return command.options.find((option) => option.attributeName() === name);
}

function whichOf(values: unknown, index: string): string {
  if (!Array.isArray(values) || values.length < 2 || !/^\d+$/.test(index)) return ""; // 0
  return ` (${Number(index) + 1} of ${values.length})`;
}
