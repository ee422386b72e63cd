import type { Diagnostic } from "@/lib/core/diagnostics";
import { LINE_LIMIT, overLimit, sortDiagnostics } from "@/lib/core/memory/diagnose";
import type { MemoryDocument, MemoryItem, MemorySection } from "@/lib/core/memory/model";
import { remember } from "@/lib/core/text/remember";
import { joinPieces, joinShort, type Pieces, splicePieces, type Splice } from "@/lib/core/text/splice";

/** What an item added to a section changes beside the item itself. */
interface Growth {
  sectionIndex: number;
  /** The section's items afterwards. */
  items: MemoryItem[];
  splice: Splice;
  /** Lines the file has more. */
  lines: number;
}

/** The document after a section grew: what stands behind it moves down, and what stands before it is shared. */
export function growSection(document: MemoryDocument, { sectionIndex, items, splice, lines }: Growth): MemoryDocument {
  const { meta } = document;
  const grown = splice.text.length - (splice.end - splice.start);
  const own = document.sections[sectionIndex] as MemorySection;
  const sections = document.sections.map((section, index) => {
    if (index < sectionIndex) return section;
    if (index === sectionIndex) return { ...section, items, placeholder: null, end: section.end + grown };
    return { ...section, start: section.start + grown, end: section.end + grown, line: section.line + lines };
  });
  const range =
    meta.range === null || meta.range.start < own.start
      ? meta.range
      : { start: meta.range.start + grown, end: meta.range.end + grown, line: meta.range.line + lines };
  const added = items.at(-1) as MemoryItem;
  const lineCount = document.lineCount + lines;
  const pieces = splicePieces(piecesOf(document), splice);
  const after: MemoryDocument = {
    text: joinPieces(pieces),
    title: document.title,
    feature: document.feature,
    frontMatter: document.frontMatter,
    preface: document.preface.map((each) =>
      each.start < own.end
        ? each
        : { ...each, start: each.start + grown, end: each.end + grown, line: each.line + lines },
    ),
    meta: range === meta.range ? meta : { ...meta, range },
    sections,
    lineCount,
    diagnostics: growDiagnostics(document.diagnostics, own.line + added.line, lines, lineCount),
  };
  apart.give(after, pieces.length < MOST_PIECES ? pieces : joinShort(pieces));
  return after;
}

/** Beyond these many, keeping the pieces apart costs more than putting the short ones together. */
const MOST_PIECES = 64;

/** The text of a document in the pieces it was made from: reading these puts nothing together. */
export function piecesOf(document: MemoryDocument): Pieces {
  return apart.get(document);
}

const apart = remember(({ text }: MemoryDocument): Pieces => [text]);

function growDiagnostics(
  diagnostics: readonly Diagnostic[],
  fromLine: number,
  lines: number,
  lineCount: number,
): Diagnostic[] {
  if (diagnostics.length === 0 && lineCount <= LINE_LIMIT) return [];
  const moved = diagnostics
    .filter((each) => each.code !== "over_500_lines")
    .map((each) => {
      const { start, end } = each.range;
      if (start.line < fromLine) return each;
      const range = { start: { ...start, line: start.line + lines }, end: { ...end, line: end.line + lines } };
      return { ...each, range };
    });
  return sortDiagnostics(lineCount > LINE_LIMIT ? [...moved, overLimit(lineCount)] : moved);
}
