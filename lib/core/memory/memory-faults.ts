import { diagnoseMerge } from "@/lib/core/diagnose-merge";
import { diagnosticAt, type Diagnostic } from "@/lib/core/diagnostics";
import { sortDiagnostics } from "@/lib/core/memory/parse-memory";
import type { MemoryDocument } from "@/lib/core/memory/model";
import { readItem } from "@/lib/core/memory/item";
import { findTag } from "@/lib/core/memory/tags";
import { remember } from "@/lib/core/text/remember";
import { readFrontMatterYaml } from "@/lib/core/yaml/front-matter-yaml";

/**
 * What is odd about a team memory, its items in no section, its front matter and what git could not merge included, in file order. Reading a memory looks at
 * neither: the hooks read one at each call, and need not know.
 */
export const memoryFaults = remember((document: MemoryDocument): Diagnostic[] => {
  const more = [...diagnoseMerge(document.text), ...outsideFaults(document)];
  const found = contentFaults(document);
  return more.length === 0 ? found : sortDiagnostics([...more, ...found]);
}).get;

/** Items that stand in no section, so that they are nobody's: what has a known tag, or a mark. Any other bullet there is prose. */
function outsideFaults({ text, preface }: MemoryDocument): Diagnostic[] {
  return preface.flatMap(({ start, end, line }) => {
    const source = text.slice(start, end);
    if (!/^ {0,3}[-+*]\s/.test(source)) return []; // "- [Finding] text"
    const { tag, state } = readItem(source, 1).content;
    if (state === "active" && (tag === null || findTag(tag) === undefined)) return [];
    const message =
      "This item stands in no section, so no role's list has it: move it below the heading of the role it is from.";
    const column = (source.split(/\r?\n/, 1)[0]?.length ?? 0) + 1;
    return [diagnosticAt("item_outside_section", "warning", message, line + 1, [1, column])];
  });
}

function contentFaults({ text, diagnostics }: MemoryDocument): Diagnostic[] {
  const found = readFrontMatterYaml(text).diagnostics;
  return found.length === 0 ? diagnostics : sortDiagnostics([...found, ...diagnostics]);
}
