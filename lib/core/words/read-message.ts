import type { CompiledMessage } from "icu-minify/format";

type Nodes = Exclude<CompiledMessage, string>;

/** The numbers by which the formatter knows what an argument is. */
const POUND = 0;
const KINDS: Record<string, number> = { select: 1, plural: 2, number: 4 };

/** `{count, plural, one {` and `{name}`: a name, and perhaps what it is. */
const ARGUMENT = /\{\s*(\w+)\s*(?:,\s*(\w+)\s*)?/y;
const BRANCH = /,?\s*(=?\w+)\s*\{/y;
const TAG = /<(\w+)>/y;

/**
 * A message of ICU MessageFormat as the formatter takes it: what `compile` of the same library makes of it, for the part of the
 * format that our sentences use, at a twentieth of the bytes. That is arguments, `number`, `plural`, `select` and tags; a test
 * compares the two on every sentence there is. `nodes` names arguments whose values are more than text.
 */
export function readMessage(message: string, nodes: readonly string[] = []): CompiledMessage {
  let at = 0;

  function take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at;
    const found = pattern.exec(message);
    if (found !== null) at = pattern.lastIndex;
    return found;
  }

  /** Up to the end of what it stands in, which is taken too. */
  function read(end: string, inPlural: boolean): Nodes {
    const made: Nodes = [];
    const add = (node: Nodes[number]) => {
      const last = made.at(-1);
      if (typeof node === "string" && typeof last === "string") made[made.length - 1] = last + node;
      else made.push(node);
    };
    while (at < message.length) {
      if (end !== "" && message.startsWith(end, at)) {
        at += end.length;
        return made;
      }
      const tag = take(TAG)?.[1];
      if (tag !== undefined) {
        const inside = read(`</${tag}>`, inPlural);
        const [first = "", ...others] = inside;
        add([tag, first, ...others]);
        continue;
      }
      const [, name, kind] = take(ARGUMENT) ?? [];
      if (name !== undefined) {
        add(argument(name, kind));
        continue;
      }
      const letter = message[at] ?? "";
      add(letter === "#" && inPlural ? POUND : letter);
      at += 1;
    }
    return made;
  }

  function argument(name: string, kind: string | undefined): Nodes[number] {
    const type = KINDS[kind ?? ""];
    if (type === undefined || kind === "number") {
      at += 1;
      if (type !== undefined) return [name, type];
      // As a tag with nothing in it, whose function gives the value.
      return nodes.includes(name) ? [name, ""] : [name];
    }
    const branches: Record<string, unknown> = {};
    for (let key = take(BRANCH)?.[1]; key !== undefined; key = take(BRANCH)?.[1]) {
      const inside = read("}", kind === "plural");
      const [only] = inside;
      branches[key] = inside.length === 0 ? "" : inside.length === 1 && !Array.isArray(only) ? only : inside;
    }
    take(/\s*\}/y);
    return [name, type, branches];
  }

  const made = read("", false);
  const [only = ""] = made;
  return made.length < 2 && typeof only === "string" ? only : made;
}
