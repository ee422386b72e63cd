import { startsWithHeading } from "@/lib/core/context/add-by-hand";
import type { Context } from "@/lib/core/context/context-model";
import type { DeltaOperation } from "@/lib/core/context/delta";
import { readDocumentChange } from "@/lib/core/context/document-form";
import { spend } from "@/lib/core/context/effort";
import { heldLines, holdsLines } from "@/lib/core/context/held-list";
import { interpretAdded } from "@/lib/core/context/interpret-added";
import { interpretChanged } from "@/lib/core/context/interpret-changed";
import { interpretRemoved } from "@/lib/core/context/interpret-removed";
import {
  describeUnresolved,
  referenceCuts,
  referenceOf,
  type Interpretation,
  type Interpreter,
} from "@/lib/core/context/interpretation";
import { readLineShape } from "@/lib/core/context/line-shape";
import { shorten } from "@/lib/core/context/locate-line";
import { normaliseName } from "@/lib/core/context/normalise-name";
import { WHOLE_DOCUMENT } from "@/lib/core/context/operation-syntax";
import { nestedIndent } from "@/lib/core/context/place-line";
import { resolveExactly, resolveReference, type Target } from "@/lib/core/context/resolve-reference";

/**
 * What an operation means for a text. The same text and operation always give the same answer, which is how a computed delta
 * is proven. `byHand` allows what only people write: a REPLACED without blank lines at its end, a new section without its
 * heading. Source: context delta §4.
 */
export function interpretOperation(context: Context, operation: DeltaOperation, byHand: boolean): Interpretation {
  const { kind, subject } = operation;
  if (kind === "REPLACED" && subject === WHOLE_DOCUMENT) {
    return { edits: [{ start: 0, end: context.lines.length, lines: operation.content ?? [] }] };
  }
  const form = kind === "CHANGED" ? readDocumentChange(subject) : null;
  if (form !== null) return { form };
  if (kind === "REPLACED") return interpretReplaced(context, operation, byHand);
  if (kind === "ADDED") return interpretAdded(context, operation, byHand);
  return interpretTargeted(context, operation, kind === "CHANGED" ? interpretChanged : interpretRemoved);
}

/** Tries every cut of the subject into reference and rest: exact references before beginnings, longer before shorter. */
function interpretTargeted(
  context: Context,
  { subject, content }: DeltaOperation,
  interpret: Interpreter,
): Interpretation {
  let problem: string | null = null;
  for (const resolve of [resolveExactly, resolveReference]) {
    for (const { head, tail } of referenceCuts(subject)) {
      spend(context, 1 + head.length / 1000);
      const resolution = resolve(context, head);
      if (resolution.kind === "none") continue;
      if (resolution.kind === "several") {
        problem ??= describeUnresolved(head, resolution);
        continue;
      }
      const result = interpret(context, resolution, tail, content);
      if (!("problem" in result)) return result;
      problem ??= result.problem;
    }
    if (problem !== null) break;
  }
  return { problem: problem ?? describeUnresolved(referenceOf(subject), { kind: "none" }) };
}

function interpretReplaced(context: Context, operation: DeltaOperation, byHand: boolean): Interpretation {
  const content = operation.content ?? [];
  const reference = replacedReference(operation.subject);
  if (operation.content === null && byHand)
    return { problem: `the new content of §${shorten(reference)} does not follow` };
  const resolution = resolveReference(context, reference);
  if (resolution.kind !== "found") return { problem: describeUnresolved(reference, resolution) };
  if (byHand) return replaceByHand(context, resolution, content);
  const { node, entry } = resolution;
  return { edits: [{ start: entry?.line ?? node.bodyStart, end: entry?.end ?? node.end, lines: content }] };
}

/** Blank lines around the old content stay around the new one, and so does its heading or its name. */
function replaceByHand(context: Context, target: Target, content: string[]): Interpretation {
  const { node, entry } = target;
  const first = content.findIndex((line) => line.trim() !== "");
  const text = content.slice(Math.max(first, 0));
  if (entry === null) {
    const own = startsWithHeading(text, node.name) ? text.slice(1) : content;
    return replaceWithin(context, node.bodyStart, node.end, own);
  }
  const repeated = readLineShape(text[0] ?? "").key?.key ?? null;
  if (repeated !== null && normaliseName(repeated) === normaliseName(entry.key ?? ""))
    return replaceWithin(context, entry.line, entry.end, text);
  if (!holdsLines(entry) || entry.value !== "")
    return { problem: `§${node.path}.${entry.key ?? ""} is one line; use CHANGED, or begin its lines with its name` };
  const held = heldLines(target);
  const opening = held.entries[0];
  const indent =
    opening === undefined ? nestedIndent(context, entry) : readLineShape(context.lines[opening.line] ?? "").indent;
  const lines = content.map((line) => (line === "" || line.startsWith(indent) ? line : indent + line));
  return replaceWithin(context, held.start, held.end, lines);
}

/** Lines that give way to others; the blank ones around them stay, unless the new ones begin or end so too. */
function replaceWithin(context: Context, start: number, end: number, lines: string[]): Interpretation {
  const isBlank = (line: string | undefined): boolean => line?.trim() === "";
  let [from, to] = [start, end];
  while (to > from && isBlank(context.lines[to - 1]) && !isBlank(lines.at(-1))) to--;
  while (from < to && isBlank(context.lines[from]) && !isBlank(lines[0])) from++;
  return { edits: [{ start: from, end: to, lines }] };
}

/** The reference of a REPLACED: all before its mark. */
function replacedReference(subject: string): string {
  return subject.replace(/:\s*(?:\([^()]*\)\s*:?\s*)?$/s, ""); // matches ": (see below)" in "Scope: (see below)"
}
