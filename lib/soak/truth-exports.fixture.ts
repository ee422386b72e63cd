import type { EventList, Integrity } from "@/lib/contracts/events";
import type { Session } from "@/lib/contracts/sessions";
import { countItems } from "@/lib/core/memory/tags";
import { identifyItems } from "@/lib/core/memory/identity";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import type { Say } from "@/lib/soak/truth-pages.fixture";
import { SESSIONS, type TruthSession } from "@/lib/soak/truth-session.fixture";

const WORKSPACE = SESSIONS.replace("/sessions", "");

/** The team memory as it is handed out in Markdown holds the items that are counted. */
export async function compareFile(session: TruthSession, { id, counts }: Session, say: Say): Promise<void> {
  const { pendingRelays: _, ...wanted } = counts;
  const document = parseMemory(await session.text(`${SESSIONS}/${id}/memory`, "text/markdown"));
  const items = identifyItems(document, {}).map(({ state, item }) => ({ state, tag: item.tag }));
  say("the file: items", countItems(items), wanted);
}

/** The history holds the same events in the list, in every export and where it is verified. */
export async function compareHistory(session: TruthSession, say: Say): Promise<void> {
  const ids: number[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const after: string = cursor === "" ? "" : `&cursor=${cursor}`;
    const page: EventList = await session.read(`${WORKSPACE}/events?limit=200${after}`);
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  const lines = (await session.text(`${WORKSPACE}/events?format=jsonl`)).trimEnd().split("\n");
  const exported = lines.map((line) => (JSON.parse(line) as { id: number }).id);
  say("events as lines", exported, ids);
  const rows = (await session.text(`${WORKSPACE}/events?format=csv`)).split("\n");
  const tabled = rows.flatMap((row) => /^(\d+),/.exec(row)?.[1] ?? []); // 1041,2026-11-20T06:42:00.000Z,…
  say("events as a table", tabled.map(Number), ids);
  const { ok, events } = await session.read<Integrity>(`${WORKSPACE}/integrity`);
  say("events that are verified", { ok, events }, { ok: true, events: ids.length });
}
