import type { Need } from "@/lib/contracts/needs";
import { groupBy } from "@/lib/core/lists";
import type { TermId } from "@/lib/core/terms";
import { URGENCIES, type NeedKind } from "@/lib/core/inbox/needs";
import { say, sentence } from "@/lib/core/i18n/say";
import { HEADINGS } from "./need-words";

export const GROUPINGS = ["kind", "session", "urgency"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** So many of a group are shown at first; what comes after has its turn when these are settled. */
const SHOWN = 3;

export interface NeedGroup {
  id: string;
  heading: string;
  /** What explains it, where a newcomer cannot know its word. */
  term: TermId | undefined;
  /** The heading is the name of a session. */
  isName: boolean;
  all: readonly Need[];
  /** Those that are not folded away. */
  members: readonly Need[];
}

const HEADING_TERMS: Partial<Record<NeedKind, TermId>> = {
  relay: "relay",
  ack: "ack",
  gate: "gate",
  conflict: "conflict",
};

const URGENCY_HEADINGS = { now: sentence("Now"), soon: sentence("Soon"), later: sentence("Later") } as const;

/** The needs in groups, in the order of their first ones, and by urgency the most urgent first; within one, in the order given. */
export function groupNeeds(needs: readonly Need[], by: Grouping, unfolded: ReadonlySet<string>): NeedGroup[] {
  const sorted =
    by === "urgency" ? needs.toSorted((a, b) => URGENCIES.indexOf(a.urgency) - URGENCIES.indexOf(b.urgency)) : needs;
  return [...groupBy(sorted, (need) => idOf(need, by))].map(([id, all]) => {
    // One more than fits is not worth a button.
    const fits = unfolded.has(id) || all.length <= SHOWN + 1;
    const [first] = all;
    return {
      id,
      all,
      heading: first === undefined ? "" : headingOf(first, by),
      term: by === "kind" && first !== undefined ? HEADING_TERMS[first.kind] : undefined,
      isName: by === "session" && first?.session !== null,
      members: fits ? all : all.slice(0, SHOWN),
    };
  });
}

function idOf(need: Need, by: Grouping): string {
  return by === "kind" ? need.kind : by === "urgency" ? need.urgency : (need.session ?? "");
}

function headingOf(need: Need, by: Grouping): string {
  if (by === "kind") return say(HEADINGS[need.kind]);
  return by === "urgency" ? say(URGENCY_HEADINGS[need.urgency]) : (need.session ?? say("Files of no session"));
}
