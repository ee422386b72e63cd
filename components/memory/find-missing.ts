import type { Diagnostic } from "@/lib/contracts/primitives";

/** What a memory says of itself where there is no file: it was never made, or it was removed. */
export function findMissing(diagnostics: readonly Diagnostic[]): Diagnostic | undefined {
  return diagnostics.find(({ code }) => code === "no_memory" || code === "memory_removed");
}
