import { AppError } from "@/lib/core/errors";
import { type Node, parseTree, type ParseError, printParseErrorCode } from "jsonc-parser";
import { BYTE_ORDER_MARK } from "@/lib/core/markdown/blocks";

/**
 * What was empty before something of ours was put in, outermost first: a path into the JSON, [] for the whole, and the white
 * space that stood there between the brackets; null for what was not there at all.
 */
export type Made = { path: string[]; was: string | null }[];

/** A JSON file after a change. `text` null means that there is no file any more. */
export interface SetupChange {
  text: string | null;
  made: Made;
}

/** The groups of hooks of a plugin, by event, as its `hooks.json` has them. */
export type HookGroups = Record<string, unknown[]>;

/**
 * The settings of a project with our hooks after those it has. No byte that was there changes. Throws `unparseable` for no
 * JSON and `conflict` where hooks are something else than lists by event; `name` is what the file is called in errors.
 */
export function addHooks(text: string | null, hooks: HookGroups, name: string): SetupChange {
  const change = begin(text);
  for (const [event, groups] of Object.entries(hooks)) {
    for (const group of groups) {
      const list = ensure(change, ["hooks", event], "array", name);
      change.text = addElement(change.text, list, group);
    }
  }
  return change;
}

/**
 * The settings without the hooks that `isOurs` knows by their JSON text, and without what was made for them if nothing else
 * has come to stand in it: after an `addHooks` the very text that was there before, or null for no file.
 */
export function removeHooks(text: string, isOurs: (hook: string) => boolean, made: Made, name: string): string | null {
  let left = text;
  for (;;) {
    const found = findOurHook(left, isOurs, name);
    if (found === null) break;
    left = removeElement(left, found.list, found.index);
  }
  return removeMade(left, made, name);
}

/** Where a thing with a name is: in an object of the file, as an MCP server is in `mcpServers` and a variable in `env`. */
type EntryPlace = readonly [within: string, key: string];

/** The file with one entry more after those it has; one of the same name is left as it is. */
export function addEntry(text: string | null, [within, key]: EntryPlace, value: unknown, name: string): SetupChange {
  const change = begin(text);
  const entries = ensure(change, [within], "object", name);
  if (findMember(entries, key) === undefined) change.text = addElement(change.text, entries, value, key);
  return change;
}

/** The JSON text of an entry; null when there is none of that name. */
export function findEntry(text: string, [within, key]: EntryPlace, name: string): string | null {
  const entries = findMember(parseJsonTree(text, name), within)?.value;
  const found = entries && findMember(entries, key)?.value;
  return found === undefined ? null : text.slice(found.start, found.end);
}

/** The file without an entry, and without what was made for it: the reverse of `addEntry`; null for no file. */
export function removeEntry(text: string, [within, key]: EntryPlace, made: Made, name: string): string | null {
  const entries = findMember(parseJsonTree(text, name), within)?.value;
  if (entries?.kind !== "object") return text;
  const index = entries.members.findLastIndex((member) => member.key === key);
  return removeMade(removeElement(text, entries, index), made, name);
}

/** A file before a change: as it is, or a new one, of which that is noted. */
export function begin(text: string | null): { text: string; made: Made } {
  return text === null ? { text: "{}\n", made: [{ path: [], was: null }] } : { text, made: [] };
}

/** The container at a path, made where it is missing; what is made is noted. Throws `conflict` where something else is there. */
export function ensure(
  change: { text: string; made: Made },
  path: string[],
  kind: JsonContainer["kind"],
  name: string,
): JsonContainer {
  let node = parseJsonTree(change.text, name);
  for (const [depth, key] of path.entries()) {
    if (node.kind !== "object") throw otherShape(name, path.slice(0, depth));
    noteEmpty(change, node, path.slice(0, depth));
    const known = findMember(node, key)?.value;
    if (known === undefined) {
      const isLast = depth === path.length - 1;
      change.text = addElement(change.text, node, isLast && kind === "array" ? [] : {}, key);
      change.made.push({ path: path.slice(0, depth + 1), was: null });
      return ensure(change, path, kind, name);
    }
    node = known;
  }
  if (node.kind !== kind) throw otherShape(name, path);
  noteEmpty(change, node, path);
  return node;
}

function noteEmpty({ text, made }: { text: string; made: Made }, node: JsonContainer, path: string[]): void {
  const isNoted = made.some((each) => each.path.join("\0") === path.join("\0"));
  if (isEmpty(node) && !isNoted) made.push({ path, was: text.slice(node.start + 1, node.end - 1) });
}

function findOurHook(
  text: string,
  isOurs: (hook: string) => boolean,
  name: string,
): { list: JsonContainer; index: number } | null {
  const hooks = findMember(parseJsonTree(text, name), "hooks")?.value;
  if (hooks?.kind !== "object") return null;
  for (const { value: list } of hooks.members) {
    if (list.kind !== "array") continue;
    // From the last: what came last goes first, and nothing else moves.
    const index = list.items.findLastIndex(({ start, end }) => isOurs(text.slice(start, end)));
    if (index >= 0) return { list, index };
  }
  return null;
}

/** Restores, the innermost first, what was empty and is again; null when the whole file was made and is. */
export function removeMade(text: string, made: Made, name: string): string | null {
  let left = text;
  for (const { path, was } of [...made].reverse()) {
    const root = parseJsonTree(left, name);
    const nodeAt = (place: string[]) =>
      place.reduce<JsonNode | undefined>((node, key) => node && findMember(node, key)?.value, root);
    const node = nodeAt(path);
    if (node === undefined || !isEmpty(node)) continue;
    if (was !== null) left = left.slice(0, node.start + 1) + was + left.slice(node.end - 1);
    else if (path.length === 0) return null;
    else {
      const parent = nodeAt(path.slice(0, -1));
      if (parent?.kind !== "object") continue;
      const index = parent.members.findLastIndex(({ key }) => key === path.at(-1));
      left = removeElement(left, parent, index);
    }
  }
  return left;
}

