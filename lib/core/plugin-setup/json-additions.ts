import { type Node, parseTree, type ParseError, printParseErrorCode } from "jsonc-parser";
import { AppError } from "@/lib/core/errors";
import { BYTE_ORDER_MARK } from "@/lib/core/markdown/blocks";

/** One thing of ours in a JSON file: a member `key` of the object at `path`, or without a key an element of the list there. */
export interface JsonAddition {
  path: string[];
  key?: string;
  value: unknown;
}

/** Where something of ours is, so that it is found again; `value` of what says nothing but what it is, such as a version. */
export interface JsonPlace extends Omit<JsonAddition, "value"> {
  value?: string | number;
}

/**
 * What was empty before something of ours was put in, outermost first: a path into the JSON, [] for the whole, and the white
 * space that stood there between the brackets; null for what was not there at all.
 */
export type Made = { path: string[]; was: string | null }[];

interface Change {
  text: string;
  made: Made;
}

/**
 * The file with ours after what it has. No byte that was there changes, and a member of the same name stays as it is. `placed` are
 * the places that are ours. Throws `unparseable` for no JSON and `conflict` where something else than is expected is there.
 */
export function addAll(
  text: string | null,
  additions: readonly JsonAddition[],
  name: string,
): Change & { placed: JsonPlace[] } {
  const change: Change = text === null ? { text: "{}\n", made: [{ path: [], was: null }] } : { text, made: [] };
  const placed: JsonPlace[] = [];
  for (const { path, key, value } of additions) {
    const container = ensure(change, path, key === undefined ? "array" : "object", name);
    if (key !== undefined && memberAt(container, key) >= 0) continue;
    change.text = addElement(change.text, container, value, key);
    const isPlain = typeof value === "string" || typeof value === "number";
    placed.push({ path, ...(key !== undefined && { key }), ...(isPlain && { value }) });
  }
  return { ...change, placed };
}

/**
 * The file without ours, and without what was made for it if nothing else has come to be there: after `addAll` the very text that was
 * there before, or null for no file. An element or a member is ours where its JSON text names `mark`, a plain one where it is equal; a
 * number, which is a version, goes where nothing else is left.
 */
export function removeAll(
  text: string,
  { placed, made, mark }: { placed: readonly JsonPlace[]; made: Made; mark: string },
  name: string,
): string | null {
  const remove = (text: string, places: readonly JsonPlace[]) =>
    places.toReversed().reduce((left, place) => removeOne(left, place, { mark, name }), text);
  const isVersion = ({ key, value }: JsonPlace) => key !== undefined && typeof value === "number";
  const isWhole = ({ path }: Made[number]) => path.length === 0;
  const without = remove(
    text,
    placed.filter((each) => !isVersion(each)),
  );
  // What was made for the file as a whole goes last: a version has to be gone before.
  const within = made.filter((each) => !isWhole(each));
  const inner = removeMade(without, within, name);
  const left = remove(inner ?? without, placed.filter(isVersion));
  return removeMade(left, made.filter(isWhole), name);
}

function removeOne(text: string, { path, key, value }: JsonPlace, { mark, name }: { mark: string; name: string }) {
  const node = nodeAt(parseJson(text, name), path);
  const children = node?.children ?? [];
  if (node === undefined || (typeof value === "number" && node.type === "object" && children.length > 1)) return text;
  const isOurs = (child: Node) => {
    const [said, of = child] = child.type === "property" ? (child.children ?? []) : [];
    const found = text.slice(of.offset, endOf(of));
    return said?.value === key && (value === undefined ? found.includes(mark) : found === JSON.stringify(value));
  };
  return removeElement(text, node, children.findLastIndex(isOurs));
}

/** The container at a path, made where it is missing; what is made is noted. Throws `conflict` where something else is there. */
function ensure(change: Change, path: string[], type: "array" | "object", name: string): Node {
  let node = parseJson(change.text, name);
  for (const [depth, key] of path.entries()) {
    if (node.type !== "object") throw otherShape(name, path.slice(0, depth));
    noteEmpty(change, node, path.slice(0, depth));
    const known = nodeAt(node, [key]);
    if (known === undefined) {
      const isLast = depth === path.length - 1;
      change.text = addElement(change.text, node, isLast && type === "array" ? [] : {}, key);
      change.made.push({ path: path.slice(0, depth + 1), was: null });
      return ensure(change, path, type, name);
    }
    node = known;
  }
  if (node.type !== type) throw otherShape(name, path);
  noteEmpty(change, node, path);
  return node;
}

