import type { ContextNode } from "@/lib/core/context/context-model";
import { holdsLines } from "@/lib/core/context/held-list";
import { alignLines, type ChangedRange } from "@/lib/core/history/align-lines";

/** A node of one text, with the lines to go by. */
interface Body {
  node: ContextNode;
  lines: readonly string[];
}

/**
 * Where the own lines of two nodes differ, as indexes into the texts. The names of lists stay where they are as long as both have
 * the same ones: an item that went from one list to the next is what moved, not the name between them.
 */
export function alignBodies(a: Body, b: Body): ChangedRange[] {
  const [before, after] = [namesOf(a), namesOf(b)];
  const same = before.length === after.length && before.every((line, i) => a.lines[line] === b.lines[after[i] ?? -1]);
  const ranges: ChangedRange[] = [];
  let [from, to] = [a.node.bodyStart, b.node.bodyStart];
  const align = (end: number, afterEnd: number): void => {
    for (const range of alignLines(a.lines.slice(from, end), b.lines.slice(to, afterEnd))) {
      ranges.push({
        beforeStart: range.beforeStart + from,
        beforeEnd: range.beforeEnd + from,
        afterStart: range.afterStart + to,
        afterEnd: range.afterEnd + to,
      });
    }
  };
  if (same) {
    before.forEach((line, i) => {
      const other = after[i] ?? to;
      align(line, other);
      [from, to] = [line + 1, other + 1];
    });
  }
  align(a.node.ownEnd, b.node.ownEnd);
  return ranges;
}

function namesOf({ node }: Body): number[] {
  return node.entries.flatMap((entry) =>
    entry.key !== null && entry.value === "" && holdsLines(entry) ? [entry.line] : [],
  );
}
