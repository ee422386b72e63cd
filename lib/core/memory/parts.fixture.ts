import type { MemoryDocument } from "@/lib/core/memory/model";

/** A piece of a team memory's text, in UTF-16 offsets. `text` is what belongs to no section or item. */
export interface MemoryPart {
  kind: "heading" | "item" | "meta" | "text";
  /** Role id of the section it belongs to; null outside of sections. */
  role: string | null;
  start: number;
  end: number;
}

/** The text in pieces, in order: every code unit is in exactly one of them, and none is empty. */
export function partsOf(document: MemoryDocument): MemoryPart[] {
  const { meta, sections, text } = document;
  const owned: MemoryPart[] = [];
  const own = (kind: MemoryPart["kind"], role: string | null, start: number, end: number) => {
    if (end > start) owned.push({ kind, role, start, end });
  };
  if (meta.range !== null) own("meta", null, meta.range.start, meta.range.end);
  for (const { role, start, end, bodyStart, items } of sections) {
    own("heading", role, start, start + bodyStart);
    let done = start + bodyStart;
    for (const item of items) {
      own("text", role, done, start + item.start);
      own("item", role, start + item.start, start + item.end);
      done = start + item.end;
    }
    own("text", role, done, end);
  }
  owned.sort((a, b) => a.start - b.start);
  const parts: MemoryPart[] = [];
  let done = 0;
  for (const part of [...owned, { kind: "text", role: null, start: text.length, end: text.length } as const]) {
    if (part.start > done) parts.push({ kind: "text", role: null, start: done, end: part.start });
    if (part.end > part.start) parts.push(part);
    done = part.end;
  }
  return parts;
}
