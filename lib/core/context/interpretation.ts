import type { Context } from "@/lib/core/context/context-model";
import type { DocumentChange } from "@/lib/core/context/document-form";
import type { LineEdit } from "@/lib/core/context/edit-lines";
import { shorten } from "@/lib/core/context/locate-line";
import { ARROW, cutsFromRight } from "@/lib/core/context/operation-syntax";
import type { Resolution, Target } from "@/lib/core/context/resolve-reference";

/** What an operation does to one text: edits placed in it, or a change of its form; else a sentence about why nothing. */
export type Interpretation = { edits: LineEdit[] } | { form: DocumentChange } | { problem: string };

/** Reads the rest of an operation once its target is known. */
export type Interpreter = (
  context: Context,
  target: Target,
  payload: string,
  content: string[] | null,
) => Interpretation;

/** `Scope: key: value` as `[Scope: key, value]`, `[Scope, key: value]`, and the whole as a reference with nothing after it. */
export function* referenceCuts(subject: string): Generator<{ head: string; tail: string }> {
  yield { head: subject.replace(/:\s*$/, ""), tail: "" }; // matches ": " at the end of "Scope: "
  yield* cutsFromRight(subject, ": ");
}

/** A sentence for a reference that names none or several. */
export function describeUnresolved(reference: string, resolution: Exclude<Resolution, { kind: "found" }>): string {
  if (resolution.kind === "none") return `§${shorten(reference)} names nothing in this text`;
  return `§${shorten(reference)} names several: ${resolution.paths
    .slice(0, 5)
    .map((path) => `§${path}`)
    .join(", ")}`;
}

/** The part of a subject that is most likely its reference: all before the first `: `. */
export function referenceOf(subject: string): string {
  const colon = subject.indexOf(": ");
  return (colon === -1 ? subject : subject.slice(0, colon)).replace(/:\s*$/, ""); // matches ":" in "Scope:"
}

/** A changed value as written: the old and the new side of every arrow, longest old side first. */
export function* arrowCuts(payload: string): Generator<{ head: string; tail: string }> {
  yield* cutsFromRight(payload, ARROW);
  if (!payload.includes(ARROW)) yield* cutsFromRight(payload, " -> ");
}

/** Lines that go before line `at`, or the sentence about why there is no such line. */
export function insert(at: number | string, lines: string[]): Interpretation {
  return typeof at === "string" ? { problem: at } : { edits: [{ start: at, end: at, lines }] };
}
