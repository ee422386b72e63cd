import { z } from "zod";
import { Count, asFound, shape } from "@/lib/contracts/shapes";
import { State } from "@/lib/contracts/memory";
import { Time } from "@/lib/contracts/primitives";
import { SEARCH_KINDS } from "@/lib/core/search/search-entry";

export const SearchKind = z.enum(SEARCH_KINDS).meta({
  id: "SearchKind",
  description:
    "`item` of a team memory, `context` section (an earlier version's is `replaced`), `agent` memory, `knowledge` file " +
    "or registry entry, `team` session file",
});
export type SearchKind = z.infer<typeof SearchKind>;

const values = (what: string) =>
  z
    .string()
    .max(500)
    .optional()
    .meta({ description: `${what}; comma-separated` });

/** A time, or a date, which is its first moment in UTC. */
export const Moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

const moment = (what: string) => Moment.optional().meta({ description: `${what}; a date is its first moment in UTC` });

export const SearchQuery = z.object({
  q: z
    .string()
    .min(1)
    .max(300)
    .meta({
      description:
        "Words in any order; beginnings and typing errors are found, in Korean what stands within a word too",
      examples: ["retry deadl"],
    }),
  kind: values("Kinds"),
  role: values("Roles, agents or teams"),
  tag: values("Tags of items; `none` means untagged"),
  state: values("States"),
  session: values("Sessions"),
  since: moment("Written at this time or later"),
  until: moment("Written before this time"),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional(),
});
export type SearchQuery = z.infer<typeof SearchQuery>;

/** A half-open range of UTF-16 units of the text beside it. */
const Match = shape("Match", { start: Count, end: Count });

export const SearchResult = shape("SearchResult", {
  kind: SearchKind,
  title: z.string(),
  titleMatches: z.array(Match),
  snippet: z.object({ text: z.string(), matches: z.array(Match) }),
  path: z.string().meta({ description: "The file below the workspace" }),
  line: Count.meta({ description: "Line of the file in which the first match stands, from 1" }),
  link: z.string().meta({ description: "Address of the page of the dashboard that shows it" }),
  session: z.string().nullable(),
  role: z.string().nullable(),
  tag: z.string().nullable(),
  state: State.nullable(),
  at: asFound(Time).nullable().meta({ description: "When it was last written" }),
  now: z
    .object({ id: z.string(), role: z.string(), text: z.string() })
    .optional()
    .meta({ description: "The line that took the place of one that was replaced" }),
});
export type SearchResult = z.infer<typeof SearchResult>;

/** How far the index is: what is not read yet is not found yet. */
export const SearchProgress = shape("SearchProgress", { complete: z.boolean(), documents: Count, read: Count });
export type SearchProgress = z.infer<typeof SearchProgress>;

/** How many results one value of a filter would show, the other filters being as they are. */
const FacetCount = shape("FacetCount", { value: z.string(), count: Count });

/** Filters that would show something, with how much; the 50 values of each that would show the most. */
export const SearchFacets = z
  .object({
    kind: z.array(FacetCount),
    role: z.array(FacetCount),
    tag: z.array(FacetCount).meta({ description: "`none` is what has no tag" }),
    state: z.array(FacetCount),
    session: z.array(FacetCount),
  })
  .meta({ id: "SearchFacets", description: "Values of each filter that would show something, the most first" });
export type SearchFacets = z.infer<typeof SearchFacets>;

export const SearchResults = shape("SearchResults", {
  items: z.array(SearchResult),
  total: Count,
  facets: SearchFacets,
  nextCursor: z.string().nullable(),
  index: SearchProgress,
});
export type SearchResults = z.infer<typeof SearchResults>;
