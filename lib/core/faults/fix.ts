import type { Diagnostic } from "@/lib/core/diagnostics";

/** What would make a fault go away: what it does, in words, and the whole text with it done. */
export interface Fix {
  title: string;
  text: string;
}

/** A file with the fault that is to go. */
export interface FaultyFile {
  path: string;
  text: string;
  fault: Diagnostic;
}
