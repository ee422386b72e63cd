import { AppError } from "@/lib/core/errors";
import { parseBlocks } from "@/lib/core/markdown/blocks";
import { assertTakesWords } from "@/lib/core/memory/closed-section";
import { getSection, showSection } from "@/lib/core/memory/find-section";
import { conclude, outlineOf, sameOutline } from "@/lib/core/memory/conclude";
import type { ItemIdentity, MemoryDocument, MemorySection } from "@/lib/core/memory/model";
import type { Apply } from "@/lib/core/memory/operation";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { carryReworded } from "@/lib/core/memory/reworded-items";
import { foldRoleId } from "@/lib/core/memory/role-id";
import { findText, type TextRange } from "@/lib/core/text/find-text";
import { lineEndAt, splitLines } from "@/lib/core/text/lines";
import { nearestLines } from "@/lib/core/history/align-lines";
import { spliceBetween, applySplices, type Splice } from "@/lib/core/text/splice";
import { findUnstorable } from "@/lib/core/text/visible";

/**
 * Replaces a text that occurs exactly once and lies in the caller's own section, heading line included; the Lead may
 * replace any. LF in it matches CRLF, and what is written gets the line ends that stand there.
 *
 * Errors: conflict when the text is not there or not unique (with the section as it is), or its section is archived or
 * replaced; forbidden when it lies outside
 * the caller's section or the replacement would change headings of level 1 or 2, what other sections say, or record a
 * gate outside the Lead's section; invalid_input for texts that are empty, equal or cannot be stored.
 * Source: team memory §5, edit rules.
 */
export const editText: Apply<"edit"> = (document, identity, operation) => {
  const { oldString, newString } = operation;
  const scope = operation.scope === null || foldRoleId(operation.scope) === "Lead" ? null : operation.scope;
  const section = scope === null ? null : getSection(document, scope);
  assertEditable(oldString, newString);

  const range = locateOnce(document, section, oldString);
  const { text } = document;
  for (const each of document.sections) {
    if (range.start < each.end && range.end > each.start) assertTakesWords(document, each);
  }
  const old = text.slice(range.start, range.end);
  // An LF that was given stands for one of these; a lone CR is the line end only where there is no other.
  const lineEnd = /\r?\n/.exec(old)?.[0] ?? /\r/.exec(old)?.[0] ?? lineEndAt(text, range.start);
  // Behind a lone CR, "\r\r\n", an LF alone would make one line end of two.
  const splice = spliceBetween(text, range, newString.replace(/(?<!\r)\r?\n/g, lineEnd));
  if (splice === null) {
    throw new AppError("invalid_input", "oldString and newString are the same.", {
      hint: "Nothing to do, or newString lacks the change.",
      errors: [{ path: "newString", message: "equal to oldString" }],
    });
  }
  const after = parseMemory(applySplices(text, [splice]));
  assertHeadingsKept(document, after, section === null);
  if (section !== null) assertOthersKept(document, after, section, splice);
  const keep = (carried: ItemIdentity) =>
    carryReworded({ document, identity }, { document: after, identity: carried }, true);
  return conclude(document, identity, after, [splice], (_placed, isNew) => isNew, keep);
};

function assertEditable(oldString: string, newString: string): void {
  const faults: { path: string; message: string }[] = [];
  if (oldString === "") faults.push({ path: "oldString", message: "is empty" });
  const unstorable = findUnstorable(newString);
  if (unstorable !== null) faults.push({ path: "newString", message: unstorable });
  if (faults.length === 0) return;
  const message = `The edit cannot be done: ${faults.map((fault) => `${fault.path} ${fault.message}`).join(", ")}.`;
  throw new AppError("invalid_input", message, {
    hint: "Give the text to replace as it stands in the file, and the text to stand there instead.",
    errors: faults,
  });
}

