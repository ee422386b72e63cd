import type { ConcludeGate, Gate, GateList, OpenGate, PrepareGate, WaiveBlockers } from "@/lib/contracts/gates";
import {
  recordCriteria,
  refuseConclusion,
  nameWaivers,
  type GateBlocker,
  wordAbandoned,
  wordAgainst,
  wordConclusion,
  wordOpened,
  wordReplaced,
  wordVerdict,
} from "@/lib/core/context/gate";
import type { GateRecord as RecordToWrite } from "@/lib/core/context/gate-record";
import { versionOf, versionOrNull } from "@/lib/core/context/version-number";
import { AppError } from "@/lib/core/errors";
import { wordOutdated } from "@/lib/core/places/code-anchor";
import { assertAtWork } from "@/lib/core/memory/edit-meta";
import { findOpenGate, listGates, type GateRow } from "@/lib/db/gates";
import type { SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";
import {
  allow,
  aloneBy,
  signatureOf,
  type Caller,
  assertMatch,
  type ChangeRequest,
} from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import { currentNumber, loadContext, readContextState } from "@/lib/services/context/context-state";
import {
  blockersOf,
  caseOf,
  currentOf,
  readCase,
  staleItems,
  type Looked,
  waitingIn,
} from "@/lib/services/context/gate-case";
import {
  NO_NOTES,
  readNotes,
  keptIn,
  withPrepared,
  wordsOf,
  type Prepared,
  readRecordsOf,
  writeRecord,
} from "@/lib/services/context/gate-records";
import { memoryOf } from "@/lib/services/commit/document-states";
import { editMemory, getMemory } from "@/lib/services/workspace/edit-memory";
import { memoryPath } from "@/lib/core/memory/session-paths";

export interface GateParams extends SessionParams {
  gate: string;
}

/** Gates: may this phase pass? Source: context delta §8 (delta during gate evaluation), team memory §5, §7. */
export function gateService(context: ServiceContext) {
  const { committer, sessions, database, store, anchors } = context;

  /** Everything a view of these gates depends on, as it is now. */
  async function look(session: SessionRow, gates: readonly GateRow[]) {
    const { latest } = await readContextState(context, session);
    const memory = await committer.readable(session.workspaceId, memoryPath(session.id));
    const { queries } = database;
    const origins = await context.origins.of(queries, memory);
    const version = versionOf(currentNumber(latest));
    const looked = await readCase(queries, session, { memory, version, now: context.clock() });
    const isOpen = gates.some(({ state }) => state === "open");
    const read = isOpen ? await readNotes(context, session, version) : NO_NOTES;
    const outdated = isOpen ? await anchors.outdated(session, memory, await anchors.of(queries, session)) : [];
    const more = isOpen ? [...wordReplaced(looked.pairs), ...waitingIn(looked), ...wordOutdated(outdated)] : [];
    const over = outdated.filter(({ tag, changed }) => tag === "Warning" && changed.every(({ gone }) => gone));
    const notes = { ...read, notes: [...read.notes, ...more] };
    return { ...looked, origins, over: over.map(({ id }) => id), notes };
  }

  async function get(caller: Caller, params: GateParams): Promise<Gate> {
    const session = await sessions.get(caller, params);
    const row = await database.queries.gate.findFirst({ where: { sessionKey: session.key, id: params.gate } });
    if (row === null) throw noGate(params.gate);
    return present(row, await look(session, [row]));
  }

  return {
    /** The gates opened here, newest first, and every record of one found in the session's folder and those right below. */
    async list(caller: Caller, params: SessionParams): Promise<GateList> {
      const session = await sessions.get(caller, params);
      const rows = await listGates(database.queries, session.key);
      const now = await look(session, rows);
      const items = rows.map((row) => present(row, now));
      return { items, records: await readRecordsOf(store(session.workspaceId), session), nextCursor: null };
    },

    /** One gate, with what blocks it while it is open. */
    get,

    /** Begins the evaluation of a phase: the context is frozen until it ends. */
    async open(caller: Caller, params: SessionParams, body: OpenGate, request: ChangeRequest): Promise<Gate> {
      allow(caller, "open a gate");
      const session = await sessions.get(caller, params);
      const id = context.newId();
      const answer = await committer.act(aloneBy(caller, session.workspaceId, request), async (draft) => {
        assertAtWork(memoryOf(await draft.document(memoryPath(session.id))));
        const open = await findOpenGate(draft.queries, session.key);
        if (open !== null)
          throw new AppError("gate_open", `The gate of phase ${open.phase} is being evaluated already.`, {
            hint: "Conclude or abandon it before opening another; find it with {gate.list}.",
            current: { gate: open.id, phase: open.phase },
          });
        const { latest } = await loadContext(draft, context, session);
        const gcVersion = currentNumber(latest);
        const { phase, criteria = [] } = body;
        const record = JSON.stringify({ criteria });
        const gate = { id, sessionKey: session.key, phase, gcVersion, record, openedBy: signatureOf(caller) };
        draft.effect({ type: "open-gate", gate });
        const version = versionOf(gcVersion);
        const said = wordOpened(phase, version, criteria);
        draft.event("gate.opened", `phase-${phase}`, session, { gate: id, version, said });
        return { id };
      });
      return get(caller, { ...params, gate: answer.id });
    },

    /**
     * Ends the evaluation: archives the chosen items, writes the Lead's Gate item and the phase's gate-record.yaml, in one
     * act; a session without a team memory has the record alone. It is `gate_blocked` where the result claims what is not so:
     * APPROVED with a blocker that is not waived or a criterion that is not met, a conditional pass without its condition.
     */
    async conclude(caller: Caller, params: GateParams, body: ConcludeGate, request: ChangeRequest) {
      allow(caller, "conclude a gate");
      const session = await sessions.get(caller, params);
      const { reported, changed } = await get(caller, params);
      const decide = async (draft: Draft) => {
        const memory = await draft.document(memoryPath(session.id));
        assertMatch(request, memory);
        const gate = await getOpen(draft, session, params.gate);
        const { latest } = await loadContext(draft, context, session);
        const version = versionOf(currentNumber(latest));
        const looked = await readCase(draft.queries, session, { memory, version, now: draft.now });
        const { roles } = looked;
        const { criteria: keptCriteria, prepared } = keptIn(gate);
        const given = waiversOf(body.waivers, blockersOf(looked, []));
        // Those given with the conclusion count before those that were prepared.
        const waivers = [
          ...given,
          ...prepared.waivers.filter(({ blocker }) => !given.some((each) => each.blocker === blocker)),
        ];
        const blockers = blockersOf(looked, waivers);
        const asked = keptCriteria.map(({ name }) => name);
        const criteria = recordCriteria(body.result, body.criteria, asked);
        assertConclusion(body.result, criteria, blockers, currentOf(looked));
        const named = nameWaivers(caseOf(looked, waivers));
        const record = recordOf(gate, body.result, draft, version, { criteria, waivers: named }, roles);
        const path = await writeRecord(draft, session, gate, record);
        if (body.archive.length > 0) {
          await getMemory(draft, session.id);
          const archived = { operation: "archive", action: "items.archived", session } as const;
          await editMemory(draft, memory, { type: "archive-items", items: body.archive }, archived);
        }
        const revision = memory.hash === "" ? memory.head : await say(draft, session, gate, body.result);
        draft.effect({
          type: "end-gate",
          id: gate.id,
          state: "concluded",
          result: body.result,
          record: JSON.stringify({ ...record, blockers }),
          endedBy: signatureOf(caller),
        });
        const payload = {
          gate: gate.id,
          result: body.result,
          said: wordConclusion(gate.phase, body.result, criteria),
          version,
          waived: named.length,
          archived: body.archive.length,
        };
        draft.event("gate.concluded", `phase-${gate.phase}`, session, payload);
        return { against: wordAgainst(blockers, { reported, changed, version }), record: path, revision, etag: "" };
      };
      const tagged = { ...aloneBy(caller, session.workspaceId, request), etagOf: memoryPath(params.session) };
      const answer = await committer.act(tagged, decide);
      return { gate: await get(caller, params), ...answer };
    },

    /** Lets blockers of the open gate through for one reason, for everybody who looks at it; without one, no longer. */
    async waive(caller: Caller, params: GateParams, body: WaiveBlockers, request: ChangeRequest): Promise<Gate> {
      allow(caller, "prepare the conclusion of a gate");
      const session = await sessions.get(caller, params);
      const { blockers } = await get(caller, params);
      const wanted = new Set(body.blockers);
      const known = blockers.filter(({ id }) => wanted.has(id));
      if (known.length === 0)
        throw new AppError("invalid_input", "None of these blocks the gate.", {
          hint: "Name blockers by the ids that {gate.read} gives.",
          errors: body.blockers
            .slice(0, 20)
            .map((id, index) => ({ path: `blockers[${index}]`, message: `${id} blocks nothing` })),
        });
      await prepare(caller, params, session, request, ({ waivers, ...rest }) => ({
        ...rest,
        waivers: [
          ...waivers.filter(({ blocker }) => !wanted.has(blocker)),
          ...known.flatMap(({ id: blocker }) => (body.reason === null ? [] : [{ blocker, reason: body.reason }])),
        ],
      }));
      return get(caller, params);
    },

    /** Chooses a result, criteria or items to archive for the open gate, for everybody who looks at it. */
    async prepare(caller: Caller, params: GateParams, body: PrepareGate, request: ChangeRequest): Promise<Gate> {
      allow(caller, "prepare the conclusion of a gate");
      const session = await sessions.get(caller, params);
      const { result, criteria, archive } = body;
      await prepare(caller, params, session, request, (before) => ({
        ...before,
        ...(result !== undefined && { result }),
        ...(criteria !== undefined && { criteria }),
        ...(archive !== undefined && { archive }),
      }));
      return get(caller, params);
    },

    /** Ends the evaluation without a result; the context may be published again. */
    async abandon(caller: Caller, params: GateParams, request: ChangeRequest): Promise<Gate> {
      allow(caller, "abandon a gate");
      const session = await sessions.get(caller, params);
      await committer.act(aloneBy(caller, session.workspaceId, request), async (draft) => {
        const gate = await getOpen(draft, session, params.gate);
        const ended = {
          id: gate.id,
          state: "abandoned",
          result: null,
          record: gate.record,
          endedBy: signatureOf(caller),
        };
        draft.effect({ type: "end-gate", ...ended });
        const said = wordAbandoned(gate.phase);
        draft.event("gate.abandoned", `phase-${gate.phase}`, session, { gate: gate.id, said });
        return null;
      });
      return get(caller, params);
    },
  };

  /** Changes what is prepared for an open gate, on what it is then: two leads who decide at once both keep their part. */
  async function prepare(
    caller: Caller,
    params: GateParams,
    session: SessionRow,
    request: ChangeRequest,
    change: (before: Prepared) => Prepared,
  ): Promise<void> {
    await committer.act(aloneBy(caller, session.workspaceId, request), async (draft) => {
      const gate = await getOpen(draft, session, params.gate);
      const record = withPrepared(gate, change(keptIn(gate).prepared));
      draft.effect({ type: "prepare-gate", id: gate.id, record });
      draft.event("gate.prepared", `phase-${gate.phase}`, session, { gate: gate.id });
      return null;
    });
  }

  function present(row: GateRow, now: Awaited<ReturnType<typeof look>>): Gate {
    const isOpen = row.state === "open";
    const { criteria, blockers, prepared } = keptIn(row);
    return {
      id: row.id,
      phase: row.phase,
      state: row.state as Gate["state"],
      result: row.result as Gate["result"],
      gcVersion: versionOf(row.gcVersion),
      openedBy: row.openedBy,
      openedAt: row.openedAt.toISOString(),
      endedBy: row.endedBy,
      endedAt: row.endedAt?.toISOString() ?? null,
      said: wordsOf(row, criteria),
      criteria: criteria.map(({ name }) => name),
      ...(isOpen ? now.notes : NO_NOTES),
      blockers: isOpen ? blockersOf(now, prepared.waivers) : blockers,
      prepared: isOpen ? { result: prepared.result, criteria: prepared.criteria, archive: prepared.archive } : null,
      current: isOpen ? currentOf(now) : null,
      stale: isOpen ? [...new Set([...staleItems(now.memory, now.origins), ...now.over])] : [],
    };
  }
}

/** Waivers by the id of their blocker, whichever way they name it. Throws `invalid_input` for one that names none. */
function waiversOf(waivers: ConcludeGate["waivers"], blockers: GateBlocker[]): Prepared["waivers"] {
  return waivers.map((waiver) => {
    const named = "id" in waiver ? waiver.id : "item" in waiver ? `item:${waiver.item}` : `role:${waiver.role}`;
    const blocker = blockers.find(({ id }) => id === named || id === `item:${named}` || id === `role:${named}`);
    if (blocker !== undefined) return { blocker: blocker.id, reason: waiver.reason };
    throw new AppError("invalid_input", `The waiver of ${named} names nothing that blocks this gate.`, {
      hint: "Name a blocker that this refusal lists, by its id, its item or its role.",
      current: { blockers },
    });
  });
}

function assertConclusion(
  result: ConcludeGate["result"],
  criteria: ReturnType<typeof recordCriteria>,
  blockers: GateBlocker[],
  current: { current: number; teammates: number },
): void {
  const standing = blockers.filter((blocker) => blocker.waived === null);
  const waived = blockers.length - standing.length;
  const reasons = refuseConclusion({ result, criteria, waived, standing: standing.length, ...current });
  if (reasons.length === 0) return;
  const unmet = criteria.filter(({ met }) => met !== true);
  const cannot = result === "APPROVED" ? "The gate cannot pass yet" : "This gate cannot pass on conditions yet";
  const byBlockers =
    "Have the teammates confirm the version, resolve or archive the items, or waive each with a reason.";
  const byCondition = "Name the condition as a criterion that is not met yet, or waive a blocker with a reason.";
  const byCriteria = "Meet the criteria first and name each as met, or conclude with another result.";
  const approval = [...(standing.length > 0 ? [byBlockers] : []), ...(unmet.length > 0 ? [byCriteria] : [])].join(" ");
  throw new AppError("gate_blocked", `${cannot}: ${reasons.join(", and ")}.`, {
    hint: result === "APPROVED" ? approval : byCondition,
    current: { blockers: standing, ...(unmet.length > 0 && { criteria: unmet }) },
  });
}

function recordOf(
  gate: GateRow,
  result: ConcludeGate["result"],
  draft: Draft,
  gcVersion: string,
  said: Pick<RecordToWrite, "criteria" | "waivers">,
  roles: Looked["roles"],
): RecordToWrite {
  const teammates = Object.fromEntries(roles.map((role) => [role.id, versionOrNull(role.confirmed)]));
  const ended = Object.fromEntries(
    roles.flatMap(({ id, endedAt }) => (endedAt === null ? [] : [[id, endedAt.replace(/\.\d+Z$/, "Z")]])),
  );
  const date = draft.now.toISOString().replace(/\.\d+Z$/, "Z"); // 2026-02-09T10:00:00.000Z
  return { phase: gate.phase, result, date, gcVersion, ...said, teammates, ended };
}

async function say(draft: Draft, session: SessionRow, gate: GateRow, result: ConcludeGate["result"]): Promise<number> {
  const memory = await getMemory(draft, session.id);
  const timestamp = draft.now.toISOString().replace(/\.\d+Z$/, "Z"); // 2026-02-09T10:00:00.000Z
  const text = wordVerdict(gate.phase, result);
  const operation = { type: "add-item", role: "Lead", tag: "Gate", text, timestamp } as const;
  const { revision } = await editMemory(draft, memory, operation, { operation: "add", action: "item.added", session });
  return revision;
}

async function getOpen(draft: Draft, session: SessionRow, id: string): Promise<GateRow> {
  const gate = await draft.queries.gate.findFirst({ where: { sessionKey: session.key, id } });
  if (gate === null) throw noGate(id);
  if (gate.state === "open") return gate;
  throw new AppError("conflict", `This gate was ${gate.state} already.`, {
    hint: "Open a new one with {gate.open}.",
    current: { state: gate.state, result: gate.result },
  });
}

function noGate(id: string): AppError {
  return new AppError("not_found", `There is no gate ${id} in this session.`, { hint: "List them with {gate.list}." });
}
