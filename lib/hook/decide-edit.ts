import { AppError } from "@/lib/core/errors";
import { accessOf } from "@/lib/core/memory/access";
import { differsOnlyIn } from "@/lib/core/memory/differs-only-in";
import { editText } from "@/lib/core/memory/edit-text";
import { findSection } from "@/lib/core/memory/find-section";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { findText } from "@/lib/core/text/find-text";
import { findUnstorable } from "@/lib/core/text/storable";
import { asSingleEdit, withCrlf, type PlannedEdit } from "@/lib/hook/planned-edits";

/** How a role that may not write leaves an item all the same. */
const RELAY =
  "To have an item added, leave it with the Lead: Wardroom's tool `say` keeps it as a relay until the Lead decides, and SendMessage to the Lead does where there is no server.";

/**
 * Why these edits of a team memory may not be made, and what to do instead; null when they may. The Lead may make any, a
 * role with a section of its own those that stay in it, everybody else none. `type` is the agent type given when the role
 * was added, where it is known. Source: team memory §5, access matrix and edit rules.
 */
export function refuseMemoryEdit(
  text: string,
  edits: readonly PlannedEdit[],
  who: { role: string | null; type: string | null },
): string | null {
  const { role, type } = who;
  if (role === "Lead") return null;
  if (role === null) {
    return `Which role is editing is not known here, and who is not known reads TEAM-MEMORY.md without changing it. ${RELAY} A subagent has its role by its name or, without one, by a type that a role of the session is of, such as implementer; a session of your own says its role with the environment variable WARDROOM_ROLE.`;
  }
  if (accessOf(role, type) === "relay") {
    return `${role} does not edit TEAM-MEMORY.md itself: only implementers and integrators do, each in its own section. ${RELAY}`;
  }
  return applied(text, edits, role) === null ? explain(text, edits, role) : null;
}

/** The text after edits that leave everything but the role's own section as it is; null where one does not. */
function applied(text: string, edits: readonly PlannedEdit[], role: string): string | null {
  let after = text;
  for (const edit of edits) {
    const { oldString, newString } = asSingleEdit(after, edit);
    const [only, ...others] = findText(after, oldString);
    if (only === undefined || others.length > 0 || findUnstorable(newString) !== null) return null;
    const replacement = after.includes("\r\n") ? withCrlf(newString) : newString;
    after = after.slice(0, only.start) + replacement + after.slice(only.end);
  }
  return differsOnlyIn(parseMemory(text), parseMemory(after), role) ? after : null;
}

/** What is wrong with the first edit that may not be made, in the words every door of Wardroom has for it. */
function explain(text: string, edits: readonly PlannedEdit[], role: string): string | null {
  let document = parseMemory(text);
  for (const edit of edits) {
    const { oldString, newString } = asSingleEdit(document.text, edit);
    if (oldString === newString) continue;
    try {
      document = editText(document, {}, { type: "edit", scope: role, oldString, newString }).document;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const isOpen = findSection(document, role)?.state === "active";
      // Nobody fills in the names of operations for a hook.
      const hint = (error.details.hint ?? "").replaceAll("{role.add}", "`wardroom session add-role <session> <role>`");
      return `${error.message} ${hint}${isOpen ? ` Your section is "## ${role}".` : ""}`;
    }
  }
  return null;
}
