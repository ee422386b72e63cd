import type {
  AppliedDelta,
  Context,
  DeltaBetween,
  Known,
  KnownQuery,
  Version,
  VersionList,
  VersionText,
} from "@/lib/contracts/context";
import type { Diff } from "@/lib/contracts/revisions";
import { type Context as ParsedContext, limitEffort } from "@/lib/core/context/context-model";
import type { Steps } from "@/lib/core/steps";
import { applySteps } from "@/lib/core/context/apply-delta";
import { deltaSteps } from "@/lib/core/context/compute-delta";
import { contextSteps } from "@/lib/core/context/parse-context";
import { parseDelta } from "@/lib/core/context/delta";
import { nextNumber } from "@/lib/core/context/version";
import { versionNumber, versionOf } from "@/lib/core/context/version-number";
import { diagnoseMerge } from "@/lib/core/diagnose-merge";
import type { Diagnostic } from "@/lib/core/diagnostics";
import { AppError } from "@/lib/core/errors";
import { foldRoleId } from "@/lib/core/memory/role-id";
import { findVersion, listVersions, type VersionRow } from "@/lib/db/context";
import type { SessionRow } from "@/lib/db/sessions";
import type { Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import { currentNumber, isFound, noContext, readContextState } from "@/lib/services/context/context-state";
import { unifiedDiff } from "@/lib/core/history/unified-diff";
import type { DocumentState } from "@/lib/services/commit/document-states";
import { notText, unreadable } from "@/lib/services/commit/file-warnings";
import { readCited } from "@/lib/services/context/cited";
import { withdrawnLines } from "@/lib/services/workspace/withdrawn-lines";
import { diagnoseResting } from "@/lib/core/memory/withdrawn";
import { contextPath, memoryPath } from "@/lib/core/memory/session-paths";
import { readSeatHistory } from "@/lib/services/context/seat-history";
import { readStandings } from "@/lib/services/context/read-standings";
import { listPublishers } from "@/lib/services/context/list-publishers";
import { presentDelta } from "@/lib/services/context/publish-context";
import { inSlices } from "@/lib/services/workspace/in-slices";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import { countSteps, TOKEN_METHOD } from "@/lib/services/workspace/token-counter";
import type { z } from "zod";
import { secretWarnings } from "@/lib/services/commit/refuse-secrets";

/** Steps that placing a delta may cost: more than any real one by a hundred times, and at most about a second, in slices. */
const MOST_EFFORT = 1_000_000;

export function contextVersionService(context: ServiceContext) {
  const { sessions, database, countTokens } = context;

  async function getVersion(sessionKey: number, number: number): Promise<VersionRow> {
    const row = await findVersion(database.queries, sessionKey, number);
    if (row !== null) return row;
    throw new AppError("not_found", `${versionOf(number)} was never published here.`, {
      hint: "List the versions with {context.versions}.",
    });
  }

  async function textOf(sessionKey: number, number: number): Promise<string> {
    if (number === 0) return "";
    const row = await getVersion(sessionKey, number);
    return readTextAt(database.queries, row.documentId, row.revision);
  }

  async function textsBetween(caller: Caller, params: SessionParams, range: { from: string; to: string }) {
    const session = await sessions.get(caller, params);
    await readContextState(context, session);
    const [from, to] = [parseNumber(range.from, "from"), parseNumber(range.to, "to")];
    return { from, to, before: await textOf(session.key, from), after: await textOf(session.key, to) };
  }

  return {
    /** The context as its file is now, the version published last, and whether the file has moved on since. */
    async read(caller: Caller, params: SessionParams): Promise<Context> {
      const session = await sessions.get(caller, params);
      const state = await context.committer.readable(params.workspace, contextPath(params.session));
      const read = async () => {
        const { latest } = await readContextState(context, session);
        const memory = await context.committer.readable(params.workspace, memoryPath(params.session));
        const published = latest && !isFound(latest) ? await presentPublished(latest) : null;
        return { latest, published, cited: await readCited(database.queries, session, memory) };
      };
      const { latest, published, cited } = await context.lastKnown.get(`context ${session.key}`, read, state);
      if (state.hash === "" && latest === null && state.unreadable === undefined) throw noContext(params.session);
      const file = state.binary ? await context.store(params.workspace).read(state.path) : null;
      const text = state.text ?? file?.bytes.toString("utf8") ?? "";
      const parsed = await inSlices(contextSteps(text));
      const sections = await inSlices(sectionSteps(parsed));
      const resting = diagnoseResting(text, await withdrawnLines(context, caller, params));
      return {
        version: versionOf(currentNumber(latest)),
        next: versionOf(nextNumber(currentNumber(latest), state.text)),
        etag: `"${state.hash}"`,
        text,
        draft: state.hash !== (latest?.hash ?? ""),
        sections,
        tokens: await inSlices(countSteps(text)),
        tokenMethod: TOKEN_METHOD,
        published,
        cited,
        diagnostics: [
          ...aboutFile(state, parsed.version, latest),
          ...diagnoseMerge(text),
          ...parsed.diagnostics,
          ...resting,
          ...secretWarnings(state),
        ],
      };
    },

    async readBytes(caller: Caller, params: SessionParams): Promise<{ bytes: Buffer; etag: string }> {
      const session = await sessions.get(caller, params);
      const { state } = await readContextState(context, session);
      const file = await context.store(params.workspace).read(state.path);
      if (file === null) throw noContext(params.session);
      return { bytes: file.bytes, etag: `"${file.hash}"` };
    },

    /** Every version, the newest first, with who was sent it and who confirmed it. */
    async list(caller: Caller, params: SessionParams): Promise<VersionList> {
      const session = await sessions.get(caller, params);
      await readContextState(context, session);
      const rows = await listVersions(database.queries, session.key);
      return { items: await present(session, rows), nextCursor: null };
    },

    async get(caller: Caller, params: SessionParams & { version: string }): Promise<VersionText> {
      const session = await sessions.get(caller, params);
      await readContextState(context, session);
      const row = await getVersion(session.key, parseNumber(params.version, "version"));
      const [version] = await present(session, [row]);
      if (version === undefined) throw new Error("a version was not presented");
      return { version, text: await readTextAt(database.queries, row.documentId, row.revision) };
    },

    /** The delta between any two versions, proven, with what it costs. */
    async delta(caller: Caller, params: SessionParams, range: { from: string; to: string }): Promise<DeltaBetween> {
      const { from, to, before, after } = await textsBetween(caller, params, range);
      const named = { from: versionOf(from), to: versionOf(to) };
      const delta = await inSlices(deltaSteps(before, after, countTokens, named));
      return { ...presentDelta(delta), fullTokens: delta.fullTokens, fallback: delta.fallback?.reason ?? null };
    },

    async diff(caller: Caller, params: SessionParams, range: { from: string; to: string }): Promise<Diff> {
      const { from, to, before, after } = await textsBetween(caller, params, range);
      return { from, to, ...unifiedDiff(before, after) };
    },

    /** Applies a delta, machine-made or written by hand, to a text. Changes nothing. */
    async apply(caller: Caller, params: SessionParams, body: { base: string; delta: string }): Promise<AppliedDelta> {
      await sessions.get(caller, params);
      const base = await inSlices(contextSteps(body.base));
      limitEffort(base, MOST_EFFORT);
      const { text, applied, total, unresolved } = await inSlices(applySteps(parseDelta(body.delta), base));
      return {
        text,
        applied,
        total,
        unresolved: unresolved.map((each) => ({ operation: each.text, reason: each.reason })),
      };
    },

    /** What a role, or one of its runs, knew at a given time: empty before its first confirmation, and after a loss of its context. */
    async known(caller: Caller, params: SessionParams, query: z.infer<typeof KnownQuery>): Promise<Known> {
      const session = await sessions.get(caller, params);
      const role = foldRoleId(query.role);
      const at = query.at === undefined ? context.clock() : new Date(query.at);
      const { confirmed, runs } = await (await readSeatHistory(context, session))(role, at, query.run);
      const number = confirmed ?? 0;
      const current = (await listVersions(database.queries, session.key)).find((version) => version.at <= at);
      return {
        role,
        at: at.toISOString(),
        version: number === 0 ? null : versionOf(number),
        behind: (current?.number ?? 0) - number,
        text: await textOf(session.key, number),
        runs,
      };
    },
  };

  async function presentPublished(row: VersionRow): Promise<Context["published"]> {
    const { person } = (await listPublishers(database.queries, [row])).get(row.number) ?? {};
    return { at: row.at.toISOString(), actor: row.actor, ...(person !== undefined && { person }) };
  }

  async function present(session: SessionRow, rows: VersionRow[]): Promise<Version[]> {
    const teammates = await readStandings(context, session);
    const publishers = await listPublishers(database.queries, rows);
    return rows.map((row) => ({
      version: versionOf(row.number),
      at: row.at.toISOString(),
      actor: row.actor,
      ...publishers.get(row.number),
      hash: row.hash,
      tokens: row.tokens,
      deltaTokens: row.deltaTokens,
      operations: row.operations,
      requiredActions: row.requiredActions,
      affected: JSON.parse(row.affected) as string[],
      sentTo: teammates.filter(({ sent }) => sent(row.number).length > 0).map(({ role }) => role.id),
      confirmedBy: teammates.filter(({ standing }) => standing(row.number) === "confirmed").map(({ role }) => role.id),
    }));
  }
}

/** The sections of the top level, each with what it costs to read. */
function* sectionSteps({ sections, lines }: ParsedContext): Steps<Context["sections"]> {
  const presented: Context["sections"] = [];
  for (const { name, path, start, end } of sections) {
    const tokens = yield* countSteps(lines.slice(start, end).join("\n"));
    presented.push({ name, path, line: start + 1, tokens });
  }
  return presented;
}

/** What is to be said about the file beside what its text says of itself. */
function aboutFile(state: DocumentState, named: string | null, latest: VersionRow | null): Diagnostic[] {
  const range = { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };
  const said: Diagnostic[] = [];
  if (state.unreadable !== undefined) said.push(unreadable(state.unreadable));
  if (state.binary) said.push(notText("global-context.md"));
  const published = versionOf(currentNumber(latest));
  if (latest !== null && named !== null && named !== published) {
    const next = versionOf(nextNumber(latest.number, state.text));
    const message = `The file names ${named}, but ${published} was published last; publishing makes it ${next}.`;
    said.push({ code: "other_version", message, severity: "warning", range });
  }
  return said;
}

/** The number of a version given as `GC-v3` or `3`. */
function parseNumber(value: string, path: string): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : versionNumber(value); // 3
  if (number !== null) return number;
  throw new AppError("invalid_input", `"${value}" is not a version.`, {
    hint: "Write GC-v3 or 3; 0 is the empty text before the first.",
    errors: [{ path, message: "is not a version" }],
  });
}
