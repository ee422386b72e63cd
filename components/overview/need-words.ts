import { ACT_KEYS, ACT_LABELS } from "@/components/context/cell-acts";
import { FAULT_KEYS } from "@/components/faults/use-fault-acts";
import { REPAIR_KEYS } from "@/components/repairs/repair-words";
import { pages } from "@/lib/client/paths";
import type { Need } from "@/lib/contracts/needs";
import type { Deed } from "@/lib/core/access/deeds";
import { greatest, smallest } from "@/lib/core/lists";
import type { NeedKind, Owed } from "@/lib/core/inbox/needs";
import { sentence, type Sentence } from "@/lib/core/i18n/say";
import type { Fault } from "@/lib/contracts/faults";
import { teamOf } from "@/lib/core/knowledge/knowledge-model";

/** A person's answer to something that waits, as its row, the bar of the chosen ones, the keys and their sheet have it. */
interface Act {
  /** The same on every page. */
  key: string;
  deed: Deed;
  label: Sentence;
  /** In the sheet of keys. */
  said: Sentence;
  /** Something is asked about it first. */
  asks?: true;
}

const SAVES = "decide about lines that a save left out";
const FAULTS = "decide about faults of files";
const PAIRS = "settle what was judged of another role's line";
const WHOLE = "have the full context sent to another role";
const { ping, resend, full, guide } = ACT_LABELS;

export const NEED_ACTS = {
  "put-back": {
    key: REPAIR_KEYS.apply,
    deed: SAVES,
    label: sentence("Put back"),
    said: sentence("Put back dropped lines"),
  },
  dismiss: {
    key: REPAIR_KEYS.dismiss,
    deed: SAVES,
    label: sentence("Dismiss"),
    said: sentence("Dismiss: leave the file as it was saved"),
  },
  approve: { key: "a", deed: "approve relays", label: sentence("Approve"), said: sentence("Approve the relay") },
  edit: {
    key: "shift+a",
    deed: "approve relays",
    label: sentence("Edit…"),
    said: sentence("Edit and approve the relay"),
    asks: true,
  },
  settle: {
    key: "shift+s",
    deed: "settle relays",
    label: sentence("Settle…"),
    said: sentence("Settle the relay: true and done"),
    asks: true,
  },
  reject: {
    key: "shift+r",
    deed: "reject relays",
    label: sentence("Reject…"),
    said: sentence("Reject the relay with a reason"),
    asks: true,
  },
  resolve: {
    key: "r",
    deed: "resolve items",
    label: sentence("Resolve…"),
    said: sentence("Resolve it with a note"),
    asks: true,
  },
  archive: { key: "e", deed: "archive items", label: sentence("Archive"), said: sentence("Archive it") },
  first: { key: "1", deed: PAIRS, label: sentence("First holds"), said: sentence("The first line holds") },
  second: { key: "2", deed: PAIRS, label: sentence("Second holds"), said: sentence("The second line holds") },
  both: { key: "b", deed: PAIRS, label: sentence("Both hold"), said: sentence("Both lines hold") },
  see: { key: "a", deed: "mark its inbox as read", label: sentence("Seen"), said: sentence("Mark as seen") },
  look: { key: "o", deed: "look", label: sentence("View"), said: sentence("View it") },
  prune: { key: "p", deed: "prune", label: sentence("Prune…"), said: sentence("Prune the memory"), asks: true },
  fix: { key: FAULT_KEYS.fix, deed: FAULTS, label: sentence("Fix"), said: sentence("Fix the file as proposed") },
  hide: {
    key: FAULT_KEYS.dismiss,
    deed: FAULTS,
    label: sentence("Dismiss"),
    said: sentence("Dismiss the warning about the file"),
  },
  ping: {
    key: ACT_KEYS.ping,
    deed: "ping a teammate",
    label: ping,
    said: sentence("Ping the teammate: the deadline begins again"),
  },
  resend: {
    key: ACT_KEYS.resend,
    deed: "send an update again",
    label: resend,
    said: sentence("Send again what was unclear"),
    asks: true,
  },
  full: { key: ACT_KEYS.full, deed: WHOLE, label: full, said: sentence("Send the full text"), asks: true },
  guide: { key: ACT_KEYS.guide, deed: "give guidance", label: guide, said: sentence("Send guidance"), asks: true },
} as const satisfies Record<string, Act>;

export type NeedAct = keyof typeof NEED_ACTS;

