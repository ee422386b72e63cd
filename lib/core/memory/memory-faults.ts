import { diagnoseMerge } from "@/lib/core/diagnose-merge";
import type { Diagnostic } from "@/lib/core/diagnostics";
import { sortDiagnostics } from "@/lib/core/memory/diagnose";
import { isFrontMatterOpen, readFrontMatter } from "@/lib/core/memory/front-matter";
import type { MemoryDocument } from "@/lib/core/memory/model";
import { frontmatterFault, unclosedFrontmatter } from "@/lib/core/yaml/frontmatter-fault";

/**
 * What is odd about a team memory, its front matter and what git could not merge included, in file order. Reading a memory looks at
 * neither: the hooks read one at each call, and need not know.
 */
export function memoryFaults(document: MemoryDocument): Diagnostic[] {
  const unmerged = diagnoseMerge(document.text);
  const found = contentFaults(document);
  return unmerged.length === 0 ? found : sortDiagnostics([...unmerged, ...found]);
}

function contentFaults({ text, diagnostics }: MemoryDocument): Diagnostic[] {
  const front = readFrontMatter(text);
  if (front === null) return isFrontMatterOpen(text) ? [unclosedFrontmatter(), ...diagnostics] : diagnostics;
  const fault = frontmatterFault(front.source);
  const repeated = front.entries.flatMap(({ key, line }, index) => {
    const first = front.entries.findIndex((each) => each.key === key);
    return first === index ? [] : [repeatedKey(key, line, front.entries[first]?.line ?? line)];
  });
  const found = [...(fault === null ? [] : [fault]), ...repeated];
  return found.length === 0 ? diagnostics : sortDiagnostics([...found, ...diagnostics]);
}

function repeatedKey(key: string, line: number, first: number): Diagnostic {
  const message = `The key "${key}" appears twice, first on line ${first}; the last one counts.`;
  const range = { start: { line, column: 1 }, end: { line, column: key.length + 1 } };
  return { code: "duplicate_key", message, severity: "warning", range };
}
