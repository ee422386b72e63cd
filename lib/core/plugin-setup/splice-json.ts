import type { JsonNode } from "@/lib/core/plugin-setup/json-tree";

/** An object or an array. */
export type JsonContainer = Extract<JsonNode, { kind: "object" | "array" }>;

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
export function elementsOf(container: JsonContainer): { start: number; end: number }[] {
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