function isEmpty(node: JsonNode): boolean {
  return (node.kind === "object" && node.members.length === 0) || (node.kind === "array" && node.items.length === 0);
}

function otherShape(name: string, path: string[]): AppError {
  const place = path.length === 0 ? "its whole" : path.join(".");
  return new AppError(
    "conflict",
    `${name} is not as the client reads it: ${place} is neither missing nor of its kind.`,
    {
      hint: "Fix the file and try again; nothing was changed.",
    },
  );
}

/** One value of a JSON text and where it stands: UTF-16 offsets, `end` excluded. */
export type JsonNode =
  | { kind: "object"; start: number; end: number; members: JsonMember[] }
  | { kind: "array"; start: number; end: number; items: JsonNode[] }
  | { kind: "value"; start: number; end: number };

/** One member of an object; `start` is where its key begins. */
interface JsonMember {
  key: string;
  start: number;
  value: JsonNode;
}

/**
 * The places of every value of a JSON text. Comments, commas after the last element and a byte order mark are passed over, as
 * clients do with their settings. Throws `unparseable` for anything else that is not JSON; `name` is what the text is called in
 * the error.
 */
export function parseJsonTree(text: string, name: string): JsonNode {
  const faults: ParseError[] = [];
  const blank = text.startsWith(BYTE_ORDER_MARK) ? ` ${text.slice(1)}` : text;
  const root = parseTree(blank, faults, { allowTrailingComma: true });
  const [fault] = faults;
  if (fault !== undefined || root === undefined) {
    const what = fault === undefined ? "it is empty" : `${printParseErrorCode(fault.error)} at offset ${fault.offset}`;
    throw new AppError("unparseable", `${name} is not valid JSON: ${what}`, {
      hint: "Fix it and try again; nothing was changed.",
    });
  }
  return nodeOf(root);
}

/** The member of that key; of several the last, as JSON.parse takes it. */
export function findMember(node: JsonNode, key: string): JsonMember | undefined {
  return node.kind === "object" ? node.members.findLast((member) => member.key === key) : undefined;
}

function nodeOf({ type, offset, length, children = [] }: Node): JsonNode {
  const place = { start: offset, end: offset + length };
  if (type === "array") return { kind: "array", ...place, items: children.map(nodeOf) };
  if (type === "object") return { kind: "object", ...place, members: children.flatMap(memberOf) };
  return { kind: "value", ...place };
}

function memberOf({ offset, children: [key, value] = [] }: Node): JsonMember[] {
  return key === undefined || value === undefined
    ? []
    : [{ key: String(key.value), start: offset, value: nodeOf(value) }];
}

/** An object or an array. */
type JsonContainer = Extract<JsonNode, { kind: "object" | "array" }>;

/**
 * The text with one more element at the end of a container; every byte that was there stays. `key` names it in an object.
 * Line ends and indentation are those of the text, and a text of one line stays one.
 */
export function addElement(text: string, container: JsonContainer, value: unknown, key?: string): string {
  const last = elementsOf(container).at(-1);
  const newline = /\r?\n/.exec(text)?.[0]; // the first line's end
  const outer = indentAt(text, container.start);
  const unit = indentUnit(text);
  const inner = outer + unit;
  const shown = newline === undefined ? JSON.stringify(value) : JSON.stringify(value, null, unit);
  const name = key === undefined ? "" : `${JSON.stringify(key)}:${newline === undefined ? "" : " "}`;
  const element = name + shown.replaceAll("\n", `${newline ?? ""}${inner}`);
  if (last !== undefined) {
    return `${text.slice(0, last.end)},${spaceBefore(text, container)}${element}${text.slice(last.end)}`;
  }
  const at = container.start + 1;
  const around: [string, string] = newline === undefined ? ["", ""] : [newline + inner, newline + outer];
  return text.slice(0, at) + around[0] + element + around[1] + text.slice(at);
}

/**
 * The text without one element of a container, its comma and the space that came with it: what `addElement` has put after
 * others is gone as if it had never been there. A container that is empty then has no space in it.
 */
export function removeElement(text: string, container: JsonContainer, index: number): string {
  const elements = elementsOf(container);
  const element = elements[index];
  if (element === undefined) return text;
  const previous = elements[index - 1];
  const next = elements[index + 1];
  if (previous !== undefined) return text.slice(0, previous.end) + text.slice(element.end);
  if (next !== undefined) return text.slice(0, element.start) + text.slice(next.start);
  return text.slice(0, container.start + 1) + text.slice(container.end - 1);
}

/** The elements of a container; those of an object with their keys. */
function elementsOf(container: JsonContainer): { start: number; end: number }[] {
  return container.kind === "array"
    ? container.items
    : container.members.map(({ start, value }) => ({ start, end: value.end }));
}

/** What stands between the comma, or the opening, and the last element: the next one stands alike. */
function spaceBefore(text: string, container: JsonContainer): string {
  const elements = elementsOf(container);
  const last = elements.at(-1);
  const previous = elements.at(-2);
  const between = text.slice(previous?.end ?? container.start + 1, last?.start);
  const space = between.slice(between.indexOf(",") + 1);
  // A comment that stands there belongs to the other one.
  return /^\s*$/.test(space) ? space : (/\r?\n[ \t]*$/.exec(space)?.[0] ?? " "); // "\n    "
}

/** The white space that the line of an offset begins with. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** One step of indentation as the text has it: that of its first indented line; two spaces where there is none. */
function indentUnit(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? "  "; // "\n    "
}
