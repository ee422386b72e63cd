import type { DeltaOperation } from "@/lib/core/context/delta";

/** Forms of writing that do not explain themselves, how they are recognised, and what they mean. */
const FORMS: [RegExp, string][] = [
  [/[(,] ?after .*\)$/s, "(after x): its place"],
  [/[(,] ?before .*\)$/s, "(before x): its place"],
  [/\(first\)$/s, "(first): its place"],
  [/ \(through .*\)/s, "(through x): all lines up to x"],
  [/\((?:and )?\d+ blank lines?/, "(n blank lines): empty lines that go"],
  [/ \[\d+ of \d+\]/, "[2 of 3]: the second of three equal ones"],
]; // matches the marks that the second column explains

/** One line that explains the forms which a delta's operations use, where any needs it; else null. */
export function legendOf(operations: readonly DeltaOperation[]): string | null {
  const written = operations.map(({ kind, subject }) => `${kind} §${subject}`);
  const used = FORMS.filter(([form]) => written.some((operation) => form.test(operation)));
  return used.length === 0 ? null : `Key: ${used.map(([, meaning]) => meaning).join("; ")}.`;
}
