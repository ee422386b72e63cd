import { AppError, invalidField } from "@/lib/core/errors";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { looksLike } from "@/lib/core/text/look-alike";
import { assertNewRoleId } from "@/lib/core/memory/role-id";
import { assertSessionId } from "@/lib/core/memory/session-paths";
import { findUnstorable } from "@/lib/core/text/visible";

export interface NewMemory {
  /** What the session is about, one line. */
  feature: string;
  session: string;
  /** The day, as `2026-02-09`. */
  created: string;
  /** The context version that is there already, such as `GC-v4`. */
  gcVersion?: string;
  /** Role ids of the teammates, in the order of their sections. */
  roles: readonly string[];
}

/**
 * The text of a new TEAM-MEMORY.md: title, Meta with the context version, the Lead's section and an empty one for each role. Ids that
 * cannot be used, a role named twice and a feature that is no line of text are invalid_input. Source: team memory §4.
 */
export function createMemory({ feature, session, created, gcVersion = "GC-v0", roles }: NewMemory): string {
  const name = feature.trim();
  const unstorable = findUnstorable(feature) ?? (/[\r\n]/.test(name) ? "has several lines" : null);
  if (name === "" || unstorable !== null) {
    const message = name === "" ? "The feature has no name." : `The name of the feature ${unstorable}.`;
    throw invalidField("feature", message, "Name in one line what the session is about.");
  }
  assertSessionId(session);
  const ids = roles.map((role, index) => assertNewRoleId(role, `roles.${index}.id`));
  const twice = ids.findIndex((id, index) => ids.findIndex((other) => looksLike(id, other)) !== index);
  if (twice !== -1) {
    throw new AppError("invalid_input", `The role ${ids[twice]} is named twice.`, {
      hint: "Give each teammate an id of its own, such as implementer-1 and implementer-2.",
      errors: [{ path: `roles.${twice}.id`, message: "named twice" }],
    });
  }
  // Markdown takes a last `#` for the end of the heading; one more keeps it.
  const title = `# TEAM-MEMORY — ${name}${name.endsWith("#") ? " #" : ""}`;
  const meta = ["## Meta", `- Created: ${created}`, `- Session: ${session}`, `- GC Version: ${gcVersion}`].join("\n");
  const text = `${[title, meta, "## Lead", ...ids.map((id) => `## ${id}`)].join("\n\n")}\n`;
  const { sections } = parseMemory(text);
  if (sections.length !== ids.length + 1) throw new RangeError("a new team memory has a section for every role");
  return text;
}
