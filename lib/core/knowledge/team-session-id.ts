import { AppError } from "@/lib/core/errors";
import { isSessionId } from "@/lib/core/memory/session-id";

/** The id itself; invalid_input for one that cannot begin a file name, or would be taken for a numbered checkpoint. */
export function assertTeamSessionId(value: string, path = "id"): string {
  const id = value.normalize("NFC");
  if (isSessionId(id) && !/\.\d+$/.test(id)) return id; // arch.2
  const message = `${JSON.stringify(value.slice(0, 80))} cannot be the id of a team session.`;
  throw new AppError("invalid_input", message, {
    hint: "Use letters, digits, - and _, at most 80 of them and no number behind a dot, such as arch-2026-02-09-001.",
    errors: [{ path, message }],
  });
}

/**
 * The first id of the day that nobody has: `{team}-{YYYY-MM-DD}-{NNN}`. A long name of a team is cut short. Source: knowledge, the example's
 * `session_id`.
 */
export function nextTeamSessionId(team: string, date: string, taken: ReadonlySet<string>): string {
  const name = Array.from(team.normalize("NFC")).slice(0, 60).join("");
  for (let number = 1; ; number++) {
    const id = `${name}-${date}-${String(number).padStart(3, "0")}`;
    if (!taken.has(id)) return id;
  }
}
