import { sayCount } from "@/lib/core/text/say-count";

/** To whom a version went and how, and the items that cite what it changes. */
interface Publication {
  deliveries: readonly { role: string; why: string; tokens: number }[];
  cited: readonly { item: string; role: string; tag: string | null; text: string; cites: readonly string[] }[];
}

/** Names, and items, that are told; of others the number. */
const NAMES = 5;
const WAYS = 3;
const ITEMS = 1;

/** Signs of an item, and of what it cites. */
const EXCERPT = 32;

/**
 * What whoever publishes is told: a line for each way in which the version went to roles, and a line for each of the first items that cite
 * what it changes. However many there are, both together take no more than two hundred tokens.
 */
export function tellPublished({ deliveries, cited }: Publication): { sent: string[]; cited: string[] } {
  const ways = new Map<string, { roles: string[]; tokens: number }>();
  for (const { role, why, tokens } of deliveries) {
    const way = ways.get(why) ?? { roles: [], tokens: 0 };
    ways.set(why, { roles: [...way.roles, role], tokens: way.tokens + tokens });
  }
  const lines = [...ways].map(
    ([why, { roles, tokens }]) =>
      `${someOf([...new Set(roles)], NAMES).join(", ")}: ${why}, ${sayCount(tokens, "token")}`,
  );
  const items = cited.map(
    ({ item, role, tag, text, cites }) =>
      `${item} of ${role}: [${tag ?? "untagged"}] ${cut(text)} (cites ${cut(cites.join(", "))})`,
  );
  return { sent: someOf(lines, WAYS), cited: someOf(items, ITEMS) };
}

function someOf(texts: readonly string[], most: number): string[] {
  return texts.length <= most ? [...texts] : [...texts.slice(0, most), `and ${texts.length - most} more`];
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= EXCERPT ? line : `${line.slice(0, EXCERPT - 1)}…`;
}
