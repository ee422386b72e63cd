import { pages } from "@/lib/client/paths";
import type { AckMatrix, Version } from "@/lib/contracts/context";
import type { Gate } from "@/lib/contracts/gates";
import type { NeedCount } from "@/lib/contracts/needs";
import type { Session } from "@/lib/contracts/sessions";

/** Answers the HTML of a page of the dashboard, as the server renders it. */
export type Page = (address: string) => Promise<string>;

/** Hears what a place says, and what it should have said. */
export type Say = (place: string, said: unknown, wanted: unknown) => void;

const WORKSPACE = "demo";

/** Every number that the overview, the sidebar and the memory of a session show of its items, beside the session's own counts. */
export async function comparePages(
  page: Page,
  { id, counts, roles }: Session,
  needs: NeedCount,
  say: Say,
): Promise<void> {
  const { waiting, kinds } = needs.sessions.find(({ session }) => session === id) ?? { waiting: 0, kinds: {} };
  say("needs: relays", kinds.relay ?? 0, counts.pendingRelays);
  say("needs: conflicts", kinds.conflict ?? 0, counts.openConflicts);
  say("needs: questions", kinds.question ?? 0, counts.openQuestions);
  const overview = wordsOf(await page(pages.overview(WORKSPACE)));
  const [, active, items, tags = ""] =
    /([\d,]+) open of ([\d,]+) [\d,]+ lines ((?:\p{L}\S* [\d,]+ )*)/u.exec(overview) ?? [];
  say("overview: open", number(active), counts.active);
  say("overview: items", number(items), counts.items);
  say("overview: tags", pairsIn(tags), counts.byTag);
  say("overview: waiting", numberIn(overview, new RegExp(`${id} ([\\d,]+) waiting`)), waiting);
  say("overview: all that waits", numberIn(overview, /Needs you ([\d,]+)/), needs.waiting);
  say("overview: relays", numberIn(overview, /Relays to review ([\d,]+)/), counts.pendingRelays);
  say("overview: conflicts", numberIn(overview, /Open conflicts ([\d,]+)/), counts.openConflicts);
  say("overview: questions", numberIn(overview, /Open questions ([\d,]+)/), counts.openQuestions);

  const memory = wordsOf(await page(pages.memory(WORKSPACE, id)));
  const [, ...states] = /Open ([\d,]+) Archived ([\d,]+) Resolved ([\d,]+) All ([\d,]+) /.exec(memory) ?? [];
  const { active: open, archived, resolved, items: all } = counts;
  // The filter has them in this order: no two may be exchanged, so they are compared one by one.
  say("memory: states", { ...states.map(number) }, { ...[open, archived, resolved, all] });
  const [, said = ""] = /\(waiting: ([^)]*)\)/.exec(memory) ?? [];
  say("sidebar: waiting", numberIn(memory, new RegExp(`${id} ([\\d,]+) \\(waiting: `)), waiting);
  say("sidebar: all that waits", numberIn(memory, /Overview ([\d,]+) \(waiting for you\)/), needs.waiting);
  say("sidebar: relays", numberIn(said, /([\d,]+) relays?\b/), counts.pendingRelays);
  say("sidebar: conflicts", numberIn(said, /([\d,]+) conflicts?\b/), counts.openConflicts);
  say("sidebar: questions", numberIn(said, /([\d,]+) questions?\b/), counts.openQuestions);
  for (const role of roles) {
    say(`sidebar: ${role.id}`, numberIn(memory, new RegExp(`${role.id} ([\\d,]+) \\(items\\)`)), role.items);
  }
}

/** Who confirmed what, who is behind and whose answer is overdue, on the page of the context. */
export async function compareContextPage(
  page: Page,
  session: string,
  { matrix, versions }: { matrix: AckMatrix; versions: readonly Version[] },
  say: Say,
): Promise<void> {
  const html = await page(pages.context(WORKSPACE, session));
  const timeline = html.slice(html.indexOf('aria-labelledby="versions"')).split("<li").slice(1);
  for (const { version, confirmedBy, sentTo } of versions) {
    const entry = timeline.map(wordsOf).find((each) => each.includes(` ${version} `)) ?? "";
    const [, all, some, of] = /confirmed by all (\d+)|(\d+) of (\d+) confirmed/.exec(entry) ?? [];
    say(`context page: ${version}`, [number(all ?? some), number(all ?? of)], [confirmedBy.length, sentTo.length]);
  }
  const older = matrix.versions.filter((version) => version !== matrix.version);
  for (const { role, behind, cells } of matrix.roles) {
    const [, row = ""] = html.split(`<tr data-role="${role}"`);
    const [own = ""] = row.split("</tr>");
    const shown = wordsOf(`<td${own.split("<td")[older.length + 1] ?? ""}`).trim();
    const state = cells.find(({ version }) => version === matrix.version)?.state;
    say(`context page: ${role} is behind`, !shown.startsWith("✓"), behind > 0 || state !== "confirmed");
    say(`context page: ${role} is overdue`, shown.startsWith("overdue"), state === "overdue");
  }
}

/** What blocks an open gate, on the page of the gates. */
export async function compareGatesPage(page: Page, session: string, gate: Gate, say: Say): Promise<void> {
  const html = await page(pages.gates(WORKSPACE, session));
  const listed = [...html.matchAll(/data-blocker="([^"]*)"/g)].map(([, id]) => id);
  const ids = gate.blockers.map(({ id }) => id);
  say("gates page: blockers", listed, ids);
  say("gates page: number", numberIn(wordsOf(html), /([\d,]+) blockers?\b/), ids.length);
}

/** What a reader of a page sees, without what only programs read. */
function wordsOf(html: string): string {
  return html
    .replaceAll(/<(script|style)\b[^]*?<\/\1>/g, " ")
    .replaceAll("<!-- -->", "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");
}

/** A number as a page writes it; 0 where it has none, for what nothing is of is not shown. */
function number(words: string | undefined): number {
  return Number((words ?? "0").replaceAll(",", ""));
}

function numberIn(words: string, shown: RegExp): number {
  return number(shown.exec(words)?.[1]);
}

/** Example: `Finding 3 Question 1 ` */
function pairsIn(words: string): Record<string, number> {
  return Object.fromEntries([...words.matchAll(/(\S+) ([\d,]+) /g)].map(([, tag = "", count]) => [tag, number(count)]));
}