function noteEmpty({ text, made }: Change, node: Node, path: string[]): void {
  const isNoted = made.some((each) => each.path.join("\0") === path.join("\0"));
  if (isEmpty(node) && !isNoted) made.push({ path, was: text.slice(node.offset + 1, endOf(node) - 1) });
}

/** Restores, the innermost first, what was empty and is again; null when the whole file was made and is. */
function removeMade(text: string, made: Made, name: string): string | null {
  let left = text;
  for (const { path, was } of [...made].reverse()) {
    const root = parseJson(left, name);
    const node = nodeAt(root, path);
    if (node === undefined || !isEmpty(node)) continue;
    if (was !== null) left = left.slice(0, node.offset + 1) + was + left.slice(endOf(node) - 1);
    else if (path.length === 0) return null;
    else {
      const parent = nodeAt(root, path.slice(0, -1));
      if (parent !== undefined) left = removeElement(left, parent, memberAt(parent, path.at(-1)));
    }
  }
  return left;
}

function isEmpty({ children }: Node): boolean {
  return children?.length === 0;
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

/**
 * The places of every value of a JSON text, as UTF-16 offsets. Comments, commas after the last element and a byte order mark are passed
 * over, as clients do with their settings. Throws `unparseable` for anything else that is not JSON; `name` is what the text is called in
 * the error.
 */
export function parseJson(text: string, name: string): Node {
  const faults: ParseError[] = [];
  const blank = text.startsWith(BYTE_ORDER_MARK) ? ` ${text.slice(1)}` : text;
  const root = parseTree(blank, faults, { allowTrailingComma: true });
  const [fault] = faults;
  if (fault === undefined && root !== undefined) return root;
  const what = fault === undefined ? "it is empty" : `${printParseErrorCode(fault.error)} at offset ${fault.offset}`;
  throw new AppError("unparseable", `${name} is not valid JSON: ${what}`, {
    hint: "Fix it and try again; nothing was changed.",
  });
}

/** The value at a path of names. */
export function nodeAt(root: Node, path: readonly string[]): Node | undefined {
  return path.reduce<Node | undefined>((node, key) => node?.children?.[memberAt(node, key)]?.children?.[1], root);
}

/** Where the member of that key is in an object; of several the last, as JSON.parse takes it. -1 for none. */
function memberAt({ type, children = [] }: Node, key: string | undefined): number {
  return type === "object" ? children.findLastIndex((member) => member.children?.[0]?.value === key) : -1;
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/**
 * The text with one more element at the end of a container; every byte that was there stays. `key` names it in an object.
 * Line ends and indentation are those of the text, and a text of one line stays one.
 */
function addElement(text: string, container: Node, value: unknown, key?: string): string {
  const last = container.children?.at(-1);
  const newline = /\r?\n/.exec(text)?.[0]; // the first line's end
  const outer = indentAt(text, container.offset);
  const unit = indentUnit(text);
  const inner = outer + unit;
  const shown = newline === undefined ? JSON.stringify(value) : JSON.stringify(value, null, unit);
  const name = key === undefined ? "" : `${JSON.stringify(key)}:${newline === undefined ? "" : " "}`;
  const element = name + shown.replaceAll("\n", `${newline ?? ""}${inner}`);
  if (last !== undefined) {
    return `${text.slice(0, endOf(last))},${spaceBefore(text, container)}${element}${text.slice(endOf(last))}`;
  }
  const at = container.offset + 1;
  const around: [string, string] = newline === undefined ? ["", ""] : [newline + inner, newline + outer];
  return text.slice(0, at) + around[0] + element + around[1] + text.slice(at);
}

/**
 * The text without one element of a container, its comma and the space that came with it: what `addElement` has put after
 * others is gone as if it had never been there. A container that is empty then has no space in it.
 */
function removeElement(text: string, container: Node, index: number): string {
  const { children = [], offset } = container;
  const element = children[index];
  if (element === undefined) return text;
  const previous = children[index - 1];
  const next = children[index + 1];
  if (previous !== undefined) return text.slice(0, endOf(previous)) + text.slice(endOf(element));
  if (next !== undefined) return text.slice(0, element.offset) + text.slice(next.offset);
  return text.slice(0, offset + 1) + text.slice(endOf(container) - 1);
}

/** What stands between the comma, or the opening, and the last element: the next one stands alike. */
function spaceBefore(text: string, { children = [], offset }: Node): string {
  const previous = children.at(-2);
  const between = text.slice(previous === undefined ? offset + 1 : endOf(previous), children.at(-1)?.offset);
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