function locateOnce(document: MemoryDocument, section: MemorySection | null, oldString: string): TextRange {
  const found = findText(document.text, oldString);
  const [only] = found;
  const inside = ({ start, end }: TextRange) =>
    section === null ||
    document.sections.some((each) => each.role === section.role && start >= each.start && end <= each.end);
  const current = section === null ? {} : showSection(document, section);
  if (only === undefined) {
    throw new AppError("conflict", "oldString is not in the file (anymore).", {
      hint: "Repeat it with the text as it stands, most like this:",
      current: { ...current, matches: 0, nearest: nearestLines(document.text, longestLine(oldString)) },
    });
  }
  if (found.length > 1) {
    throw new AppError("conflict", `oldString appears in the file ${found.length} times.`, {
      hint: "Add lines around it until it is unique, such as the heading of your section.",
      current: { ...current, matches: found.length },
    });
  }
  if (inside(only)) return only;
  throw new AppError("forbidden", `oldString does not lie wholly in the section of ${section?.role}.`, {
    hint: "Edit your own section only; what others should change, tell the Lead.",
    current,
  });
}

/** What of a text says most about where it may stand. */
function longestLine(text: string): string {
  return splitLines(text).reduce((longest, line) => (line.length > longest.length ? line : longest), "");
}

function assertHeadingsKept(before: MemoryDocument, after: MemoryDocument, isLead: boolean): void {
  const old = listHeadings(before.text);
  const now = listHeadings(after.text);
  const same = old.every((heading, index) => heading === now[index]);
  if (same && old.length === now.length) return;
  const was = before.diagnostics.some((each) => each.code === "unclosed_block");
  const closed = was && !after.diagnostics.some((each) => each.code === "unclosed_block");
  // Closing a block that swallowed the rest of the file brings the headings in it back.
  if (same && closed && isLead) return;
  throw new AppError("forbidden", "The replacement would add, change or remove a heading of level 1 or 2.", {
    hint: "Keep those headings, indent such lines, and close fences and comments you open.",
    current: { headings: now.filter((heading) => !old.includes(heading)) },
  });
}

function assertOthersKept(before: MemoryDocument, after: MemoryDocument, own: MemorySection, splice: Splice): void {
  const others = (document: MemoryDocument) => {
    const outline = outlineOf(document);
    return { ...outline, sections: outline.sections.filter((_, index) => document.sections[index]?.role !== own.role) };
  };
  // A heading that moves down leaves what stood before it to the section above, though all headings are the same.
  const grown = splice.text.length - (splice.end - splice.start);
  const inPlace = before.sections.some(({ role, start, end }, index) => {
    const is = after.sections[index];
    const holds = role === own.role && splice.start >= start && splice.end <= end;
    return holds && is?.start === start && is.end === end + grown;
  });
  if (!inPlace || !sameOutline(others(before), others(after))) {
    throw new AppError("forbidden", "The replacement would change what other sections say.", {
      hint: "Keep the heading of your section where it is, and close every fence and comment you open.",
      current: showSection(before, own),
    });
  }
  assertNoNewGate(before, after, own);
}

/** Throws `forbidden` when the sections of a role other than the Lead hold more gate results than before. */
export function assertNoNewGate(before: MemoryDocument, after: MemoryDocument, own: MemorySection): void {
  const gates = (document: MemoryDocument) =>
    document.sections
      .filter((section) => section.role === own.role)
      .reduce((sum, section) => sum + section.items.filter((item) => item.tag === "Gate").length, 0);
  if (gates(after) > gates(before)) {
    throw new AppError("forbidden", "Gates are recorded in the Lead's section only.", {
      hint: "Tell the Lead; a gate's result is kept in its gate record.",
      current: showSection(before, own),
    });
  }
}

function listHeadings(text: string): string[] {
  const { blocks, starts } = parseBlocks(text);
  return blocks.flatMap((block) =>
    block.kind === "heading" && block.level <= 2
      ? [text.slice(starts[block.line], starts[block.endLine]).trimEnd()]
      : [],
  );
}
