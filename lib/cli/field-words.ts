import type { Command } from "commander";
import { chainOf, nameOf } from "@/lib/cli/command-chain";

/**
 * Fields of requests that are called otherwise where they are typed: by command or group, the field and the name of the
 * option or argument. A field that is not here is called the same in both.
 */
export const FIELD_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "session create": { id: "session", roles: "role" },
  "session add-role": { id: "role" },
  "session show": { q: "query" },
  "context publish": { text: "file" },
  "context ack": { text: "message", version: "gc" },
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
  const name = nameOfField(command, field);
  const place = command.registeredArguments.findIndex((each) => each.name() === name);
  if (place >= 0) return `<${name}>${whichOf(command.processedArgs[place], index)}`;
  const owner = chainOf(command).find((each) => findOption(each, name) !== undefined);
  if (owner === undefined) return undefined;
  return `${findOption(owner, name)?.long ?? ""}${whichOf(owner.getOptionValue(name), index)}`;
}

function nameOfField(command: Command, field: string): string {
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
