import type { InboxEntry } from "@/lib/contracts/inbox";
import { inOrder } from "@/lib/core/inbox/entry";
import { namesReader } from "@/lib/core/inbox/names-reader";
import type { Happening, Reader } from "@/lib/core/inbox/happening";
import { tellNews, type News, type StandingRelay } from "@/lib/core/inbox/tell-news";
import { listRelays } from "@/lib/db/relays";
import { listHappenings, type HappeningRow } from "@/lib/db/readings";
import type { SessionRow } from "@/lib/db/sessions";
import { nameEdits } from "@/lib/services/inbox/memory-edits";
import { itemsBySection } from "@/lib/services/memory/memory-view";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { remember } from "@/lib/core/text/remember";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import { memoryPath } from "@/lib/core/memory/session-paths";

/** What happened in a session after an event, for one reader; the last event of it, and the memory as it was then. */
export async function readNews(
  { database, committer }: ServiceContext,
  session: SessionRow,
  params: SessionParams,
  reader: Reader,
  after: number,
): Promise<News & { last: number; state: DocumentState }> {
  const { queries } = database;
  const place = { workspaceId: session.workspaceId, session: session.id };
  const path = memoryPath(params.session);
  let state = await committer.current(params.workspace, path);
  const rows = await listHappenings(queries, place, after);
  // What is told stands as it does after the last event that is told of: neither older, nor newer.
  for (let more = rows; more.length > 0; rows.push(...more)) {
    state = await committer.current(params.workspace, path);
    more = await listHappenings(queries, place, rows.at(-1)?.id ?? after);
  }
  if (rows.length === 0) return { entries: [], also: [], last: after, state };
  const happenings = await nameEdits(queries, state, session.id, rows.map(happeningOf));
  const relays = await relaysOf(queries, session, happenings);
  const news = tellNews(happenings, reader, {
    item: (id) => itemsById.get(state).get(id),
    relay: (id) => relays.get(id),
  });
  return { ...news, last: rows.at(-1)?.id ?? after, state };
}

/** What stands, for a reader that was shown nothing yet: active items of others, and relays that wait. */
export async function readDigest(
  { database, origins }: ServiceContext,
  session: SessionRow,
  state: DocumentState,
  reader: Reader,
): Promise<InboxEntry[]> {
  const { queries } = database;
  const written = await origins.of(queries, state);
  const isOwn = (role: string) => reader.isOwn && role === reader.role;
  const items = [...itemsById.get(state).values()].flatMap((item): InboxEntry[] => {
    if (item.state !== "active" || isOwn(item.role)) return [];
    const text = [item.text, item.body].filter((part) => part !== "").join("\n");
    const origin = written.get(item.id);
    const at = origin?.at ?? state.changed?.at ?? session.createdAt.toISOString();
    const { id, role, tag } = item;
    const concerns = reader.isOwn && namesReader(text, reader.role);
    return [{ kind: "said", id, role, by: origin?.by ?? role, tag, text, note: null, concerns, at }];
  });
  const waiting = (await listRelays(queries, session.key)).flatMap((relay): InboxEntry[] => {
    if (relay.state !== "pending" || isOwn(relay.role)) return [];
    const { id, role, tag, text } = relay;
    const concerns = reader.isLead || namesReader(text, reader.role);
    return [{ kind: "waits", id, role, by: role, tag, text, note: null, concerns, at: relay.createdAt.toISOString() }];
  });
  return inOrder([...items, ...waiting]);
}

const itemsById = remember((state: DocumentState) => {
  const { sections } = memoryOf(state);
  return new Map(
    itemsBySection(state).flatMap((items, index) =>
      items.map((item) => [item.id, { ...item, role: sections[index]?.role ?? "" }]),
    ),
  );
});

function happeningOf({ at, payload, action, ...row }: HappeningRow): Happening {
  return {
    ...row,
    action: action,
    at: at.toISOString(),
    payload: JSON.parse(payload) as Record<string, unknown>,
  };
}

async function relaysOf(
  queries: ServiceContext["database"]["queries"],
  session: SessionRow,
  happenings: readonly Happening[],
): Promise<Map<string, StandingRelay>> {
  const wanted = new Set(
    happenings.flatMap(({ payload }) => (typeof payload.relay === "string" ? [payload.relay] : [])),
  );
  if (wanted.size === 0) return new Map();
  return new Map((await listRelays(queries, session.key)).map((relay) => [relay.id, relay]));
}
