import { foldRoleId } from "@/lib/core/memory/role-id";

/** How a role reaches the team memory: into its own section, through the Lead, or everywhere as the Lead. */
type Access = "direct" | "relay" | "lead";

/** The known agent types and their path to the memory. Source: team memory §5, tool-based access matrix. */
export const ACCESS_BY_TYPE: Readonly<Record<string, Access>> = {
  implementer: "direct",
  integrator: "direct",
  architect: "relay",
  tester: "relay",
  researcher: "relay",
  "devils-advocate": "relay",
};

/**
 * The agent type of a role: the one given when it was added, else the known one its id begins with as a whole word, as in
 * `implementer-2` or `implementer-ontology`; null for the Lead and where neither is known.
 */
export function typeOf(role: string, given: string | null): string | null {
  const id = foldRoleId(role);
  if (id === "Lead") return null;
  if (given !== null && given.trim() !== "") return given.trim().toLowerCase();
  return Object.keys(ACCESS_BY_TYPE).find((type) => id === type || id.startsWith(`${type}-`)) ?? null;
}

/** The types that write to their own sections, where a session's memory does not say otherwise. */
export const DIRECT_TYPES: readonly string[] = Object.keys(ACCESS_BY_TYPE).filter(
  (type) => ACCESS_BY_TYPE[type] === "direct",
);

/** What decides how a role reaches the memory: the type it was given, and the types that its session lets write directly. */
export interface Standing {
  type?: string | null;
  direct?: readonly string[] | null;
}

/** The path of a role. An unknown type goes through the Lead, and no type makes a role the Lead. */
export function accessOf(role: string, { type = null, direct = null }: Standing = {}): Access {
  if (foldRoleId(role) === "Lead") return "lead";
  const known = typeOf(role, type);
  return known !== null && (direct ?? DIRECT_TYPES).includes(known) ? "direct" : "relay";
}

/** Of the sections that a role changed in the file, those that are not its to change; "" is the text outside all sections. */
export function foreignSections(role: string, sections: readonly string[], standing: Standing = {}): string[] {
  const access = accessOf(role, standing);
  const own = foldRoleId(role);
  return sections.filter((section) => access === "relay" || (access === "direct" && foldRoleId(section) !== own));
}
