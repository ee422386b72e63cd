import { AppError } from "@/lib/core/errors";
import { foldRoleId } from "@/lib/core/memory/section-heading";

/**
 * The id of a role to be added, in its one spelling (lower case, composed): letters and digits of any script with `-`,
 * `_` and `.` between them, 64 characters at most, so that it is one word of a heading, a URL and a file name alike.
 * `Lead` and `Meta` are reserved. Anything else is invalid_input. Source: team memory §4 (section headers).
 *
 * @param path where the id stood in the request, such as `roles.0.id`
 */
export function assertRoleId(value: string, path = "role"): string {
  const role = value.isWellFormed() ? foldRoleId(value) : "";
  if (role === "Lead" || role === "Meta") {
    throw invalidRole(path, `${role} is a reserved name.`, "Give the teammate a name of its own.");
  }
  if (ROLE_ID.test(role) && !role.includes("..") && value.length <= LONGEST) return role;
  const message = `${JSON.stringify(value.slice(0, LONGEST))} cannot be the id of a role.`;
  throw invalidRole(path, message, `Use letters, digits, - and _, at most ${LONGEST} of them, such as implementer-1.`);
}

/** Longer names make headings and tables unreadable. */
const LONGEST = 64;

/** Example: `implementer-1`. */
const ROLE_ID = /^[\p{Ll}\p{Lo}\p{N}](?:[\p{Ll}\p{Lo}\p{M}\p{N}._-]*[\p{Ll}\p{Lo}\p{M}\p{N}])?$/u;

function invalidRole(path: string, message: string, hint: string): AppError {
  return new AppError("invalid_input", message, { hint, errors: [{ path, message }] });
}
