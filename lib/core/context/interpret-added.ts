import { addBelowByHand, addByHand, addSectionByHand } from "@/lib/core/context/add-by-hand";
import type { Context } from "@/lib/core/context/context-model";
import type { DeltaOperation } from "@/lib/core/context/delta";
import {
  describeUnresolved,
  insert,
  referenceCuts,
  referenceOf,
  type Interpretation,
} from "@/lib/core/context/interpretation";
import { positionOf } from "@/lib/core/context/place-line";
import { resolveExactly, resolveReference } from "@/lib/core/context/resolve-reference";
import { sectionPosition } from "@/lib/core/context/place-section";

const BELOW = /^(.*): \((lines|section) below(?:, after (.*))?\)$/s; // matches "Scope: (lines below, after D-7)"
const BELOW_BY_HAND = /^(.*?):\s*\([^()]*\bbelow\b[^()]*\)\s*:?$/s; // matches "Risks: (see below)"

/**
 * Reads an ADDED: a section or lines that follow it, or one payload written as a line like its sibling's. Without a place
 * it goes behind the last entry of its kind, else behind the last line of text. Source: context delta §4.
 */
export function interpretAdded(context: Context, operation: DeltaOperation, byHand: boolean): Interpretation {
  const { subject, content } = operation;
  const below = content === null ? null : BELOW.exec(subject);
  if (below !== null && content !== null) {
    const place = below[3] ?? null;
    if (below[2] === "section") {
      const name = below[1] ?? "";
      return byHand
        ? addSectionByHand(context, name, place, content)
        : insert(sectionPosition(context, name, place), content);
    }
    const target = resolveReference(context, below[1] ?? "");
    if (target.kind === "found") return insert(positionOf(context, target, place, null), content);
    if (below[1] === "frontmatter") return insert(0, content);
    return { problem: describeUnresolved(below[1] ?? "", target) };
  }
  if (byHand && content !== null) {
    const loose = BELOW_BY_HAND.exec(subject);
    if (loose !== null) return addBelowByHand(context, loose[1] ?? "", content);
  }
  for (const resolve of [resolveExactly, resolveReference]) {
    for (const { head, tail } of referenceCuts(subject)) {
      const resolution = resolve(context, head);
      if (resolution.kind === "several") return { problem: describeUnresolved(head, resolution) };
      if (resolution.kind === "none" || tail === "") continue;
      const { node, entry } = resolution;
      if (entry?.kind === "row") return { problem: `§${node.path}.${entry.key ?? ""} is a row; use CHANGED` };
      return addByHand(context, resolution, tail, content ?? []);
    }
  }
  const problem = describeUnresolved(referenceOf(subject), { kind: "none" });
  return { problem: `${problem}${meantBy(context, referenceOf(subject))}` };
}

/** A key that is not there yet belongs after its section: what is written instead of `§Decisions.D-8`. */
function meantBy(context: Context, reference: string): string {
  const dot = reference.lastIndexOf(".");
  const target = dot === -1 ? null : resolveReference(context, reference.slice(0, dot));
  return target?.kind === "found" ? `; write ADDED §${reference.slice(0, dot)}: ${reference.slice(dot + 1)}: …` : "";
}
