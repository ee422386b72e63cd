import type { Context, ContextNode } from "@/lib/core/context/context-model";

/** The own lines of a node as one text, joined by `\n`. */
export interface Body {
  text: string;
  /** Offsets of the lines in `text`. */
  starts: number[];
}

const bodies = new WeakMap<ContextNode, Body>();

/** The node's own lines as one text. */
export function bodyOf(context: Context, node: ContextNode): Body {
  const known = bodies.get(node);
  if (known !== undefined) return known;
  const lines = context.lines.slice(node.start, node.ownEnd);
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  const body = { text: lines.join("\n"), starts };
  bodies.set(node, body);
  return body;
}
