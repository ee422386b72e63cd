import type { Item } from "@/lib/contracts/memory";
import { shortEtag } from "@/lib/core/text/short-answer";

interface ToldItem extends Pick<Item, "tag" | "text"> {
  /** Where the reader can act on it. */
  id?: string;
  body?: string;
  /** When it is not active. */
  state?: string;
  resolution?: string;
  /** What is noted on it, in words. */
  notes?: string[];
  /** Too long for an answer. */
  cut?: true;
}

export interface ToldSection {
  role: string;
  items: ToldItem[];
}

interface Told {
  session: string;
  revision: number;
  etag: string;
  sections: ToldSection[];
  /** With `since`: items that were removed, as they read then. */
  gone?: { role: string; text: string }[];
  nextCursor: string | null;
}

/**
 * What `memory` answers, as the file has it, and no longer: a heading for each role and a bullet for each item. An id stands behind
 * what its reader can act on.
 */
export function wordMemory({ session, revision, etag, sections, gone, nextCursor }: Told): string {
  const told = sections.map(({ role, items }) => `## ${role}\n${items.map(wordItem).join("\n")}`);
  const lost = gone?.map(({ role, text }) => `- ${role}: ${text}`) ?? [];
  return [
    `${session} at revision ${revision}, etag ${shortEtag(etag)}`,
    ...(told.length === 0 ? ["Nothing."] : told),
    ...(lost.length === 0 ? [] : [`Gone:\n${lost.join("\n")}`]),
    ...(nextCursor === null ? [] : [`Goes on: memory {cursor: "${nextCursor}"}`]),
  ].join("\n");
}

function wordItem({ id, tag, text, body, state, resolution, cut, notes = [] }: ToldItem): string {
  const facts = [
    ...(state === undefined ? [] : [resolution === undefined ? state : `${state}: ${resolution}`]),
    ...notes,
    ...(cut === undefined ? [] : ["cut: the resource has all of it"]),
    ...(id === undefined ? [] : [id]),
  ];
  const words = [text, ...(body === undefined ? [] : [body])].join("\n").replaceAll("\n", "\n  ");
  return `- ${tag === null ? "" : `[${tag}] `}${words}${facts.length === 0 ? "" : ` (${facts.join("; ")})`}`;
}
