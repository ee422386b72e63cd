import { entrySimilarity, NEAR, profileOf } from "@/lib/core/agent-memory/entry-similarity";
import { foldWording } from "@/lib/core/text/fold-wording";
import { remember } from "@/lib/core/text/remember";
import type { AgentEntry, AgentMemoryDocument } from "@/lib/core/agent-memory/model";
import type { AgentSectionName } from "@/lib/core/agent-memory/sections";
import { assertSayable } from "@/lib/core/agent-memory/write-entry";
import { AppError } from "@/lib/core/errors";

/** Something learnt: the text, or the text and what to do about an entry that says nearly the same. */
export type Learnt = string | { text: string; entry: string; choice: "replace" | "keep" };

/** What becomes of all that was learnt for one section. */
export interface MergePlan {
  section: AgentSectionName;
  added: { text: string; path: string }[];
  /** Said already, word for word: by an entry, or by the addition of that number. */
  repeated: { text: string; by: AgentEntry | number }[];
  /** Entries that say nearly the same as an addition, the most alike of each. */
  near: { text: string; entry: AgentEntry; similarity: number }[];
  merged: { text: string; path: string; entry: AgentEntry; choice: "replace" | "keep" }[];
}

/**
 * Decides for each thing learnt whether it is new, repeated, nearly said, or merged as the caller chose. Nothing is left
 * out of the answer. `gone` are entries that are taken away by the same close: they say nothing any more.
 *
 * @param list name of the list in the request, for errors
 */
export function mergeLearnt(
  document: AgentMemoryDocument,
  section: AgentSectionName,
  learnt: readonly Learnt[],
  list: string,
  gone: readonly AgentEntry[],
): MergePlan {
  const entries = document.sections.find((each) => each.name === section)?.entries ?? [];
  const standing = entries.filter((entry) => !gone.includes(entry));
  const plan: MergePlan = { section, added: [], repeated: [], near: [], merged: [] };
  const said = new Map<string, AgentEntry | number>(standing.map((entry) => [foldWording(wordsOf(entry)), entry]));
  learnt.forEach((each, index) => {
    const path = `${list}.${String(index)}`;
    const { text, entry: id, choice } = typeof each === "string" ? { text: each, entry: null, choice: null } : each;
    assertSayable(text, path);
    if (choice !== null) {
      const entry = standing.find((other) => other.id === id);
      if (entry === undefined) throw gonePreview(id, section, path);
      plan.merged.push({ text, path, entry, choice });
      return;
    }
    const folded = foldWording(text);
    const same = said.get(folded);
    if (same !== undefined) {
      plan.repeated.push({ text, by: same });
      return;
    }
    said.set(folded, plan.added.length);
    plan.added.push({ text, path });
    const nearest = findNearest(standing, text);
    if (nearest !== null) plan.near.push({ text, ...nearest });
  });
  return plan;
}

/** The entry that is most like a text, if any is alike enough to be shown. */
export function findNearest(
  entries: readonly AgentEntry[],
  text: string,
  least: number = NEAR,
): { entry: AgentEntry; similarity: number } | null {
  let best: { entry: AgentEntry; similarity: number } | null = null;
  const wanted = profileOf(text);
  for (const entry of entries) {
    const similarity = Math.round(entrySimilarity(profiles.get(entry), wanted) * 100) / 100;
    if (similarity >= least && similarity > (best?.similarity ?? 0)) best = { entry, similarity };
  }
  return best;
}

/** Entries never change in place, and each is compared with everything a close brings. */
const profiles = remember((entry: AgentEntry) => profileOf(wordsOf(entry)));

/** All that an entry says. */
export function wordsOf(entry: AgentEntry): string {
  return entry.body.trim() === "" ? entry.text : `${entry.text} ${entry.body}`;
}

function gonePreview(id: string, section: AgentSectionName, path: string): AppError {
  const message = `No entry ${id} stands in ${section} (anymore).`;
  return new AppError("conflict", message, {
    hint: "Somebody changed it meanwhile: preview the close again, and choose from the entries it shows.",
    errors: [{ path, message }],
    current: { entry: id, section },
  });
}
