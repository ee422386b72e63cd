import { decideAccess, isLead } from "@/lib/core/access/decide-access";
import { DEEDS, type Deed } from "@/lib/core/access/deeds";
import type { PersonRole } from "@/lib/core/access/person-role";

/** Who looks at the screen: a person, in no role, in one workspace or in all of them. */
export interface ScreenReader {
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
