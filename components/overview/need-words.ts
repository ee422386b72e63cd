import { ACT_KEYS, ACT_LABELS } from "@/components/context/cell-acts";
import { FAULT_KEYS } from "@/components/faults/use-fault-acts";
import { REPAIR_KEYS } from "@/components/repairs/repair-words";
import { pages } from "@/lib/client/paths";
import type { Need } from "@/lib/contracts/needs";
import type { Deed } from "@/lib/core/access/deeds";
import { greatest, smallest } from "@/lib/core/lists";
import type { NeedKind, Owed } from "@/lib/core/inbox/needs";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";
import type { Fault } from "@/lib/contracts/faults";
import { teamOf } from "@/lib/core/knowledge/knowledge-model";

/** The key of each act; the same act has the same key on every page. */
const KEYS = {
  "put-back": REPAIR_KEYS.apply,
  dismiss: REPAIR_KEYS.dismiss,
  approve: "a",
  settle: "shift+s",
  reject: "shift+r",
  edit: "shift+a",
  resolve: "r",
  archive: "e",
  first: "1",
  second: "2",
  both: "b",
  see: "a",
  look: "o",
  prune: "p",
  fix: FAULT_KEYS.fix,
  hide: FAULT_KEYS.dismiss,
  ping: ACT_KEYS.ping,
  resend: ACT_KEYS.resend,
  full: ACT_KEYS.full,
  guide: ACT_KEYS.guide,
};

export type NeedAct = keyof typeof KEYS;

const DEEDS: Record<NeedAct, Deed> = {
  "put-back": "decide about lines that a save left out",
  dismiss: "decide about lines that a save left out",
  approve: "approve relays",
  settle: "settle relays",
  reject: "reject relays",
  edit: "approve relays",
  resolve: "resolve items",
  archive: "archive items",
  first: "settle what was judged of another role's line",
  second: "settle what was judged of another role's line",
  both: "settle what was judged of another role's line",
  see: "mark its inbox as read",
  look: "look",
  prune: "prune",
  fix: "decide about faults of files",
  hide: "decide about faults of files",
  ping: "ping a teammate",
  resend: "send an update again",
  full: "have the full context sent to another role",
  guide: "give guidance",
};

export function deedOfAct(act: NeedAct): Deed {
  return DEEDS[act];
}

export function keyOfAct(act: NeedAct): string {
  return KEYS[act];
}

const LABELS: Record<NeedAct, Sentence> = {
  "put-back": sentence("Put back"),
  dismiss: sentence("Dismiss"),
  approve: sentence("Approve"),
  settle: sentence("Settle…"),
  reject: sentence("Reject…"),
  edit: sentence("Edit…"),
  resolve: sentence("Resolve…"),
  archive: sentence("Archive"),
  first: sentence("First holds"),
  second: sentence("Second holds"),
  both: sentence("Both hold"),
  see: sentence("Seen"),
  look: sentence("View"),
  prune: sentence("Prune…"),
  fix: sentence("Fix"),
  hide: sentence("Dismiss"),
  ping: ACT_LABELS.ping,
  resend: ACT_LABELS.resend,
  full: ACT_LABELS.full,
  guide: ACT_LABELS.guide,
};

export function labelOfAct(act: NeedAct): string {
  return say(LABELS[act]);
}

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
