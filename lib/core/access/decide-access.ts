import { foldAgentName } from "@/lib/core/agent-memory/agent-name";
import { type Deed, DEEDS, type Level } from "@/lib/core/access/deeds";
import { isPersonRole, type PersonRole } from "@/lib/core/access/person-role";
import { AppError } from "@/lib/core/errors";
import { accessOf, typeOf } from "@/lib/core/memory/access";

/** Whoever calls, as far as rights depend on it. */
export interface Subject {
  /**
   * `owner`, `lead`, `curator` and `viewer` are what people may be. `team` is a connection that several teammates share, when
   * nobody said which of them is calling.
   */
  kind: "role" | "team" | PersonRole;
  /** The role it acts as; null is the Lead (owner, lead) or nobody (curator, viewer, team). */
  role: string | null;
  /** Key of the only session it reaches; null reaches all. */
  sessionKey: number | null;
  /** The only workspace it reaches; null reaches all. */
  workspace: string | null;
  /** What it calls itself, where that is nearly its role, and the Lead did not say yet whether it is. */
  beside?: string | undefined;
  /** Who it is, where it is a person with a name. */
  person?: { id: string } | undefined;
}

/** What a deed is about, each as far as it matters: the place it is in, the role or agent whose thing it is. */
export interface Target {
  workspace?: string;
  session?: { key: number; id: string };
  role?: string;
  agent?: string;
  /** The id of the person whose thing it is. */
  person?: string | undefined;
  /** The type that the caller's own role was given when it was added. */
  type?: string | null;
  /** The types that the session lets write directly, where it says so. */
  direct?: readonly string[] | null;
}

/**
 * The one place that decides who may do what: null when the subject may, else the error to answer, with what to do
 * instead. It goes by what is changed, never by the call through which it is changed.
 */
export function decideAccess(subject: Subject, deed: Deed, target: Target = {}): AppError | null {
  return outOfReach(subject, target) ?? RULES[DEEDS[deed]](subject, deed, target);
}

/**
 * Whether the subject has the Lead's rights where it reaches: the owner acting for no other role, a person who leads, or a token
 * of the Lead.
 */
export function isLead({ kind, role }: Pick<Subject, "kind" | "role">): boolean {
  return (kind === "owner" && role === null) || kind === "lead" || role === "Lead";
}

/**
 * Whether a role works as an agent: it bears the agent's name, alone or with a number behind it, or is of the type of that
 * name. Example: `tester-2` as `tester`, `implementer-ontology` as `implementer`.
 */
export function worksAs(role: string, type: string | null, agent: string): boolean {
  const own = [role, role.replace(/-\d+$/, ""), typeOf(role, type) ?? role];
  return own.some((name) => foldAgentName(name) === foldAgentName(agent));
}

type Rule = (subject: Subject, deed: Deed, target: Target) => AppError | null;

const RULES: Record<Level, Rule> = {
  anyone: () => null,
  voice: (subject) => (subject.kind === "team" ? null : unnamed(subject)),
  teammate: (subject) => unnamed(subject),
  writer: (subject) => (subject.kind === "curator" ? null : unnamed(subject)),
  itself: (subject, deed, target) => unnamed(subject) ?? another(subject, deed, target),
  direct: (subject, _, target) => {
    const refused = unnamed(subject);
    if (refused !== null || isLead(subject)) return refused;
    if (subject.beside !== undefined) return throughTheLead(subject.beside);
    const role = subject.role ?? "";
    return accessOf(role, target) === "direct" ? null : throughTheLead(role);
  },
  observer: (subject, deed, target) =>
    ["viewer", "curator", "team"].includes(subject.kind) ? null : another(subject, deed, target),
  speaker: (subject, deed, target) => {
    if (subject.kind === "team") return null;
    return unnamed(subject) ?? another(subject, deed, target);
  },
  agent: (subject, deed, target) => {
    const refused = unnamed(subject);
    if (refused !== null || (isLead(subject) && subject.sessionKey === null)) return refused;
    const { agent = "", type = null } = target;
    return subject.role !== null && worksAs(subject.role, type, agent)
      ? null
      : new AppError("forbidden", `Only ${agent} itself and the Lead of the workspace may ${deed} ${agent}.`, {
          hint:
            `${subject.role ?? "This caller"} is another agent. Use the token of a role that works as ${agent}: one of that name, ` +
            `such as ${agent.toLowerCase().replaceAll(" ", "-")}-1, or one that was added with that type.`,
        });
  },
  curator: (subject, deed) => (isLead(subject) || subject.kind === "curator" ? null : notACurator(subject, deed)),
  curatorOfAll: (subject, deed) => {
    if (!isLead(subject) && subject.kind !== "curator") return notACurator(subject, deed);
    return subject.sessionKey === null ? null : ofOneSession(deed);
  },
  lead: (subject, deed) => (isLead(subject) ? null : notTheLead(deed)),
  leadOfAll: (subject, deed) => {
    if (!isLead(subject)) return notTheLead(deed);
    return subject.sessionKey === null ? null : ofOneSession(deed);
  },
  watcher: ({ kind, role }, deed) =>
    isPersonRole(kind) && role === null
      ? null
      : new AppError("forbidden", `Only people may ${deed}, not agents.`, {
          hint: "Use a viewer's token; ask the owner for one.",
        }),
  oneself: (subject, deed, { person }) => {
    const isOneself = subject.role === null && person !== undefined && subject.person?.id === person;
    return isOneself || isOwner(subject) ? null : notTheOwner(deed);
  },
  owner: (subject, deed) => (isOwner(subject) ? null : notTheOwner(deed)),
  operator: (subject, deed) => (isOwner(subject) && subject.workspace === null ? null : notTheOperator(deed)),
};

