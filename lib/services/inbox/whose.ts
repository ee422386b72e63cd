import { AppError } from "@/lib/core/errors";
import type { Reader } from "@/lib/core/inbox/entry";
import { foldRoleId } from "@/lib/core/memory/role-id";
import { actorOf, allow, isReadingPerson, readerKeyOf, runOf, type Caller } from "@/lib/services/workspace/caller";

/** Whose inbox it is, and whether looking at it moves a mark. */
export interface Whose extends Reader {
  /** Under which name its mark is kept; null for whoever only looks. */
  key: string | null;
  /** The run that reads; null for people, the Lead's terminals, and whoever only looks. */
  run: string | null;
}

/** Whose inbox is meant: one's own, or another's for whoever may look at it. */
export function readerOf(caller: Caller, named: string | undefined): Whose {
  // Who may change nothing sees what a lead would.
  const own = caller.kind === "viewer" ? "Lead" : actorOf(caller);
  const role = foldRoleId(named ?? own);
  if (caller.kind === "team" && named === undefined)
    throw new AppError(
      "invalid_input",
      "Several teammates share this connection, and whose inbox is meant is not said.",
      {
        hint: "Name the role with `role`.",
        errors: [{ path: "role", message: "is missing" }],
      },
    );
  if (role !== own || caller.kind === "viewer" || caller.kind === "team") {
    allow(caller, "look at what waits for another role", { role });
    return { role, isLead: role === "Lead", isOwn: true, key: null, run: null };
  }
  return {
    role,
    isLead: role === "Lead",
    isOwn: !isReadingPerson(caller),
    key: readerKeyOf(caller),
    run: runOf(caller),
  };
}
