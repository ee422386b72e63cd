import type { DeltaOperation, DeltaText } from "@/lib/core/context/delta";

/**
 * The delta's part of the message: the first line and the operations. Guarantees that `parseDelta` reads the same delta
 * back, whatever its values hold. Source: context delta §4.
 */
export function renderDelta(delta: DeltaText): string {
  const base = delta.base === null ? "" : ` (base ${delta.base})`;
  const operations = delta.operations.length === 0 ? ["- NONE"] : delta.operations.map(renderOperation);
  return [`[CONTEXT-UPDATE] ${delta.from} → ${delta.to}${base}`, "", "## Delta", ...operations, ""].join("\n");
}

/** One operation with the lines below it, without a line end after the last. */
export function renderOperation({ kind, subject, content }: DeltaOperation): string {
  const lines = [`- ${kind} §${subject}`];
  const lastText = content?.findLastIndex((line) => line !== "") ?? -1;
  content?.forEach((line, i) => {
    // An empty line ends nothing as long as indented ones follow; those at the end must show that they belong here.
    lines.push(line === "" && i < lastText ? "" : `  ${line}`);
  });
  return lines.join("\n");
}
