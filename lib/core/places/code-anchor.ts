import { isPathLike } from "@/lib/core/places/claimed-place";
import { type ChangedCode, sayChanged } from "@/lib/core/memory/item-notes";
import { findSecrets } from "@/lib/core/text/find-secrets";

/** A place in the code that a text names: lines of a file, counted from 1, or a declaration by its name. */
export interface CodeCite {
  /** As it is written: `src/total.ts:12-20`, or the name. */
  cite: string;
  /** Below the workspace, with forward slashes. */
  path: string;
  lines: readonly [number, number] | null;
}

/** What stood at such a place when the text was written; only a hash of it is kept. */
export interface CodeAnchor {
  cite: string;
  path: string;
  /** First line, from 1; 0 for what is found by its name. */
  at: number;
  /** How many lines. */
  size: number;
  /** How many times these lines occurred in the file. */
  copies: number;
  hash: string;
  /** A hash of the lines before and after joined, as they would meet without them; "" if that tells nothing. */
  around: string;
}

/** How many places of one text are looked at. */
const MOST = 8;

/** The longest place, in lines, and the longest path, in UTF-16 units. */
const LONGEST = 400;

/** Larger files are not written by hand: limits in lines and in UTF-16 units. */
const MOST_LINES = 20_000;
const LARGEST = 1_000_000;

// src/total.ts:12, src/total.ts:12-20, src/total.ts:12:5, src/total.ts#L12-L20, src/total.ts#totalOf; a particle may follow the number.
const PLACE = /^([^:#]{1,300})(?:(?::|#L)(\d{1,7})(?:[-–]L?(\d{1,7}))?(?!\w)|[:#]([A-Za-z_$][\w$]{1,80}))?/;
// `rounded`, `rounded(sum)`, Total(
const NAME = /`([A-Za-z_$][\w$]{1,80})(?:\([^`\n]{0,80})?`|(?<![\w$./-])([A-Za-z_$][\w$]{1,80})(?=\()/g;
const JOINED = /^(?=.*(?:[a-z0-9][A-Z]|_))[A-Za-z_$][\w$]*$/; // totalOf, total_of

/** The places in the code that a text names, in order; `root` is the workspace's folder. Files in hidden folders are left out. */
export function findCites(text: string, root: string): CodeCite[] {
  const said = text.slice(0, 8_000);
  if (!/\S[./]\S/.test(said)) return [];
  const found = new Map<string, CodeCite>();
  const whole = new Set<string>();
  const names = new Set([...said.matchAll(NAME)].map(([, quoted, called]) => quoted ?? called ?? ""));
  for (const word of said.split(/[\s"'`<>,;|]+|\]\(/)) {
    if (word.length > LONGEST) continue;
    const bare = word.replace(/^[([{]+(?=[./\w])|[)\]}.:!?]+$/g, "");
    const [cite = "", file = "", from, to, name] = PLACE.exec(bare) ?? [];
    const path = pathOf(file, root);
    if (path === null && JOINED.test(bare)) names.add(bare);
    if (path === null) continue;
    if (from !== undefined) {
      const [first, last] = [Number(from), Number(to ?? from)];
      found.set(cite, { cite, path, lines: [Math.min(first, last), Math.max(first, last)] });
    } else if (name !== undefined) found.set(`${path} ${name}`, { cite: name, path, lines: null });
    else whole.add(path);
  }
  for (const path of whole) for (const cite of names) found.set(`${path} ${cite}`, { cite, path, lines: null });
  return [...found.values()].slice(0, MOST);
}

function pathOf(word: string, root: string): string | null {
  const path = word.replaceAll("\\", "/");
  const below = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path.replace(/^(?:\.\/)+/, "");
  const isInside = below.split("/").every((part) => part !== "" && !part.startsWith("."));
  return isInside && isPathLike(below) && !/[*?]/.test(below) ? below : null;
}

/** Whether a text still names the place of an anchor. */
export function stillNames(text: string, { cite, path }: Pick<CodeAnchor, "cite" | "path">): boolean {
  return text.includes(cite) && text.replaceAll("\\", "/").includes(path);
}

/** Anchors for the places that a text names in a file; none for a place that is empty or holds a secret. */
export function anchorsIn(text: string, cites: readonly CodeCite[]): CodeAnchor[] {
  const { lines, keys, digestsOf } = codeOf(text);
  const pairs = digestsOf(2);
  return cites.flatMap(({ cite, path, lines: wanted }): CodeAnchor[] => {
    const [first, last] = wanted ?? declared(lines, cite) ?? [0, 0];
    const block = lines.slice(first - 1, last);
    const size = block.length;
    if (first === 0 || size === 0 || last > lines.length || size > LONGEST) return [];
    if (!/[\p{L}\p{N}]/u.test(block.join("\n")) || findSecrets(block.join("\n")).length > 0) return [];
    const all = digestsOf(size);
    const hash = all[first - 1] ?? "";
    const copies = all.filter((each) => each === hash).length;
    const [around = ""] = digests(
      [keys[first - 2], keys[last]].filter((each) => each !== undefined),
      2,
    );
    const closed = pairs.includes(around) ? "" : around;
    return [{ cite, path, at: wanted === null ? 0 : first, size, copies, hash, around: closed }];
  });
}