function isOwner({ kind, role }: Subject): boolean {
  return kind === "owner" && role === null;
}

function outOfReach({ workspace, sessionKey }: Subject, target: Target): AppError | null {
  if (workspace !== null && target.workspace !== undefined && target.workspace !== workspace) {
    return new AppError("forbidden", "This credential belongs to another workspace.", {
      hint: `Use it in the workspace ${workspace}.`,
    });
  }
  if (sessionKey === null || target.session === undefined || target.session.key === sessionKey) return null;
  return new AppError("forbidden", `This token belongs to another session than ${target.session.id}.`, {
    hint: "Use the token that was given out for this session, or ask the Lead for one.",
  });
}

/** The refusal of whoever speaks for no teammate in particular. */
function unnamed({ kind }: Subject): AppError | null {
  if (kind === "viewer")
    return new AppError("forbidden", "A viewer may read only.", {
      hint: "Use a role token, or ask the owner to make the change.",
    });
  if (kind === "curator")
    return new AppError("forbidden", "A curator puts in order what others wrote, and writes for no role.", {
      hint: "Comment on the item instead, or ask a lead to write it.",
    });
  if (kind !== "team") return null;
  return new AppError("forbidden", "Several teammates share this connection, and which of them calls is not known.", {
    hint: "Read, or leave an item with the Lead by naming your role; with a role token, or the plugin's hooks, you may do more.",
  });
}

function another(subject: Subject, deed: Deed, { role }: Target): AppError | null {
  if (isLead(subject) || (subject.role !== null && subject.role === role)) return null;
  return new AppError("forbidden", `Only the Lead may ${deed}.`, {
    hint: `Do it as ${role ?? "that role"}, or ask the Lead.`,
  });
}

function throughTheLead(role: string): AppError {
  return new AppError("forbidden", `${role} writes through the Lead: it may not edit the file itself.`, {
    hint: "Leave it with the Lead: {item.add}.",
    about: { role },
  });
}

function notACurator(subject: Subject, deed: Deed): AppError {
  if (!isPersonRole(subject.kind)) return notTheLead(deed);
  return new AppError("forbidden", `Only curators and leads may ${deed}.`, {
    hint: "Ask the owner for the role of a curator, or ask somebody who has it.",
  });
}

function notTheLead(deed: Deed): AppError {
  return new AppError("forbidden", `Only the Lead may ${deed}.`, {
    hint: "Ask the Lead, or say what you need as an item of your own section.",
  });
}

function ofOneSession(deed: Deed): AppError {
  return new AppError("forbidden", `A token of one session may not ${deed}.`, {
    hint: "Ask the owner, who may do this for every session.",
  });
}

function notTheOperator(deed: Deed): AppError {
  return new AppError("forbidden", `Only the owner of the whole server may ${deed}.`, {
    hint: "Ask the person who runs this server: it concerns every workspace.",
  });
}

function notTheOwner(deed: Deed): AppError {
  return new AppError("forbidden", `Only the owner may ${deed}.`, {
    hint: "Ask the person who runs this server; a token of the Lead reaches one session and is not enough.",
  });
}

/** Who looks at the screen: a person, in no role, in one workspace or in all of them. */
interface ScreenReader {
  kind: PersonRole;
  workspace: string | null;
}

/**
 * Whether the screen offers a deed to its reader: exactly when the server would not refuse it in this workspace. `lead` stands
 * for everything that takes a lead; what is no deed is offered to nobody.
 */
export function offers({ kind, workspace }: ScreenReader, deed: string): boolean {
  const subject = { kind, role: null, sessionKey: null, workspace };
  if (deed === "lead") return isLead(subject);
  return Object.hasOwn(DEEDS, deed) && decideAccess(subject, deed as Deed) === null;
}
