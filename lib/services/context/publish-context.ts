import type { DeliveryPlan, Published, PublishContext } from "@/lib/contracts/context";
import { type Delta, renderOperation } from "@/lib/core/context/delta";
import type { PlanTracking } from "@/lib/core/context/plan";
import { contentEquals, nextNumber, setVersion } from "@/lib/core/context/version";
import { versionOf } from "@/lib/core/context/version-number";
import { AppError } from "@/lib/core/errors";
import { listDeliveries, type VersionRow } from "@/lib/db/context";
import { findOpenGate } from "@/lib/db/gates";
import type { SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";
import { actorOf, allow, type Caller, assertMatch, type ChangeRequest, aloneBy } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import {
  currentNumber,
  loadContext,
  noContext,
  readContextState,
  type ContextState,
} from "@/lib/services/context/context-state";
import {
  areAll,
  planDelivery,
  publicationOf,
  send,
  sentNow,
  trackInPlan,
  type Publication,
  type Recipient,
} from "@/lib/services/context/deliver";
import { loadSeats, recipientsIn } from "@/lib/services/context/seats";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { editMemory } from "@/lib/services/workspace/edit-memory";
import { sha256 } from "@/lib/store/read-file";
import { assertAtWork } from "@/lib/core/memory/edit-meta";
import { contextPath, memoryPath } from "@/lib/core/memory/session-paths";
import { findCited } from "@/lib/services/context/cited";
import { changesSince } from "@/lib/services/context/changes-since";
import { assertQuestionsRead, findOpen, settleByVersion } from "@/lib/services/context/settle-by-version";
import { tellRelated } from "@/lib/services/workspace/related-lines";
import { withDeltas, type DeltaOf } from "@/lib/services/context/with-deltas";

/** What one publication is decided on. */
interface Publishing {
  draft: Draft;
  session: SessionRow;
  known: ContextState;
  body: PublishContext & { text: string };
  settles: Awaited<ReturnType<typeof findOpen>>;
  caller: Caller;
  author: string;
  deltaOf: DeltaOf;
}

/** Publishing a context version: computed, decided per teammate, recorded and sent in one act. Source: context delta §9. */
export function publishContextService(context: ServiceContext) {
  const { committer, sessions, countTokens } = context;

  return async function publish(
    caller: Caller,
    params: SessionParams,
    body: PublishContext,
    options: { dryRun: boolean },
    request: ChangeRequest,
  ): Promise<Published> {
    allow(caller, "publish a context version");
    const session = await sessions.get(caller, params);
    // A version found in the file is recorded by itself, before this one.
    await readContextState(context, session);
    const path = contextPath(params.session);
    const published = await withDeltas(countTokens, (deltaOf) =>
      committer.act<Published>(
        { ...aloneBy(caller, params.workspace, options.dryRun ? undefined : request), etagOf: path },
        async (draft) => {
          const known = await loadContext(draft, context, session);
          assertMatch(request, known.state);
          if (!options.dryRun) await assertPublishable(draft, session, known, request, body);
          const { settles } = body;
          const settled = await findOpen(draft, session, settles);
          if (body.overQuestions !== true) {
            await assertQuestionsRead(context, draft, session, caller, { settles, last: known.latest?.at ?? null });
          }
          const text = body.text ?? ownText(known.state, params.session);
          const isSame = known.latest !== null && contentEquals(known.publishedText, text);
          if (isSame && settled.length > 0) throw settlesNothing(versionOf(currentNumber(known.latest)));
          const author = actorOf(caller);
          const act = { draft, session, known, body: { ...body, text }, settles: settled, caller, author, deltaOf };
          const published = options.dryRun ? await preview(act) : await carryOut(act);
          return { ...published, etag: "" };
        },
      ),
    );
    if (options.dryRun || !published.changed) return published;
    const text = published.delta.operations.map((operation) => operation.text).join("\n");
    return { ...published, ...(await tellRelated(context, params, { text, role: actorOf(caller), page: path })) };
  };

  async function prepare(act: Publishing) {
    const { draft, session, known, body, author, deltaOf } = act;
    const memory = await draft.document(memoryPath(session.id));
    const seats = await loadSeats(draft, session);
    const number = nextNumber(currentNumber(known.latest), known.state.text);
    const text = setVersion(body.text, versionOf(number));
    const delta = deltaOf(known.publishedText, text, {
      from: versionOf(currentNumber(known.latest)),
      to: versionOf(number),
    });
    const affected = body.affected ?? seats.map((role) => role.id);
    const publication: Publication = {
      number,
      text,
      fullTokens: delta.fullTokens,
      author,
      delta: known.latest === null ? null : delta,
      affected,
      areAll: areAll(affected, seats),
      requiredActions: body.requiredActions ?? "NONE",
      publishedAt: draft.now,
    };
    const sent = await listDeliveries(draft.queries, session.key);
    const recipients = seats.flatMap((seat) => recipientsIn(seat, sent));
    const plans = await planFor(act, recipients, publication);
    const isFirst = known.latest === null;
    const texts = { before: known.publishedText, after: text };
    const cited = isFirst ? [] : findCited(memory, versionOf(number), texts);
    return { memory, publication, delta, plans, cited };
  }

  async function planFor({ draft, session, deltaOf }: Publishing, recipients: Recipient[], publication: Publication) {
    const older = recipients.map(({ shown }) => shown);
    const since = await changesSince({ draft, session, deltaOf }, older, publication);
    return recipients.map((to) => planDelivery(to, publication, { since, countTokens }));
  }

  async function preview(act: Publishing): Promise<Omit<Published, "etag">> {
    const { known, body } = act;
    if (known.latest !== null && contentEquals(known.publishedText, body.text)) {
      return unchanged(known, (await planUnsent(act, known.latest)).plans.map(withoutMessage));
    }
    const { publication, delta, plans, cited } = await prepare(act);
    const deliveries = plans.map(withoutMessage);
    const { number, fullTokens } = publication;
    return { version: versionOf(number), changed: true, delta: presentDelta(delta), fullTokens, deliveries, cited };
  }

  async function carryOut(act: Publishing): Promise<Omit<Published, "etag">> {
    const { draft, session, known, body, settles, caller, author } = act;
    if (known.latest !== null && contentEquals(known.publishedText, body.text)) {
      // The file may hold a draft that is hereby given up.
      if (known.isDraft) {
        const revision = draft.edit(known.state.path, { text: known.publishedText, operation: "discard draft" });
        draft.event("context.discarded", versionOf(currentNumber(known.latest)), session, { revision });
      }
      const { plans, publication: current } = await planUnsent(act, known.latest);
      const sent = plans.map((plan) => send(draft, context, session, current, plan));
      for (const { role, tokens, reason } of sent)
        draft.event("context.resent", role, session, { version: versionOf(current.number), reason, tokens });
      if (sent.length > 0) await trackInPlan(draft, session, trackingOf(draft, current.number, sent));
      return unchanged(known, sent);
    }
    const { memory, publication, delta, plans, cited } = await prepare(act);
    const { number, text, fullTokens, affected, requiredActions } = publication;
    const version = versionOf(number);
    const detail = { version, operations: delta.operations.length, tokens: delta.tokens };
    const revision = draft.edit(known.state.path, { text, operation: "publish", detail });
    draft.effect({
      type: "put-version",
      workspace: session.workspaceId,
      path: known.state.path,
      version: {
        sessionKey: session.key,
        number,
        revision,
        hash: sha256(text),
        tokens: fullTokens,
        deltaTokens: publication.delta?.tokens ?? null,
        operations: publication.delta?.operations.length ?? null,
        requiredActions,
        affected: JSON.stringify(affected),
        actor: author,
        at: draft.now.toISOString(),
      },
    });
    const deliveries = plans.map((plan) => send(draft, context, session, publication, plan));
    await noteInMemory(draft, session, memory, number);
    const settled = await settleByVersion(draft, session, caller, { settles, version });
    const citing = cited.map(({ item, cites }) => ({ item, cites }));
    const told = {
      revision,
      ...detail,
      fullTokens,
      sent: deliveries.length,
      ...(cited.length > 0 && { cited: citing }),
      ...(settled.length > 0 && { settled }),
    };
    draft.event("context.published", version, session, told);
    await trackInPlan(draft, session, trackingOf(draft, number, deliveries));
    return { version, changed: true, delta: presentDelta(delta), fullTokens, deliveries, cited };
  }

  /** The version that counts, for those teammates who were never sent it: what was found in a file goes to them so. */
  async function planUnsent(act: Publishing, latest: VersionRow) {
    const { draft, session, known } = act;
    const { number } = latest;
    const seats = await loadSeats(draft, session);
    const publication = publicationOf(latest, known.publishedText, seats);
    const sent = await listDeliveries(draft.queries, session.key);
    const current = sent.filter((each) => each.version === number);
    const unsent = seats.flatMap((seat) =>
      recipientsIn(seat, sent).filter(
        ({ role, run, confirmed }) =>
          confirmed !== number &&
          !current.some((each) => each.role === role && each.run === run && each.sentAt >= seat.addedAt),
      ),
    );
    return { publication, plans: await planFor(act, unsent, publication) };
  }

  function unchanged(known: ContextState, deliveries: DeliveryPlan[]): Omit<Published, "etag"> {
    const version = versionOf(currentNumber(known.latest));
    const delta = { text: "", operations: [], tokens: 0 };
    return { version, changed: false, delta, fullTokens: known.latest?.tokens ?? 0, deliveries, cited: [] };
  }
}

function withoutMessage({ message: _message, ...plan }: DeliveryPlan & { message: string }): DeliveryPlan {
  return plan;
}

/** What the plan says of a version, and of its deliveries that are made now. */
function trackingOf(draft: Draft, number: number, sent: DeliveryPlan[]): Partial<PlanTracking> {
  const lastDelta = Object.fromEntries(sent.map((each) => [each.role, sentNow(draft, number, each)]));
  return { lastDelta, current: versionOf(number) };
}

/** A delta as the contract shows it. */
export function presentDelta(delta: Delta): Published["delta"] {
  const operations = delta.operations.map((each) => ({
    kind: each.kind,
    section: each.section,
    text: renderOperation(each),
  }));
  return { text: delta.text, operations, tokens: delta.tokens };
}

async function noteInMemory(draft: Draft, session: SessionRow, memory: DocumentState, number: number): Promise<void> {
  if (memory.hash === "" || memory.binary || memoryOf(memory).meta.gcVersion === versionOf(number)) return;
  const recorded = { operation: "set GC version", action: null, session } as const;
  await editMemory(draft, memory, { type: "set-gc-version", version: number }, recorded);
}

/** The session's own file, which is published as it is. */
function ownText({ text, hash, path }: DocumentState, session: string): string {
  if (hash === "") throw noContext(session, "Write it, or give the text of the first version with {context.publish}.");
  if (text !== null) return text;
  throw new AppError("unparseable", `${path} is not UTF-8 text; nothing was published.`, {
    hint: "Save it as UTF-8, or give the text of the next version.",
  });
}

function settlesNothing(version: string): AppError {
  return new AppError("conflict", `The text is that of ${version}: nothing is published that could settle anything.`, {
    hint: "Settle it by itself, with {item.resolve} or {relay.settle}.",
  });
}

async function assertPublishable(
  draft: Draft,
  session: SessionRow,
  known: ContextState,
  request: ChangeRequest,
  { text }: PublishContext,
): Promise<void> {
  const memory = await draft.document(memoryPath(session.id));
  if (memory.hash !== "" && !memory.binary) assertAtWork(memoryOf(memory));
  const gate = await findOpenGate(draft.queries, session.key);
  if (gate !== null) {
    throw new AppError("gate_open", `The gate of phase ${gate.phase} is being evaluated: the context is frozen.`, {
      hint: "Conclude or abandon the gate, which {gate.list} finds, then publish.",
      current: { gate: gate.id, phase: gate.phase },
    });
  }
  // Who publishes the file itself overwrites nothing.
  if (known.isDraft && known.state.hash !== "" && request.ifMatch === null && text !== undefined) {
    throw new AppError("conflict", "The file was changed on disk since the last publication.", {
      hint: "Read the context as it is now, take its text into yours, and publish with the ETag that `current` names.",
      current: { etag: known.state.hash, version: versionOf(currentNumber(known.latest)), draft: true },
    });
  }
}
