import { countsAsSilence, describeQuestion, type ToldQuestion } from "@/lib/core/inbox/question";

/** An active teammate and the version it confirmed last, or null. */
export interface GateRole {
  id: string;
  confirmed: string | null;
}

/** An open item of the session that may stand in the way. */
export interface GateItem {
  id: string;
  tag: "Conflict" | "Question";
  role: string;
  text: string;
  /** To whom a Question is put, and whether that role was shown it; null where it is put to nobody. */
  put: ToldQuestion | null;
}

/** A blocker that is let through, and why. */
export interface GateWaiver {
  /** Id of the blocker. */
  blocker: string;
  reason: string;
}

/** A waiver as a record tells it to a reader who cannot look ids up: what was let through, of whom, and why. */
export interface NamedWaiver {
  kind: GateBlocker["kind"];
  role: string;
  /** The item's words, or the version the role stands at. */
  text: string;
  reason: string;
}

/** One thing that keeps a gate from being APPROVED. `waived` is the reason it was let through, or null. */
export interface GateBlocker {
  /** `role:{id}` or `item:{id}`; what a waiver names. */
  id: string;
  kind: "behind" | "conflict" | "question";
  /** Who is behind, or whose item it is. */
  role: string;
  message: string;
  waived: string | null;
}

/** The state a gate is decided on. */
export interface GateCase {
  roles: readonly GateRole[];
  /** The current version. */
  version: string;
  openItems: readonly GateItem[];
  waivers: readonly GateWaiver[];
}

/**
 * Everything that stands between a gate and APPROVED, waived or not: teammates that have not confirmed the current version, and
 * open Conflicts and Questions. A waiver counts only with a reason. Source: formats "Freeze".
 */
export function decideGate({ roles, version, openItems, waivers }: GateCase): GateBlocker[] {
  const reasonFor = (id: string): string | null => {
    const reason = waivers.find((waiver) => waiver.blocker === id && waiver.reason.trim() !== "")?.reason;
    return reason === undefined ? null : reason.trim();
  };
  const behind = roles
    .filter((role) => role.confirmed !== version)
    .map((role): GateBlocker => {
      const id = `role:${role.id}`;
      const state = role.confirmed === null ? "has confirmed no version" : `has confirmed ${role.confirmed}`;
      return {
        id,
        kind: "behind",
        role: role.id,
        message: `${role.id} ${state}; the current one is ${version}`,
        waived: reasonFor(id),
      };
    });
  const open = openItems.map((item): GateBlocker => {
    const id = `item:${item.id}`;
    const kind = item.tag === "Conflict" ? "conflict" : "question";
    return { id, kind, role: item.role, message: messageOf(item), waived: reasonFor(id) };
  });
  return [...behind, ...open];
}

/** An open item in words. Who was not shown a question is not silent about it. Source: inbox, rule 13. */
function messageOf({ tag, role, text, put }: GateItem): string {
  const open = `[${tag}] of ${role} is open: ${text}`;
  if (put === null) return open;
  const isUnshown = put.answer === null && !countsAsSilence(put.state);
  return `${open} (${describeQuestion(put)}${isUnshown ? `: ${put.to} cannot have answered` : ""})`;
}

/** The waivers of a gate in the words of what they let through; one that names nothing of it is left out. */
export function nameWaivers({ roles, version, openItems, waivers }: GateCase): NamedWaiver[] {
  const behind = roles.map(({ id, confirmed }) => {
    const text = `${confirmed === null ? "has confirmed no version" : `has confirmed ${confirmed}`}; the current one is ${version}`;
    return { blocker: `role:${id}`, kind: "behind" as const, role: id, text };
  });
  const open = openItems.map(({ id, tag, role, text }) => {
    const kind = tag === "Conflict" ? ("conflict" as const) : ("question" as const);
    return { blocker: `item:${id}`, kind, role, text };
  });
  return waivers.flatMap(({ blocker, reason }) => {
    const found = [...behind, ...open].find((each) => each.blocker === blocker);
    return found === undefined ? [] : [{ kind: found.kind, role: found.role, text: found.text, reason: reason.trim() }];
  });
}
