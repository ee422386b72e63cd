import { REPAIR_KEYS, sayRepair } from "@/components/repairs/repair-words";
import { sayCount } from "@/lib/core/text/say-count";
import { pages } from "@/lib/client/paths";
import type { Event } from "@/lib/contracts/events";
import type { Need } from "./needs";

/** What can be done about something that waits. */
export type NeedAct =
  "put-back" | "dismiss" | "approve" | "edit" | "reject" | "resolve" | "archive" | "see" | "look" | "prune";

/** The key of each act; the same act has the same key on every page. */
const KEYS: Record<NeedAct, string> = {
  "put-back": REPAIR_KEYS.apply,
  dismiss: REPAIR_KEYS.dismiss,
  approve: "a",
  reject: "shift+r",
  edit: "shift+a",
  resolve: "r",
  archive: "e",
  see: "a",
  look: "o",
  prune: "p",
};

/** The key that does it. */
export function keyOfAct(act: NeedAct): string {
  return KEYS[act];
}

const LABELS: Record<NeedAct, string> = {
  "put-back": "Put back",
  dismiss: "Dismiss",
  approve: "Approve",
  reject: "Reject…",
  edit: "Edit…",
  resolve: "Resolve…",
  archive: "Archive",
  see: "Seen",
  look: "View",
  prune: "Prune…",
};

interface NeedWords {
  /** Whose it is, or who did it. */
  who: string | null;
  text: string;
  /** When it began to wait, where that is known. */
  at: string | null;
  /** Actions, the main thing last. */
  acts: { id: NeedAct; label: string }[];
}

const acts = (...ids: NeedAct[]) => ids.map((id) => ({ id, label: LABELS[id] }));

/** A need in words. */
export function sayNeed(need: Need): NeedWords {
  switch (need.kind) {
    case "relay":
      return {
        who: need.relay.role,
        text: need.relay.text,
        at: need.relay.createdAt,
        acts: acts("reject", "edit", "approve"),
      };
    case "conflict":
    case "question":
      return {
        who: need.role,
        text: need.item.text,
        at: need.item.timestamp,
        acts: acts("archive", "resolve"),
      };
    case "broken": {
      const { start } = need.diagnostic.range;
      const more = need.more === 0 ? "" : ` And ${need.more} more.`;
      return {
        who: `TEAM-MEMORY.md:${start.line}:${start.column}`,
        text: need.diagnostic.message + more,
        at: null,
        acts: acts("look"),
      };
    }
    case "long":
      return {
        who: null,
        text: `The memory has ${need.lines} lines, over the 500-line limit.`,
        at: null,
        acts: acts("prune"),
      };
    case "outside":
      return sayOutside(need.events);
    case "repair":
      return {
        who: need.repair.path.split("/").at(-1) ?? need.repair.path,
        text: sayRepair(need.repair),
        at: need.repair.at,
        acts: acts("look", "dismiss", "put-back"),
      };
  }
}

function sayOutside(events: readonly Event[]): NeedWords {
  const roles = new Set(
    events.flatMap(({ payload }) => (Array.isArray(payload["roles"]) ? payload["roles"].map(String) : [])),
  );
  const files = new Set(events.map((event) => event.target.split("/").at(-1) ?? event.target));
  const lost = events.reduce(
    (sum, { payload }) => sum + (typeof payload["lost"] === "number" ? payload["lost"] : 0),
    0,
  );
  const did = events.some((event) => event.action === "document.removed_outside") ? "changed and removed" : "edited";
  const times = events.length === 1 ? "" : `, ${events.length} times`;
  return {
    who: roles.size === 0 ? null : [...roles].join(", "),
    text:
      `${[...files].join(", ")} ${files.size === 1 ? "was" : "were"} ${did} outside Wardroom${times}.` +
      (lost === 0 ? "" : ` ${sayCount(lost, "item is", "items are")} gone.`),
    at: events[0]?.at ?? null,
    acts: acts("look", "see"),
  };
}

/** The page where a need is looked at. */
export function addressOf(workspace: string, need: Need): string {
  const { session } = need;
  switch (need.kind) {
    case "relay":
      return pages.section(workspace, session, need.relay.role);
    case "conflict":
    case "question":
      return pages.item(workspace, session, need.item.id);
    case "broken":
      return `${pages.memory(workspace, session)}?view=file&line=${need.diagnostic.range.start.line}`;
    case "repair":
      return need.session === "" ? pages.history(workspace) : pages.memory(workspace, session);
    case "long":
      return `${pages.memory(workspace, session)}?state=archived`;
    case "outside": {
      const revisions = need.events.flatMap(({ target, payload }) =>
        target.endsWith("/TEAM-MEMORY.md") && typeof payload["revision"] === "number" ? [payload["revision"]] : [],
      );
      return revisions.length === 0
        ? pages.sessionHistory(workspace, session)
        : pages.compare(workspace, session, Math.min(...revisions) - 1, Math.max(...revisions));
    }
  }
}
