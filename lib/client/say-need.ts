import type { Event } from "@/lib/contracts/events";
import type { Need } from "@/lib/contracts/needs";
import type { Repair } from "@/lib/contracts/repairs";
import { sayFault } from "@/lib/client/say-fault";
import { say } from "@/lib/core/i18n/say";

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
    case "pair":
      return { who: need.role, text: need.pair.said };
    case "mention":
      return {
        who: need.role,
        text: say("{author}: {text}", { author: need.comment.author, text: need.comment.text }),
      };
    case "ack":
      return { who: need.role, text: sayOwed(need) };
    case "gate": {
      const { phase, ready, blockers } = need;
      return {
        who: need.role,
        text: ready
          ? say("Phase {phase} gate: ready to conclude", { phase })
          : say("Phase {phase} gate: {blockers, plural, one {# blocker} other {# blockers}}", { phase, blockers }),
      };
    }
    case "run":
      return {
        who: need.role,
        text: say("{name} has no seat: second run of {role}, or new seat?", {
          name: need.name,
          role: String(need.role),
        }),
      };
    case "broken": {
      const { path, range, code, message } = need.fault;
      return {
        who: `${path.slice(path.lastIndexOf("/") + 1)}:${range.start.line}:${range.start.column}`,
        text: sayFault(code, message),
      };
    }
    case "long":
      return { who: null, text: say("The memory has {lines} lines, over the 500-line limit.", { lines: need.lines }) };
    case "outside":
      return sayOutside(need.events);
    case "repair":
      return { who: need.repair.path.split("/").at(-1) ?? need.repair.path, text: sayRepair(need.repair) };
  }
}

function sayOwed({ role, owed, version, applied, total, unclear }: Extract<Need, { kind: "ack" }>): string {
  const count = applied === null || total === null ? "" : say(" It applied {applied} of {total}.", { applied, total });
  switch (owed) {
    case "overdue":
      return say("{role} has not confirmed {version} in time.", { role: String(role), version });
    case "unclear":
      return say("{role} asks about {version}{unclear, plural, =0 {} other {: {items}}}.{count}", {
        role: String(role),
        version,
        unclear: unclear.length,
        items: unclear.join(", "),
        count,
      });
    case "partial":
      return say("{role} applied {applied} of {total} items of {version}.", {
        role: String(role),
        applied: String(applied),
        total: String(total),
        version,
      });
    case "paused":
      return say("{role} has paused at {version} and waits for guidance.{count}", {
        role: String(role),
        version,
        count,
      });
    case "lost":
      return say("{role} lost its context and has not confirmed {version} since.", { role: String(role), version });
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
  const did = events.some((event) => event.action === "document.removed_outside")
    ? say("changed and removed")
    : say("edited");
  const times = events.length === 1 ? "" : say(", {events} times", { events: events.length });
  return {
    who: roles.size === 0 ? null : [...roles].join(", "),
    text:
      say("{files} {size, plural, one {was} other {were}} {did} outside Wardroom{times}.", {
        files: [...files].join(", "),
        size: files.size,
        did,
        times,
      }) + (lost === 0 ? "" : say(" {lost, plural, one {# item is} other {# items are}} gone.", { lost })),
  };
}

/** Who saved what over whom: "tester-2 saved an old copy (revision 3) over revision 7, without 2 lines by tester-1." */
export function sayRepair(repair: Repair): string {
  const { kind, actor, base, before, lineCount, authors } = repair;
  const who = actor === "disk" ? say("Someone outside Wardroom") : actor;
  const lines = say("{lineCount, plural, one {# line} other {# lines}}", { lineCount });
  if (kind === "late") return say("{who} wrote {lines} into a file that had just been replaced.", { who, lines });
  const by = authors.length === 0 ? "" : say(" by {authors}", { authors: authors.join(", ") });
  return say("{who} saved revision {base} over {before}, dropping {lines}{by}.", {
    who,
    base,
    before,
    lines,
    by,
  });
}
