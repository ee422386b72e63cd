import { MEMORY_FILE, MEMORY_ROOT, parseMemoryPath } from "@/lib/core/memory-tool/memory-path";
import {
  fileInTheWay,
  filesBelow,
  findTwinPath,
  kindAt,
  type MemoryChanges,
  type MemoryTree,
} from "@/lib/core/memory-tool/tree";
import { numberLines, viewFile, viewFolder } from "@/lib/core/memory-tool/view";

/** A command of Anthropic's memory tool, with the tool's own names. Source: memory_20250818. */
export type MemoryCommand =
  | { command: "view"; path: string; view_range?: readonly number[] | undefined }
  | { command: "create"; path: string; file_text: string }
  | { command: "str_replace"; path: string; old_str: string; new_str?: string | undefined }
  | { command: "insert"; path: string; insert_line: number; insert_text: string }
  | { command: "delete"; path: string }
  | { command: "rename"; old_path: string; new_path: string };

/** What a command comes to: the text a model is shown, whether it is an error, and what changes. */
export interface MemoryOutcome {
  text: string;
  isError: boolean;
  changes: MemoryChanges;
}

/** Lines shown around an edit. */
const AROUND = 2;

const NOTHING: MemoryChanges = new Map();

/**
 * Runs one command on the files as they are. The sentences, also those of errors, are the tool's own, for models were
 * trained on them. Nothing changes where `isError` is true. Source: memory_20250818.
 */
export function runMemoryCommand(tree: MemoryTree, command: MemoryCommand): MemoryOutcome {
  const given = command.command === "rename" ? [command.old_path, command.new_path] : [command.path];
  const paths: string[] = [];
  for (const each of given) {
    const parsed = parseMemoryPath(each);
    if ("fault" in parsed) return failed(parsed.fault);
    const twin = findTwinPath([...tree.keys(), MEMORY_FILE], parsed.path);
    if (twin !== null) {
      const there = `${MEMORY_ROOT}/${twin}`;
      return failed(`Error: The path ${each} is another spelling of ${there}. Did you mean that? Case counts.`);
    }
    paths.push(parsed.path);
  }
  const [path = "", target = ""] = paths;
  switch (command.command) {
    case "view":
      return view(tree, path, command.path, command.view_range);
    case "create":
      return create(tree, path, command.path, command.file_text);
    case "str_replace":
      return replace(tree, path, command.path, { before: command.old_str, after: command.new_str ?? "" });
    case "insert":
      return insert(tree, path, command.path, { line: command.insert_line, text: command.insert_text });
    case "delete":
      return remove(tree, path, command.path);
    case "rename":
      return rename(tree, { from: path, to: target }, { from: command.old_path, to: command.new_path });
  }
}

function view(tree: MemoryTree, path: string, shown: string, range: readonly number[] | undefined): MemoryOutcome {
  const kind = kindAt(tree, path);
  if (kind === null) return failed(`The path ${shown} does not exist. Please provide a valid path.`);
  if (kind === "folder") return done(viewFolder(tree, path, shown.replace(/\/$/, "")));
  const viewed = viewFile(tree.get(path) ?? "", shown, range);
  return "fault" in viewed ? failed(viewed.fault) : done(viewed.text);
}

function create(tree: MemoryTree, path: string, shown: string, text: string): MemoryOutcome {
  if (kindAt(tree, path) !== null) return failed(`Error: File ${shown} already exists`);
  const blocked = fileInTheWay(tree, path);
  if (blocked !== null) return failed(`Error: ${blocked} is a file, so nothing can be created below it`);
  return done(`File created successfully at: ${shown}`, new Map([[path, text]]));
}

function replace(
  tree: MemoryTree,
  path: string,
  shown: string,
  { before, after }: { before: string; after: string },
): MemoryOutcome {
  const text = tree.get(path);
  if (text === undefined) return failed(`Error: The path ${shown} does not exist. Please provide a valid path.`);
  const places = before === "" ? [] : placesOf(text, before);
  const [place] = places;
  if (place === undefined) {
    return failed(`No replacement was performed, old_str \`${before}\` did not appear verbatim in ${shown}.`);
  }
  if (places.length > 1) {
    const lines = [...new Set(places.map((each) => lineAt(text, each)))].join(", ");
    return failed(
      `No replacement was performed. Multiple occurrences of old_str \`${before}\` in lines: ${lines}. Please ensure it is unique`,
    );
  }
  const next = text.slice(0, place) + after + text.slice(place + before.length);
  const first = lineAt(text, place);
  const last = first + after.split("\n").length - 1;
  const snippet = numberLines(next, [first - AROUND, last + AROUND]);
  const told = `The memory file has been edited. Here is the snippet showing the change (with line numbers):\n${snippet}`;
  return done(told, new Map([[path, next]]));
}

function insert(
  tree: MemoryTree,
  path: string,
  shown: string,
  { line, text }: { line: number; text: string },
): MemoryOutcome {
  const before = tree.get(path);
  if (before === undefined) return failed(`Error: The path ${shown} does not exist`);
  const lines = before.split("\n");
  if (line < 0 || line > lines.length) {
    return failed(
      `Error: Invalid \`insert_line\` parameter: ${line}. It should be within the range of lines of the file: [0, ${lines.length}]`,
    );
  }
  lines.splice(line, 0, text.replace(/\n$/, ""));
  return done(`The file ${shown} has been edited.`, new Map([[path, lines.join("\n")]]));
}

function remove(tree: MemoryTree, path: string, shown: string): MemoryOutcome {
  if (path === "") return failed("Error: Cannot delete the /memories directory itself");
  const kind = kindAt(tree, path);
  if (kind === null) return failed(`Error: The path ${shown} does not exist`);
  const going = kind === "file" ? [path] : filesBelow(tree, path);
  return done(`Successfully deleted ${shown}`, new Map(going.map((each) => [each, null])));
}

interface Move {
  from: string;
  to: string;
}

function rename(tree: MemoryTree, { from, to }: Move, shown: Move): MemoryOutcome {
  if (from === "") return failed("Error: Cannot rename the /memories directory itself");
  if (kindAt(tree, to) !== null) return failed(`Error: The destination ${shown.to} already exists`);
  const kind = kindAt(tree, from);
  if (kind === null) return failed(`Error: The path ${shown.from} does not exist`);
  if (to.startsWith(`${from}/`)) return failed(`Error: The destination ${shown.to} lies inside ${shown.from}`);
  const blocked = fileInTheWay(tree, to);
  if (blocked !== null) return failed(`Error: ${blocked} is a file, so nothing can be moved below it`);
  const changes = new Map<string, string | null>();
  for (const path of kind === "file" ? [from] : filesBelow(tree, from)) {
    changes.set(path, null);
    changes.set(to + path.slice(from.length), tree.get(path) ?? "");
  }
  return done(`Successfully renamed ${shown.from} to ${shown.to}`, changes);
}

function placesOf(text: string, wanted: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) places.push(at);
  return places;
}

function lineAt(text: string, place: number): number {
  return text.slice(0, place).split("\n").length;
}

function done(text: string, changes: MemoryChanges = NOTHING): MemoryOutcome {
  return { text, isError: false, changes };
}

function failed(text: string): MemoryOutcome {
  return { text, isError: true, changes: NOTHING };
}
