import { findTwin } from "@/lib/core/text/fold-name";
import { findToolNameIn } from "@/lib/core/text/tool-names";

/** What every path of the tool begins with. Source: memory_20250818. */
const MEMORY_ROOT = "/memories";

/** The memory that has a form, in the agent's folder. */
export const MEMORY_FILE = "memory.md";

/** A name that leads elsewhere on some system, or is none. Example: `..`, `a\b`, `%2e%2e`, `CON:`. */
const UNSAFE = /^\.{1,2}$|[\\:\p{Cc}]|%(?:2e|2f|5c|00)/iu;

/**
 * The path below the root that a path of the tool names, as segments with `/` between; empty for the root itself. A
 * sentence, as the tool answers errors, for one that lies outside or could lead there, or that some tool would obey.
 */
export function parseMemoryPath(path: string): { path: string } | { fault: string } {
  if (path !== MEMORY_ROOT && !path.startsWith(`${MEMORY_ROOT}/`)) {
    return { fault: `Error: Path must start with ${MEMORY_ROOT}, got: ${path}` };
  }
  const segments = path.slice(MEMORY_ROOT.length).replace(/\/$/, "").split("/").slice(1);
  const outside = segments.some((segment) => segment === "" || UNSAFE.test(segment) || !segment.isWellFormed());
  if (outside) return { fault: `Error: Path ${path} would escape ${MEMORY_ROOT} directory` };
  const refused = segments.length === 0 ? null : findToolNameIn(segments.join("/"));
  return refused === null
    ? { path: segments.join("/") }
    : { fault: `Error: Path ${path} is not allowed: ${refused.name} ${refused.why}. Choose another name.` };
}

/** Line numbers have six digits at most. Source: memory_20250818, `view`. */
const MOST_LINES = 999_999;

const NUMBER_WIDTH = String(MOST_LINES).length;

/** A listing shows what is in a folder and what is in the folders of that. Source: memory_20250818, `view`. */
const DEPTH = 2;

/** Bytes of a text in UTF-8. */
function bytesOf(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** Bytes in the largest unit that leaves at least one, such as `1.5K`. */
export function humanSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < 3) {
    size /= 1024;
    unit++;
  }
  return `${Number.isInteger(size) ? size : size.toFixed(1)}${["B", "K", "M", "G"][unit]}`;
}

/** The listing of a folder. Hidden files and what is in them are left out, as is `node_modules`. */
function viewFolder(tree: MemoryTree, folder: string, shown: string): string {
  const files = filesBelow(tree, folder).map((path) => ({
    segments: path.slice(folder === "" ? 0 : folder.length + 1).split("/"),
    bytes: bytesOf(tree.get(path) ?? ""),
  }));
  const visible = files.filter(
    ({ segments }) => !segments.some((name) => name.startsWith(".") || name === "node_modules"),
  );
  const sizes = new Map<string, number>();
  for (const { segments, bytes } of visible) {
    for (let count = 1; count <= Math.min(DEPTH, segments.length); count++) {
      const path = segments.slice(0, count).join("/") + (count < segments.length ? "/" : "");
      sizes.set(path, (sizes.get(path) ?? 0) + bytes);
    }
  }
  const total = visible.reduce((sum, { bytes }) => sum + bytes, 0);
  const lines = [...sizes]
    .sort(([a], [b]) => compare(a, b))
    .map(([path, size]) => `${humanSize(size)}\t${shown}/${path}`);
  const header = `Here're the files and directories up to 2 levels deep in ${shown}, excluding hidden items and node_modules:`;
  return [header, `${humanSize(total)}\t${shown}`, ...lines].join("\n");
}

/** Each folder in front of what is in it, and names in their order: `/` sorts before every character a name may have. */
function compare(a: string, b: string): number {
  const key = (path: string) => path.replaceAll("/", "\u0000");
  return key(a) < key(b) ? -1 : 1;
}

/** Lines with their numbers, those of the range alone where one is given; -1 as its end is the last line. */
function numberLines(text: string, range?: readonly number[]): string {
  const lines = text.split("\n");
  const [first = 1, last = -1] = range ?? [];
  const start = Math.max(1, first) - 1;
  return lines
    .slice(start, last === -1 ? lines.length : last)
    .map((line, index) => `${String(start + index + 1).padStart(NUMBER_WIDTH, " ")}\t${line}`)
    .join("\n");
}

/** A file with numbered lines, or the sentence that it has too many. */
function viewFile(text: string, shown: string, range?: readonly number[]): { text: string } | { fault: string } {
  if (text.split("\n").length > MOST_LINES) {
    return { fault: `File ${shown} exceeds maximum line limit of 999,999 lines.` };
  }
  return { text: `Here's the content of ${shown} with line numbers:\n${numberLines(text, range)}` };
}

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

function replace(tree: MemoryTree, path: string, shown: string, { before, after }: { before: string; after: string }) {
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

function insert(tree: MemoryTree, path: string, shown: string, { line, text }: { line: number; text: string }) {
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

/** Every file by its path below the root. A folder is there as long as something is in it; the root always is. */
export type MemoryTree = ReadonlyMap<string, string>;

/** What changes: a file's next text, or null for one that goes. */
type MemoryChanges = ReadonlyMap<string, string | null>;

export function kindAt(tree: MemoryTree, path: string): "file" | "folder" | null {
  if (tree.has(path)) return "file";
  if (path === "") return "folder";
  return filesBelow(tree, path).length > 0 ? "folder" : null;
}

function filesBelow(tree: MemoryTree, folder: string): string[] {
  return [...tree.keys()].filter((path) => folder === "" || path.startsWith(`${folder}/`));
}

/** The file that stands where a path wants a folder, such as `a` for `a/b`; null when nothing does. */
function fileInTheWay(tree: MemoryTree, path: string): string | null {
  const segments = path.split("/");
  for (let count = 1; count < segments.length; count++) {
    const above = segments.slice(0, count).join("/");
    if (tree.has(above)) return above;
  }
  return null;
}

/** The file or folder that a path, or the way to it, is another spelling of: on some disks both are one. Null for none. */
export function findTwinPath(paths: readonly string[], wanted: string): string | null {
  const segments = wanted.split("/");
  let below = paths;
  for (const [depth, name] of segments.entries()) {
    const twin = findTwin(
      below.map((path) => path.split("/")[depth] ?? ""),
      name,
    );
    if (twin !== undefined) return [...segments.slice(0, depth), twin].join("/");
    below = below.filter((path) => path.split("/")[depth] === name && path.split("/").length > depth + 1);
  }
  return null;
}
