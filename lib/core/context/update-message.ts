import type { DeltaText } from "@/lib/core/context/delta";
import { renderDelta } from "@/lib/core/context/render-delta";

/** Who an update concerns, and what it asks for. */
export interface UpdateImpact {
  /** Role ids; none is written as `none`. */
  affected: readonly string[];
  /** `NONE`, `PAUSE` or a sentence; a line end in it becomes a blank. */
  requiredActions: string;
}

/** The exact text of an update sent as a delta. `parseDelta` reads the delta back out of it. Source: context delta §4. */
export function renderUpdateMessage({ delta, ...impact }: UpdateImpact & { delta: DeltaText }): string {
  return `${renderDelta(delta)}\n${renderImpact(impact)}`;
}

/** A full text to send, and why it is not a delta. */
export interface FullUpdate extends UpdateImpact {
  version: string;
  /** The code and what it means, such as `FC-2: the context was lost`. */
  reason: string;
  text: string;
  /** What changed for a reader who has an older version, from `renderChanges`; "" for one who has none. */
  changes: string;
}

/**
 * The exact text of an update sent in full: what changed comes first, and the context stands last and unaltered, so that
 * nothing in it can be taken for a part of the message. Source: context delta §6.
 */
export function renderFullMessage({ version, reason, text, changes, ...impact }: FullUpdate): string {
  const head = `[CONTEXT-UPDATE] ${version} (full text, ${oneLine(reason)})\n\n`;
  const changed = changes === "" ? "" : `${changes}\n`;
  return `${head}${changed}${renderImpact(impact)}${FULL_CONTEXT}${text}`;
}

/** What stands before a context that is sent whole. */
export const FULL_CONTEXT = "\n## Full Context\n";

function renderImpact({ affected, requiredActions }: UpdateImpact): string {
  const roles = affected.length === 0 ? "none" : affected.map(oneLine).join(", ");
  const actions = oneLine(requiredActions) || "NONE";
  return `## Impact Assessment\n- Affected teammates: ${roles}\n- Required actions: ${actions}\n`;
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, " ").trim(); // matches "\n" in "PAUSE\nuntil Monday"
}
