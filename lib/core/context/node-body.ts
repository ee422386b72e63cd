import type { Context, ContextNode } from "@/lib/core/context/context-model";
import { remember } from "@/lib/core/text/remember";

/** The own lines of a node as one text, joined by `\n`. */
export interface Body {
  text: string;
  /** Offsets of the lines in `text`. */
  starts: number[];
}

/** The node's own lines as one text. */
export function bodyOf(context: Context, node: ContextNode): Body {
  return bodies.get(node, context);
}

const bodies = remember((node: ContextNode, context: Context): Body => {
  const lines = context.lines.slice(node.start, node.ownEnd);
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  return { text: lines.join("\n"), starts };
});
