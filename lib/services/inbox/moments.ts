import type { MomentItem, MomentQuery, MomentRole, SessionMoment } from "@/lib/contracts/moments";
import { versionOf, versionOrNull } from "@/lib/core/context/version-number";
import { doerOf } from "@/lib/core/history/signed-by";
import { identifyFormer, shareKeys } from "@/lib/core/memory/identity";
import type { MemoryDocument } from "@/lib/core/memory/model";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { roleSections } from "@/lib/core/memory/role-id";
import { listDeliveries, listVersions, type DeliveryRow, type VersionRow } from "@/lib/db/context";
import { findEventTime } from "@/lib/db/events";
import { findReading } from "@/lib/db/readings";
import { sequenceAt } from "@/lib/db/revisions";
import type { SessionRow } from "@/lib/db/sessions";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { listPublishers } from "@/lib/services/context/list-publishers";
import { readSeatHistory } from "@/lib/services/context/seat-history";
import { readerOf } from "@/lib/services/inbox/whose";
import type { Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/** A session as it was: what its memory and its context said and who knew what, at any time, and what had changed by then. */
export function momentService(context: ServiceContext) {
  const { committer, database, sessions } = context;
  const { queries } = database;

  return {
    /** The session at a time, compared with an earlier one: by default, with when the caller last looked. Moves no mark. */
    async read(caller: Caller, params: SessionParams, query: MomentQuery): Promise<SessionMoment> {
      const session = await sessions.get(caller, params);
      // Before the clock: an edit made outside is recorded by looking, and is part of now.
      const state = await documentOf(params);
      const at = query.at === undefined ? context.clock() : new Date(query.at);
      const looked = await lookedAt(session, caller);
      const wanted = query.since === undefined ? (looked?.shown ?? null) : new Date(query.since);
      // Nothing has changed since what is yet to come.
      const since = wanted !== null && wanted > at ? at : wanted;
      const versions = await listVersions(queries, session.key);
      const memory = await readMemory(state, at, since);
      const roles = await readRoles(session, memory.teammates, { at, since, versions, run: query.run });
      const current = currentAt(versions, at);
      const before = since === null ? undefined : currentAt(versions, since);
      return {
        at: at.toISOString(),
        since: since?.toISOString() ?? null,
        looked: looked?.at.toISOString() ?? null,
        memory: memory.told,
        context: {
          version: versionOrNull(current?.number),
          publishedAt: current?.at.toISOString() ?? null,
          by: current === undefined ? null : await publisherOf(current),
          before: versionOrNull(before?.number),
          text: current === undefined ? "" : await readTextAt(queries, current.documentId, current.revision),
        },
        roles,
      };
    },
  };

  async function publisherOf(row: VersionRow): Promise<string> {
    return doerOf({ actor: row.actor, ...(await listPublishers(queries, [row])).get(row.number) });
  }

  async function documentOf({ workspace, session }: SessionParams): Promise<DocumentState> {
    const state = await committer.readable(workspace, memoryPath(session));
    return state.id > 0 || state.hash === "" ? state : committer.reload(workspace, state.path);
  }

  /** When the caller last looked, and up to when it had been shown what happened; null for whoever has no mark. */
  async function lookedAt(session: SessionRow, caller: Caller): Promise<{ at: Date; shown: Date } | null> {
    const key = caller.kind === "team" ? null : readerOf(caller, undefined).key;
    const reading = key === null ? null : await findReading(queries, session.key, key);
    if (reading === null) return null;
    const shown = await findEventTime(queries, session.workspaceId, reading.mark);
    return { at: reading.at, shown: shown ?? reading.at };
  }

  async function readMemory(state: DocumentState, at: Date, since: Date | null) {
    const revision = await sequenceAt(queries, state.id, at);
    const before = since === null ? revision : await sequenceAt(queries, state.id, since);
    const [then, earlier] = await Promise.all(
      [revision, before].map(async (sequence): Promise<MemoryDocument> => {
        if (sequence === state.head) return memoryOf(state);
        const document = parseMemory(await readTextAt(queries, state.id, sequence));
        shareKeys(memoryOf(state), document);
        return document;
      }),
    );
    const compared = compare(state, then as MemoryDocument, since === null ? null : (earlier as MemoryDocument));
    const { lineCount } = then as MemoryDocument;
    return {
      told: { revision, before, lines: revision === 0 ? 0 : lineCount, ...compared },
      teammates: [...new Set(roleSections(then as MemoryDocument).map(({ role }) => role))].filter(
        (role) => role !== "Lead",
      ),
    };
  }

  async function readRoles(
    session: SessionRow,
    teammates: readonly string[],
    {
      at,
      since,
      versions,
      run,
    }: Pick<MomentQuery, "run"> & { at: Date; since: Date | null; versions: readonly VersionRow[] },
  ): Promise<MomentRole[]> {
    const [deliveries, knewAt] = await Promise.all([
      listDeliveries(queries, session.key),
      readSeatHistory(context, session),
    ]);
    const current = currentAt(versions, at)?.number ?? 0;
    const roles = teammates.map(async (role): Promise<MomentRole[]> => {
      const known = await knewAt(role, at, run);
      if (run !== undefined && known.runs.length === 0) return [];
      const before = since === null ? known : await knewAt(role, since, run);
      const sent = lastSent(deliveries, role, at);
      const waits = sent !== undefined && sent.version > (known.confirmed ?? 0);
      return [
        {
          role,
          version: versionOrNull(known.confirmed),
          confirmedAt: known.confirmedAt?.toISOString() ?? null,
          behind: Math.max(0, current - (known.confirmed ?? 0)),
          waiting: waits ? versionOf(sent.version) : null,
          sentAt: waits ? sent.sentAt.toISOString() : null,
          read: leastRead(known.runs),
          runs: known.runs,
          before: versionOrNull(before.confirmed),
        },
      ];
    });
    return (await Promise.all(roles)).flat();
  }
}

/** How far each of these runs was told of the memory; null where that is not known of one. */
function leastRead(runs: MomentRole["runs"]): MomentRole["read"] {
  const all = runs.map(({ read }) => read);
  return all.reduce(
    (least, read) => (least === null || read === null || read.revision < least.revision ? read : least),
    all[0] ?? null,
  );
}

/** The items of a text beside those of an earlier one; null compares with nothing. */
function compare(state: DocumentState, then: MemoryDocument, earlier: MemoryDocument | null) {
  const placed = identifyFormer(then, state.identity);
  const former = earlier === null ? placed : identifyFormer(earlier, state.identity);
  const before = new Map(former.map((each) => [each.id, each]));
  const sections = new Map<string, MomentItem[]>(roleSections(then).map(({ role }) => [role, []]));
  for (const { id, role, line, state, item } of placed) {
    const was = before.get(id);
    before.delete(id);
    const isReworded = was !== undefined && (was.item.text !== item.text || was.item.body !== item.body);
    const isChanged = isReworded || was?.state !== state || was.item.resolution !== item.resolution;
    const told: MomentItem = {
      ...{ id, tag: item.tag, text: item.text, body: item.body, state, line },
      change: was === undefined ? "added" : isChanged ? "changed" : null,
      was: isReworded ? was.item.text : null,
    };
    sections.set(role, [...(sections.get(role) ?? []), told]);
  }
  return {
    sections: [...sections].map(([role, items]) => ({ role, items })),
    gone: [...before].map(([id, { role, item }]) => ({ id, role, tag: item.tag, text: item.text })),
  };
}

/** The version that was the current one; versions come newest first. */
function currentAt(versions: readonly VersionRow[], at: Date): VersionRow | undefined {
  return versions.find((version) => version.at <= at);
}

function lastSent(deliveries: readonly DeliveryRow[], role: string, at: Date): DeliveryRow | undefined {
  return deliveries
    .filter((each) => each.role === role && each.kind === "update" && each.sentAt <= at)
    .toSorted((a, b) => a.version - b.version)
    .at(-1);
}
