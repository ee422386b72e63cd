import { AppError } from "@/lib/core/errors";
import { foldRoleId } from "@/lib/core/memory/role-id";
import { TAGS } from "@/lib/core/memory/tags";
import { didYouMean } from "@/lib/core/text/did-you-mean";

/**
 * That the roles and tags of a filter, each a list with commas, are of the memory: a misspelled one finds nothing, which would be read
 * as news that there is nothing. Throws `not_found` for one that is not, with the nearest name and all that there are.
 */
export function assertFilter(
  filter: { role?: string | undefined; tag?: string | undefined },
  has: { roles: readonly string[]; tags: readonly string[] },
): void {
  const roles = new Set(has.roles.map(foldRoleId));
  const role = namesIn(filter.role).find((each) => !roles.has(foldRoleId(each)));
  if (role !== undefined) throw unknown("role", role, has.roles);
  const tags = [...new Set([...TAGS, "none", ...has.tags])];
  const known = new Set(tags.map((each) => each.toLowerCase()));
  const tag = namesIn(filter.tag).find((each) => !known.has(each.toLowerCase()));
  if (tag !== undefined) throw unknown("tag", tag, tags);
}

function namesIn(list: string | undefined): string[] {
  return (list ?? "").split(",").flatMap((each) => (each.trim() === "" ? [] : [each.trim()]));
}

function unknown(what: "role" | "tag", name: string, names: readonly string[]): AppError {
  const hint = `${didYouMean(name, names)}There ${names.length === 1 ? "is" : "are"} ${names.join(", ")}.`;
  return new AppError("not_found", `No ${what} of this team memory is called ${JSON.stringify(name.slice(0, 100))}.`, {
    hint,
  });
}
