import type { Name } from "@/lib/core/coach/read-names";
import type { Statement } from "@/lib/core/coach/statement";

/** Whether two statements name different files or settings, and so speak of different things. */
export function haveOtherNames(a: Statement, b: Statement): boolean {
  const x = a.names.filter(isExact);
  const y = b.names.filter(isExact);
  if (x.length === 0 || y.length === 0) return false;
  return !x.some((name) => y.some((other) => isRelated(name.key, other.key)));
}

/** A file, a package or a setting; a term such as `OCR` is a topic. */
function isExact({ kind, key }: Name): boolean {
  return kind !== "term" && !CONFIG.test(key);
}

/** Where a value is written down tells what it is no closer. Example: `package.json`, `dockerfile`. */
const CONFIG =
  /(?:^|\/)(?:package\.json|dockerfile|docker-compose\.ya?ml|compose\.ya?ml|\.nvmrc|\.env|readme\.md)$|\.config\.[cm]?[jt]s$/;

/** Whether two names are one, or one is a folder that the other is in: by whole segments. */
function isRelated(a: string, b: string): boolean {
  const x = a.split("/");
  const y = b.split("/");
  const shorter = Math.min(x.length, y.length);
  if (x.slice(0, shorter).every((segment, at) => segment === y[at])) return true;
  // A file named without its folder.
  return shorter === 1 && x.at(-1) === y.at(-1);
}
