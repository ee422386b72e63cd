import { isScalar, type LineCounter, visit, type Document } from "yaml";
import type { Diagnostic } from "@/lib/core/diagnostics";

/**
 * A warning for every key that stands again in its map, at any depth of a YAML document, naming key and line. `linesAbove` are
 * those of the file before the document's source. Source: formats "YAML with duplicate keys".
 */
export function repeatedKeys(document: Document, lines: LineCounter, linesAbove = 0): Diagnostic[] {
  const found: Diagnostic[] = [];
  visit(document, {
    Map: (_, map) => {
      const firstLines = new Map<string, number>();
      for (const { key } of map.items) {
        if (!isScalar(key) || !key.range) continue;
        const name = String(key.value);
        const { line: ownLine, col: column } = lines.linePos(key.range[0]);
        const line = ownLine + linesAbove;
        const first = firstLines.get(name);
        if (first === undefined) {
          firstLines.set(name, line);
          continue;
        }
        found.push({
          code: "duplicate_key",
          message: `The key "${name}" appears twice, first on line ${first}; the last one counts.`,
          severity: "warning",
          range: { start: { line, column }, end: { line, column: column + name.length } },
        });
      }
    },
  });
  return found;
}
