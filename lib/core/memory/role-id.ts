import { AppError } from "@/lib/core/errors";
import { foldRoleId } from "@/lib/core/memory/section-heading";

/**
 * A role id in its one spelling (lower case, composed; `Lead` excepted): letters and digits of any script with `-`, `_`
 * and `.` between them, 64 characters at most, so that it is one word of a heading, a URL and a file name alike.
 * Anything else, and the reserved `Meta`, is invalid_input. Source: team memory §4 (section headers).
 *
 * @param path where the id stood in the request, such as `roles.0.id`
 */
export function assertRoleId(value: string, path = "role"): string {
  const role = value.isWellFormed() ? foldRoleId(value) : "";
  if (role === "Lead") return role;
  if (role === "Meta") throw invalidRole(path, "Meta is a reserved name.", "Name a teammate.");
  if (ROLE_ID.test(role) && !role.includes("..") && value.length <= LONGEST) return role;
  const message = `${JSON.stringify(value.slice(0, LONGEST))} cannot be the id of a role.`;
  throw invalidRole(path, message, `Use letters, digits, - and _, at most ${LONGEST} of them, such as implementer-1.`);
}

/** The id of a role to be added, as `assertRoleId` gives it; `Lead` is reserved too. */
export function assertNewRoleId(value: string, path = "role"): string {
  const role = assertRoleId(value, path);
  if (role !== "Lead") return role;
  throw invalidRole(
    path,
    "Lead is a reserved name.",
    "The Lead is there already; give the teammate a name of its own.",
  );
}

/** Longer names make headings and tables unreadable. */
const LONGEST = 64;

/** Example: `implementer-1`. */
const ROLE_ID = /^[\p{Ll}\p{Lo}\p{N}](?:[\p{Ll}\p{Lo}\p{M}\p{N}._-]*[\p{Ll}\p{Lo}\p{M}\p{N}])?$/u;

function invalidRole(path: string, message: string, hint: string): AppError {
  return new AppError("invalid_input", message, { hint, errors: [{ path, message }] });
}
