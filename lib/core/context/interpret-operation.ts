import type { Context } from "@/lib/core/context/context-model";
import type { DeltaOperation } from "@/lib/core/context/delta";
import { readDocumentChange } from "@/lib/core/context/document-form";
import { spend } from "@/lib/core/context/effort";
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
import { shorten } from "@/lib/core/context/locate-line";
import { SECTION_CONTENT, WHOLE_DOCUMENT } from "@/lib/core/context/operation-syntax";
import { resolveExactly, resolveReference } from "@/lib/core/context/resolve-reference";

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
  if (operation.content === null && byHand && !operation.subject.trimEnd().endsWith(SECTION_CONTENT)) {
    return { problem: `the new content of §${shorten(reference)} does not follow` };
  }
  const resolution = resolveReference(context, reference);
  if (resolution.kind !== "found") return { problem: describeUnresolved(reference, resolution) };
  const { node, entry } = resolution;
  const start = entry?.line ?? node.bodyStart;
  const end = entry?.end ?? node.end;
  if (!byHand) return { edits: [{ start, end, lines: content }] };
  const own = startsWithHeading(content, node.name) ? content.slice(1) : content;
  let kept = end;
  while (kept > start && (context.lines[kept - 1] ?? "").trim() === "" && own.at(-1)?.trim() !== "") kept--;
  return { edits: [{ start, end: kept, lines: own }] };
}

/** The reference of a REPLACED: all before its mark. */
function replacedReference(subject: string): string {
  return subject.replace(/:\s*(?:\([^()]*\)\s*:?\s*)?$/s, ""); // matches ": (see below)" in "Scope: (see below)"
}

function startsWithHeading(content: readonly string[], name: string): boolean {
  const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(content[0] ?? ""); // matches "## Scope"
  return heading?.[1]?.toLowerCase() === name.toLowerCase();
}
