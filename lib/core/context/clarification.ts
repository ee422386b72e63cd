import type { Context, ContextEntry, ContextNode } from "@/lib/core/context/context-model";
import type { Delta, DeltaOperation } from "@/lib/core/context/delta";
import { normaliseName } from "@/lib/core/context/normalise-name";
import { parseContext } from "@/lib/core/context/parse-context";
import { renderOperation } from "@/lib/core/context/render-delta";
import { resolveReference } from "@/lib/core/context/resolve-reference";

/** Lines shown before and behind an entry that was unclear. */
const LINES_AROUND = 4;
/** More of a section says less about one item, and costs as much as the full text. */
const MOST_LINES = 30;

/** What could not be understood, and where to look it up. */
export interface UnclearItems {
  version: string;
  /** References as the ACK gave them. */
  unclear: readonly string[];
  operations: readonly (DeltaOperation & Pick<Delta["operations"][number], "section">)[];
  /** The text of that version. */
  text: string;
}

/**
 * The answer to a partial ACK: each unclear item as it was sent, with what stands around it in the new text. A reference that
 * names nothing is answered with the names there are. Source: context delta §8 "Partial ACK".
 */
export function renderClarification({ version, unclear, operations, text }: UnclearItems): string {
  const context = parseContext(text);
  const parts = unclear.map((reference) => {
    const wanted = `§${reference.trim().replace(/^§\s*/, "")}`; // matches "§" in "§Scope"
    const sent = operations.filter((operation) => concerns(context, operation, wanted)).map(renderOperation);
    return [`### ${wanted}`, ...sent, ...surroundings(context, wanted)].join("\n");
  });
  return `[CONTEXT-UPDATE] ${version} (clarification of unclear items)\n\n${parts.join("\n\n")}\n`;
}

function concerns(
  context: Context,
  { section, subject }: { section: string; subject: string },
  reference: string,
): boolean {
  const found = resolveReference(context, reference);
  const wanted = normaliseName(reference.slice(1));
  if (normaliseName(subject).startsWith(wanted)) return true;
  if (found.kind !== "found" || normaliseName(section) !== normaliseName(found.node.path)) return false;
  return found.entry === null || normaliseName(subject).includes(normaliseName(found.entry.key ?? found.entry.value));
}

function surroundings(context: Context, reference: string): string[] {
  const found = resolveReference(context, reference);
  if (found.kind !== "found") {
    const names = found.kind === "several" ? found.paths : context.sections.map((node) => node.path);
    return [
      `${reference} ${found.kind === "several" ? "names several" : "names nothing"}. There are: ${names.map((name) => `§${name}`).join(", ")}`,
    ];
  }
  const [start, end] = rangeAround(found.node, found.entry);
  return [
    `In §${found.node.path}:`,
    ...context.lines.slice(start, end).map((line) => (line === "" ? "" : `  ${line}`)),
  ];
}

function rangeAround(node: ContextNode, entry: ContextEntry | null): [number, number] {
  if (entry === null) return [node.start, Math.min(node.end, node.start + MOST_LINES)];
  const start = Math.max(node.start, entry.line - LINES_AROUND);
  return [start, Math.min(node.ownEnd, entry.end + LINES_AROUND, start + MOST_LINES)];
}
