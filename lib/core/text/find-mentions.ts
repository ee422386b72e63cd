import { foldName } from "@/lib/core/text/fold-name";

/** Scripts in which a particle follows a name without a space: `@민준님`. */
const JOINED = /^[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * The names that a text calls by an `@`, as they are written there, each with the known name it means. The longest name counts, in
 * any case; code, addresses of mail and names that nobody has are only text.
 */
export function findMentions(text: string, names: readonly string[]): { written: string; name: string }[] {
  const longest = names.filter((name) => name !== "").toSorted((a, b) => b.length - a.length);
  const prose = text.replace(/(`+)(?!`)[\s\S]+?(?<!`)\1(?!`)/g, " ");
  const found = new Map<string, string>();
  for (const { index } of prose.matchAll(/(?<![\p{L}\p{N}_.+/@-])@/gu)) {
    const rest = prose.slice(index + 1);
    const name = longest.find((each) => {
      const end = rest.slice(each.length);
      const ends = !/^[\p{L}\p{N}_]/u.test(end) || JOINED.test(end);
      return ends && foldName(rest.slice(0, each.length)) === foldName(each);
    });
    if (name !== undefined) found.set(`@${rest.slice(0, name.length)}`, name);
  }
  return [...found].map(([written, name]) => ({ written, name }));
}