export function commonActs(needs: readonly Need[]): NeedAct[] {
  const found = new Set(needs.flatMap((need) => actsOf(need)));
  return [...found].filter((act) => act !== "look" && act !== "prune" && act !== "edit");
}

export const HEADINGS: Record<NeedKind, Sentence> = {
  relay: sentence("Relays to review"),
  ack: sentence("Teammates behind"),
  gate: sentence("Open gates"),
  run: sentence("Runs without a seat"),
  conflict: sentence("Open conflicts"),
  pair: sentence("Pairs to settle"),
  question: sentence("Open questions"),
  mention: sentence("Comments that name you"),
  assigned: sentence("Assigned to you"),
  repair: sentence("Overwritten lines to check"),
  broken: sentence("Files with errors"),
  outside: sentence("Edited outside Wardroom, not seen yet"),
  long: sentence("Memories over 500 lines"),
};

export const OWED_LABELS: Record<Owed, Sentence> = {
  overdue: sentence("Overdue"),
  unclear: sentence("Unclear"),
  partial: sentence("Partial"),
  paused: sentence("Paused"),
  lost: sentence("Lost"),
};

/** What answers each way to be behind, the main thing last. */
const OF_OWED: Record<Owed, readonly NeedAct[]> = {
  overdue: ["full", "look", "ping"],
  unclear: ["guide", "full", "resend"],
  partial: ["guide", "full", "resend"],
  paused: ["look", "guide"],
  lost: ["look", "ping"],
};

export function actsOf(need: Need): readonly NeedAct[] {
  switch (need.kind) {
    case "relay":
      return ["reject", "settle", "edit", "approve"];
    case "conflict":
    case "question":
    case "assigned":
      return ["archive", "resolve"];
    case "pair":
      // A question is not what holds.
      return need.pair.judgement === "answers" ? ["both", "first"] : ["both", "second", "first"];
    case "ack":
      return need.delivery === null ? ["look"] : OF_OWED[need.owed];
    case "broken":
      return need.fault.fix === null ? ["hide", "look"] : ["look", "hide", "fix"];
    case "gate":
    case "run":
      return ["look"];
    case "long":
      return ["prune"];
    case "outside":
    case "mention":
      return ["look", "see"];
    case "repair":
      return ["look", "dismiss", "put-back"];
  }
}

export function addressOf(workspace: string, need: Need): string {
  const session = need.session ?? "";
  switch (need.kind) {
    case "relay":
      return pages.section(workspace, session, need.relay.role);
    case "conflict":
    case "question":
    case "mention":
    case "assigned":
      return pages.item(workspace, session, need.item.id);
    case "pair":
      return pages.item(workspace, session, need.pair.other.id);
    case "ack":
    case "run":
      return pages.context(workspace, session);
    case "gate":
      return pages.gates(workspace, session);
    case "broken":
      return pageOfFault(workspace, need.fault);
    case "repair":
      return session === "" ? pages.history(workspace) : pages.memory(workspace, session);
    case "long":
      return `${pages.memory(workspace, session)}?state=archived`;
    case "outside": {
      const revisions = need.events.flatMap(({ target, payload }) =>
        target.endsWith("/TEAM-MEMORY.md") && typeof payload["revision"] === "number" ? [payload["revision"]] : [],
      );
      return revisions.length === 0
        ? pages.sessionHistory(workspace, session)
        : pages.compare(workspace, session, smallest(revisions) - 1, greatest(revisions));
    }
  }
}

/** The page that shows a fault's file, at its line where the page has lines. */
function pageOfFault(workspace: string, { path, session, range }: Fault): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (session !== null) {
    if (name === "TEAM-MEMORY.md") return `${pages.memory(workspace, session)}?view=file&line=${range.start.line}`;
    const isContext = name === "global-context.md" || name === "orchestration-plan.md";
    return isContext ? pages.context(workspace, session) : pages.gates(workspace, session);
  }
  const agent = /^\.kaizen\/agents\/([^/]+)\//.exec(path)?.[1]; // matches ".kaizen/agents/tester/memory.md"
  if (agent !== undefined) return pages.agentLine(workspace, agent, range.start.line);
  if (!path.startsWith(".microai/")) return pages.agents(workspace);
  const team = teamOf(path);
  return team === undefined ? `${pages.knowledge(workspace)}?view=registry` : pages.team(workspace, team);
}
