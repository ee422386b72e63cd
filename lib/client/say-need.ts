import type { Event } from "@/lib/contracts/events";
import type { Need } from "@/lib/contracts/needs";
import type { Repair } from "@/lib/contracts/repairs";
import { sayCount } from "@/lib/core/text/say-count";

/** A need in words. */
export interface SaidNeed {
  /** Whose it is, who waits, or where it stands. */
  who: string | null;
  text: string;
}

/** The sentence of a need, the same on every screen and in the command. */
export function sayNeed(need: Need): SaidNeed {
  switch (need.kind) {
    case "relay":
      return { who: need.role, text: need.relay.text };
    case "conflict":
    case "question":
    case "assigned":
      return { who: need.role, text: need.item.text };
    case "ack":
      return { who: need.role, text: sayOwed(need) };
    case "gate": {
      const { phase, ready, blockers, first } = need;
      const blocked = `is blocked by ${sayCount(blockers, "thing")}${first === null ? "" : `, first: ${first}`}`;
      return { who: need.role, text: `The gate of phase ${phase} ${ready ? "is ready to be concluded." : blocked}` };
    }
    case "broken": {
      const { path, range, message } = need.fault;
      return {
        who: `${path.slice(path.lastIndexOf("/") + 1)}:${range.start.line}:${range.start.column}`,
        text: message,
      };
    }
    case "long":
      return { who: null, text: `The memory has ${need.lines} lines, over the 500-line limit.` };
    case "outside":
      return sayOutside(need.events);
    case "repair":
      return { who: need.repair.path.split("/").at(-1) ?? need.repair.path, text: sayRepair(need.repair) };
  }
}

/** How a role stands with a version that it has not confirmed. */
function sayOwed({ role, owed, version, applied, total, unclear }: Extract<Need, { kind: "ack" }>): string {
  const count = applied === null || total === null ? "" : ` It applied ${applied} of ${total}.`;
  switch (owed) {
    case "overdue":
      return `${role} has not confirmed ${version} in time.`;
    case "unclear":
      return `${role} asks about ${version}${unclear.length === 0 ? "" : `: ${unclear.join(", ")}`}.${count}`;
    case "partial":
      return `${role} applied ${applied} of ${total} items of ${version}.`;
    case "paused":
      return `${role} has paused at ${version} and waits for guidance.${count}`;
    case "lost":
      return `${role} lost its context and has not confirmed ${version} since.`;
  }
}

function sayOutside(events: readonly Event[]): SaidNeed {
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
  };
}

/** Who saved what over whom: "tester-2 saved an old copy (revision 3) over revision 7, without 2 lines by tester-1." */
export function sayRepair(repair: Repair): string {
  const { kind, actor, base, before, lineCount, authors } = repair;
  const who = actor === "disk" ? "Someone outside Wardroom" : actor;
  const lines = sayCount(lineCount, "line");
  if (kind === "late") return `${who} wrote ${lines} into a file that had just been replaced.`;
  const by = authors.length === 0 ? "" : ` by ${authors.join(", ")}`;
  if (kind === "stashed") return `Git put ${lines}${by} aside and has not brought them back. They are in its stash.`;
  return `${who} saved an old copy (revision ${base}) over revision ${before}, without ${lines}${by}.`;
}
