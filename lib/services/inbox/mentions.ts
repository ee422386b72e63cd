import type { Item } from "@/lib/contracts/memory";
import { NEED_KEYS, urgencyOf } from "@/lib/core/inbox/needs";
import { foldName } from "@/lib/core/text/fold-name";
import type { Queries } from "@/lib/db/database";
import { listPeople } from "@/lib/db/people";
import { type CommentRow, countComments, listNaming } from "@/lib/db/remarks";
import type { PlainNeed } from "@/lib/services/inbox/need-words";
import { type Caller, personOf } from "@/lib/services/workspace/caller";

/** Whom a name in a comment means, as notes of that person are kept, by the folded name. */
type Called = ReadonlyMap<string, { name: string; person: string }>;

/** Everybody whom a comment in a workspace can name: its people, and the owner of the server. */
export async function listCalled(queries: Queries, workspace: string): Promise<Called> {
  const people = (await listPeople(queries, workspace)).filter(({ endedAt }) => endedAt === null);
  return new Map([
    [foldName("Owner"), { name: "Owner", person: "owner" }],
    ...people.map(({ id, name }) => [foldName(name), { name, person: `person:${id}` }] as const),
  ]);
}

export function presentComment({ id, item, author, person, text, at }: CommentRow, caller: Caller, called: Called) {
  const me = personOf(caller);
  const names = [...called.values()].map(({ name }) => name);
  const mentions = findMentions(text, names).map(({ written, name }) => {
    return { written, name, me: called.get(foldName(name))?.person === me };
  });
  return { id, item, author, own: person === me, text, mentions, at: at.toISOString() };
}

/** How many comments there are on an item of a session. */
export type Commented = (session: string, item: string) => number;

export async function readCommented(queries: Queries, workspace: string): Promise<Commented> {
  const counted = await countComments(queries, workspace);
  const counts = new Map(counted.map(({ session, item, count }) => [`${session} ${item}`, count]));
  return (session, item) => counts.get(`${session} ${item}`) ?? 0;
}

interface Around {
  /** The sessions at work. */
  open: ReadonlySet<string>;
  commented: Commented;
  /** The items of a session by their ids, each with whose it is. */
  itemsIn: (session: string) => Promise<ReadonlyMap<string, { role: string; item: Item }>>;
}

/** What waits for the caller because a comment names it: those on items that are there, whatever became of them. */
export async function mentionNeeds(
  queries: Queries,
  caller: Caller,
  workspace: string,
  { open, commented, itemsIn }: Around,
): Promise<PlainNeed[]> {
  const named = (await listMentions(queries, caller, workspace)).filter(({ session }) => open.has(session));
  const ids = [...new Set(named.map(({ session }) => session))];
  const found = new Map(await Promise.all(ids.map(async (session) => [session, await itemsIn(session)] as const)));
  const urgency = urgencyOf({ kind: "mention" });
  return named.flatMap(({ session, comment }): PlainNeed[] => {
    const each = found.get(session)?.get(comment.item);
    if (each === undefined) return [];
    const about = { key: NEED_KEYS.mention(comment.id), session, at: comment.at, atLeast: false, urgency };
    return [{ kind: "mention", ...about, ...each, comment, comments: commented(session, comment.item) }];
  });
}

/** The comments of others that name the caller, who has not commented on their items since; oldest first. */
async function listMentions(queries: Queries, caller: Caller, workspace: string) {
  const me = personOf(caller);
  const [rows, called] = await Promise.all([listNaming(queries, workspace, me), listCalled(queries, workspace)]);
  const answered = new Map<string, Date>();
  for (const { person, sessionKey, item, at } of rows) if (person === me) answered.set(`${sessionKey} ${item}`, at);
  return rows.flatMap((row) => {
    if (row.person === me || (answered.get(`${row.sessionKey} ${row.item}`) ?? 0) > row.at) return [];
    const comment = presentComment(row, caller, called);
    return comment.mentions.some((each) => each.me) ? [{ session: row.session.id, comment }] : [];
  });
}

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
