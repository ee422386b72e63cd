import { AppError } from "@/lib/core/errors";

/** What is longer names no place. UTF-16 units. */
const LONGEST = 400;

/**
 * Whether a path below a workspace lies in a place: the one answer to whose place a path is. A place is what it names and all that lies
 * below; in it `*` is any part of a name, `?` one character, `**` any number of folders, and every other character itself. Case, kind
 * of slash, `.` and how an accent is encoded are no matter.
 */
export function holds(place: string, path: string): boolean {
  return meet([...partsOf(place), "**"], partsOf(path), "**", partsMeet);
}

/** Whether a path may lie in both of two places. */
export function overlaps(one: string, other: string): boolean {
  return holds(one, other) || holds(other, one);
}

function partsOf(path: string): string[] {
  const folded = path.toLowerCase().normalize("NFC").replaceAll("\\", "/");
  return folded.split("/").filter((part) => part !== "" && part !== ".");
}

function partsMeet(one: string, other: string): boolean {
  if (one === other) return true;
  if (!/[*?]/.test(one + other)) return false;
  return meet(Array.from(one), Array.from(other), "*", (a, b) => a === b || a === "?" || b === "?");
}

/** Whether there is a text that both take, where `many` stands for any number of parts. Costs as much as both are long, multiplied. */
function meet(one: readonly string[], other: readonly string[], many: string, same: (a: string, b: string) => boolean) {
  // What has the first parts of `one`, and as many of `other` as the place says.
  let row = [true];
  for (const part of other) row.push(row.at(-1) === true && part === many);
  for (const part of one) {
    const next = [row[0] === true && part === many];
    for (const [at, with_] of other.entries()) {
      const isMany = part === many || with_ === many;
      next.push(isMany ? row[at + 1] === true || next[at] === true : row[at] === true && same(part, with_));
    }
    if (!next.includes(true)) return false;
    row = next;
  }
  return row.at(-1) === true;
}

/**
 * A place as a claim keeps it, below the workspace at `root`: with forward slashes, `src/cart/` as `src/cart/**`. Null for an absolute path
 * elsewhere. Throws `invalid_input` for one that climbs by `..`, takes in everything, is too long, or no path.
 */
export function asPlace(named: string, root: string | null): string | null {
  const path = named.normalize("NFC").replaceAll("\\", "/");
  const base = root?.normalize("NFC").replaceAll("\\", "/").replace(/\/$/, "") ?? "";
  const isInside = base !== "" && (path === base || path.startsWith(`${base}/`));
  if (!isInside && /^(?:\/|[a-z]:\/)/i.test(path)) return null;
  const below = isInside ? path.slice(base.length) : path;
  const parts = below.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.includes(".."))
    throw refused(`${named} leads out of a folder by "..".`, "Name the place from the project's folder");
  if (parts.every((part) => /^[*?.]*$/.test(part))) {
    throw refused("A claim over everything keeps nobody off anything.", "Name the folder or the files you work on");
  }
  if (below.length > LONGEST || /\p{Cc}/u.test(below)) throw refused("A place is no path.", "Name a shorter one");
  return parts.join("/") + (below.endsWith("/") && parts.at(-1) !== "**" ? "/**" : "");
}

function refused(message: string, hint: string): AppError {
  const errors = [{ path: "paths", message: "names no place" }];
  return new AppError("invalid_input", message, { hint: `${hint}, such as "src/cart/**".`, errors });
}

/** A claim keeps so many places. */
const MOST = 16;

/** The places of a claim; many, as a shell makes of a pattern, are the folder that they have in common. Throws `invalid_input` for none. */
export function foldPlaces(places: readonly string[]): string[] {
  const own = [...new Set(places)];
  if (own.length <= MOST) return own;
  const [first = [], ...others] = own.map((place) => place.split("/"));
  const at = first.findIndex((part, index) => /[*?]/.test(part) || others.some((other) => other[index] !== part));
  if (at <= 0) throw refused(`${own.length} places have no folder in common.`, "Quote the pattern for the shell");
  return [`${first.slice(0, at).join("/")}/**`];
}

// `src/cart/**`, `total.ts`, `C:\src`; no address of the web, and no option.
const PATH = /^(?!-|\w+:\/\/)(?:.*[/\\*].*|.*[\w\])]\.[a-z][a-z0-9]{0,9})$/i;

export function isPathLike(word: string): boolean {
  return PATH.test(word) && /[\p{L}\p{N}]|^\*\*/u.test(word);
}

/** The places that the words of a claim begin with. Throws as `asPlace` does. */
export function placesIn(words: string, root: string | null): string[] {
  const places: string[] = [];
  for (const word of words.trim().split(/\s+/)) {
    const bare = word.replace(/^["'`]|["'`]?[,;:]*$/g, "");
    const place = isPathLike(bare) ? asPlace(bare, root) : null;
    if (place === null) break;
    places.push(place);
  }
  return places;
}

// src/cart/total.ts:12, app/[id]/page.tsx, 상품/가격.ts; total.ts alone is one where its ending is a file's.
const CITED =
  /(?<![\p{L}\p{N}_/\\.:@-])(?:\.{0,2}[/\\])?(?:[\p{L}\p{N}_@.+()[\]-]+[/\\])+[\p{L}\p{N}_@.+()[\]-]+|(?<![\p{L}\p{N}_/\\.-])[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.[a-z]{1,6}\b/gu;

/** Whether a text names any file. */
export function citesFile(text: string): boolean {
  return text.search(CITED) >= 0;
}

/** Whether a text names a file in one of these places: by its path, or by its name alone where a place ends in that. */
export function namesPlace(text: string, places: readonly string[]): boolean {
  const cited = [...text.slice(0, 8_000).normalize("NFC").matchAll(CITED)].flatMap(([path]) => {
    // (src/cart/total.ts), but (shop)/page.tsx
    return [path, path.replace(/^[([]+|[.,;:)\]]+$/g, "")];
  });
  return cited.some((path) => {
    const isPath = /[/\\]/.test(path);
    return places.some((place) => (isPath ? holds(place, path) : partsOf(place).at(-1) === partsOf(path).at(-1)));
  });
}

/** Files that another branch, or another working tree, changed in a claimed place, in words: `On fix/cart, not committed: src/cart.ts`. */
export function sayElsewhere(each: { branch: string; files: readonly string[]; more: number; committed: boolean }) {
  const { branch, files, more, committed } = each;
  return `On ${branch}${committed ? "" : ", not committed"}: ${files.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