/** What became of an anchored place. */
export type Standing = "same" | "changed" | "gone";

/**
 * What became of it in a file as it is now; null for a file that is not there. Lines that moved are the same, as long as the file has them
 * as often as it had, and gone where those around them meet. A name is the same as long as its declaration is.
 */
export function judgeAnchor({ cite, at, size, copies, hash, around }: CodeAnchor, code: Code | null): Standing {
  if (code === null) return "gone";
  const { lines, keys, digestsOf } = code;
  if (lines.length === 0) return "same";
  if (at === 0) {
    const [first, last] = declared(lines, cite) ?? [0, 0];
    if (first === 0) return "gone";
    return digests(keys.slice(first - 1, last), last - first + 1)[0] === hash ? "same" : "changed";
  }
  const all = digestsOf(size);
  if (all[at - 1] === hash || all.filter((each) => each === hash).length >= copies) return "same";
  return around !== "" && digestsOf(2).includes(around) ? "gone" : "changed";
}

/** How many items a gate names. */
const NAMED = 5;

/** The items whose code has changed, in words for whoever decides on a gate. */
export function wordOutdated(items: readonly { id: string; role: string; changed: readonly ChangedCode[] }[]) {
  const named = items.slice(0, NAMED);
  const more = items.length - named.length;
  return [
    ...named.map(({ id, role, changed }) => `To be checked by ${role}: ${id} names ${sayChanged(changed)}.`),
    ...(more > 0 ? [`To be checked: ${more} more.`] : []),
  ];
}

/** The prime of the FNV-1a hash. */
const PRIME = 0x01000193;

/** The lines of a file without trailing white space, each with a hash, and a hash of each so many; what is worked out serves all its places. */
export interface Code {
  lines: readonly string[];
  keys: readonly number[];
  digestsOf(size: number): readonly string[];
}

/** A file as places in it are judged; without lines if it is too large. */
export function codeOf(text: string): Code {
  const lines = text.length > LARGEST ? [] : text.split("\n").map((line) => line.trimEnd());
  if (lines.length > MOST_LINES) lines.length = 0;
  const keys = lines.map((line) => {
    let key = 0x811c9dc5;
    for (let at = 0; at < line.length; at++) key = Math.imul(key ^ line.charCodeAt(at), PRIME);
    return key;
  });
  const known = new Map<number, string[]>();
  const digestsOf = (size: number) => {
    const all = known.get(size) ?? digests(keys, size);
    known.set(size, all);
    return all;
  };
  return { lines, keys, digestsOf };
}

/** A rolling hash of `size` lines from each line on, in one pass. */
function digests(keys: readonly number[], size: number): string[] {
  let [sum, power] = [0, 1];
  for (let at = 0; at < size; at++) power = Math.imul(power, PRIME);
  const sums = keys.map((key, at) => {
    sum = (Math.imul(sum, PRIME) + key - Math.imul(keys[at - size] ?? 0, power)) | 0;
    return (sum >>> 0).toString(36);
  });
  return sums.slice(size - 1);
}

const DECLARES =
  "(?:^|\\s)(?:function\\*?|class|interface|type|const|let|var|def|fn|func(?:\\s+\\([^)]{0,80}\\))?|struct|enum|trait|module|record|object|val)\\s+";

/** First and last line of a declaration: its indented body and the line that closes it. Null if the file declares no such name. */
function declared(lines: readonly string[], name: string): [number, number] | null {
  const pattern = new RegExp(`${DECLARES}${name.replaceAll("$", "\\$")}(?![\\w$])`);
  const first = lines.findIndex((line) => line.length <= 400 && line.includes(name) && pattern.test(line));
  if (first === -1) return null;
  const depth = (line: string) => line.length - line.trimStart().length;
  const own = depth(lines[first] ?? "");
  let last = first;
  for (let at = first + 1; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const closes = depth(line) === own && /^\s*(?:[)\]}]|end\b)/.test(line);
    if (line !== "" && depth(line) <= own && !closes) break;
    if (line !== "") last = at;
    // `): number {` goes on.
    if (closes && !/[([{:]$|=>$/.test(line)) break;
  }
  return [first + 1, last + 1];
}
