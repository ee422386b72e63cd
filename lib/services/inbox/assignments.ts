import type { Assign, Assignee, Assignment, AssignmentList } from "@/lib/contracts/remarks";
import type { Need, NeedList } from "@/lib/contracts/needs";
import { AppError } from "@/lib/core/errors";
import { foldRoleId } from "@/lib/core/memory/role-id";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { foldName } from "@/lib/core/text/fold-name";
import { listPeople } from "@/lib/db/people";
import type { Queries } from "@/lib/db/database";
import { listAssignments, type AssignmentRow } from "@/lib/db/remarks";
import { listRoles, type SessionRow } from "@/lib/db/sessions";
import { placedItems } from "@/lib/services/commit/document-states";
import { assertTeammate } from "@/lib/services/context/deliver";
import {
  actorOf,
  allow,
  personOf,
  signatureOf,
  type Caller,
  aloneBy,
  type ChangeRequest,
} from "@/lib/services/workspace/caller";
import type { WorkspaceParams } from "@/lib/services/workspace/session-params";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** What is asked about: the session it is in, the item that it is, and what to call it. */
interface About {
  session: SessionRow | null;
  item: string | null;
  what: string;
}

/** What is assigned to whom in a workspace, by what it is about: the one answer that every door gives. */
export async function readAssignments(queries: Queries, caller: Caller, workspace: string) {
  const [rows, people] = await Promise.all([listAssignments(queries, workspace), listPeople(queries, workspace)]);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return new Map(
    rows.map((row) => [row.about, present(row, row.session?.id ?? null, assigneeOf(row.assignee, caller, names))]),
  );
}

/**
 * Who is to see to an item, or to anything else that waits: a person, or a role of its session, which is told with its next
 * call. It stands beside the files, and follows the item's id.
 */
export function assignmentService(
  context: ServiceContext,
  { needs }: { needs: { list(caller: Caller, params: WorkspaceParams): Promise<NeedList> } },
) {
  const { committer, database, sessions, store, newId } = context;

  /** What a key is about. Throws `not_found` where nothing has it. */
  async function find(caller: Caller, { workspace }: WorkspaceParams, about: string): Promise<About> {
    const found = itemIn(about);
    if (found !== null) {
      const session = await sessions.get(caller, { workspace, session: found.session });
      const state = await committer.readable(workspace, memoryPath(session.id));
      const isThere = placedItems(state).some(({ id }) => id === found.item);
      if (isThere) return { session, item: found.item, what: "an item" };
      throw nothing(about);
    }
    const need = (await needs.list(caller, { workspace })).items.find(({ key }) => key === about);
    if (need === undefined) throw nothing(about);
    const session = need.session === null ? null : await sessions.get(caller, { workspace, session: need.session });
    return { session, item: null, what: WHAT[need.kind] };
  }

  /** Whom a caller means, as stored. Throws `not_found` where nobody is called so. */
  async function whom(caller: Caller, { workspace }: WorkspaceParams, to: string, session: SessionRow | null) {
    if (to === "me") return selfOf(caller);
    if (to === OWNER) return OWNER;
    const people = (await listPeople(database.queries, workspace)).filter(({ endedAt }) => endedAt === null);
    const person = people.find(({ id, name }) => id === to || foldName(name) === foldName(to));
    if (person !== undefined) return `person:${person.id}`;
    if (session === null)
      throw new AppError("not_found", `Nobody here is called ${to}.`, {
        hint: "Name a person, as {person.list} does, or a role of the session.",
      });
    const role = foldRoleId(to);
    const memory = await committer.readable(workspace, memoryPath(session.id));
    if (role !== "Lead") assertTeammate(memory, await listRoles(database.queries, session.key), role);
    return `role:${role}`;
  }

  return {
    /** What is assigned, the newest first; to one only, where `to` is given. */
    async list(
      caller: Caller,
      params: WorkspaceParams,
      { to, session }: { to?: string | undefined; session?: string | undefined },
    ): Promise<AssignmentList> {
      allow(caller, "look at what waits for another role", { workspace: params.workspace, role: "Lead" });
      store(params.workspace);
      const all = [...(await readAssignments(database.queries, caller, params.workspace)).values()];
      const isMeant = ({ assignee }: Assignment) =>
        to === undefined ||
        assignee.id === to ||
        foldName(assignee.name) === foldName(to) ||
        (to === "me" && assignee.me);
      const wanted = all.filter((each) => isMeant(each) && (session === undefined || each.session === session));
      return { items: wanted, nextCursor: null };
    },

    /** Assigns something, in place of whom it was assigned to before; to nobody, with `to` null. */
    async assign(caller: Caller, params: WorkspaceParams, { about, to }: Assign, request: ChangeRequest) {
      const { workspace } = params;
      allow(caller, "assign what waits", { workspace });
      store(workspace);
      const { session, what, item } = await find(caller, params, about);
      const assignee = to === null || to === NOBODY ? null : await whom(caller, params, to, session);
      const nudge = newId();
      return committer.act(aloneBy(caller, workspace, request), async (draft) => {
        const was = await draft.queries.assignment.findFirst({ where: { workspaceId: workspace, about } });
        const names = new Map((await listPeople(draft.queries, workspace)).map(({ id, name }) => [id, name]));
        const told = (row: AssignmentRow) => present(row, session?.id ?? null, assigneeOf(row.assignee, caller, names));
        const before = was === null ? null : told(was);
        if (assignee === (was?.assignee ?? null)) return { assignment: before, before };
        const known = { about, what, ...(item !== null && { items: [item] }) };
        if (assignee === null) {
          draft.effect({ type: "unassign", workspace, about });
          draft.event("item.unassigned", about, session, { ...known, from: before?.assignee.name });
          return { assignment: null, before };
        }
        const row = {
          ...{ workspaceId: workspace, about, sessionKey: session?.key ?? null },
          ...{ assignee, by: signatureOf(caller) },
        };
        draft.effect({ type: "assign", assignment: row });
        const assignment = told({ ...row, at: draft.now });
        draft.event("item.assigned", about, session, { ...known, to: assignment.assignee.name });
        const { kind, id: role } = assignment.assignee;
        if (kind === "role" && session !== null && role !== actorOf(caller)) {
          const text = `${row.by} assigned ${what} to you: ${item ?? about}`;
          const line = { id: nudge, sessionKey: session.key, sender: actorOf(caller), role, text };
          draft.effect({ type: "send-nudge", nudge: line });
        }
        return { assignment, before };
      });
    },
  };
}

/** The one assignee who is no person with a name: the owner of the server. */
const OWNER = "owner";

/** How a command, which has no null, says that it is nobody's. */
const NOBODY = "nobody";

const WHAT: Record<Need["kind"], string> = {
  relay: "a relay",
  ack: "an acknowledgement",
  gate: "a gate",
  run: "a run without a seat",
  repair: "a save that dropped lines",
  conflict: "a conflict",
  pair: "a pair of lines",
  question: "a question",
  mention: "a comment",
  assigned: "an item",
  broken: "a fault of a file",
  outside: "edits outside Wardroom",
  long: "a memory over 500 lines",
};

/** How the caller is stored as an assignee; also a program, by its role. */
function selfOf(caller: Caller): string {
  const person = personOf(caller);
  return person.startsWith("credential:") ? `role:${actorOf(caller)}` : person;
}

function assigneeOf(stored: string, caller: Caller, names: ReadonlyMap<string, string>): Assignee {
  const me = stored === selfOf(caller);
  if (stored === OWNER) return { kind: "person", id: OWNER, name: "Owner", me };
  const at = stored.indexOf(":");
  const id = stored.slice(at + 1);
  if (stored.startsWith("role:")) return { kind: "role", id, name: id, me };
  return { kind: "person", id, name: names.get(id) ?? "Somebody", me };
}

/** Example: `item:invoice-import:3f9a1c07be42`. */
const ITEM_KEY = /^item:(.+):([^:]+)$/s;

/** The item that a key is about; null for a key of something else. */
export function itemIn(about: string): { session: string; item: string } | null {
  const [, session, item] = ITEM_KEY.exec(about) ?? [];
  return session === undefined || item === undefined ? null : { session, item };
}

function present({ about, by, at }: AssignmentRow, session: string | null, assignee: Assignee): Assignment {
  return { about, session, item: itemIn(about)?.item ?? null, assignee, by, at: at.toISOString() };
}

function nothing(about: string): AppError {
  return new AppError("not_found", `Nothing that waits has the key ${about}, and no item.`, {
    hint: "List what waits with {need.list}; the key of an item is item:{session}:{its id}.",
  });
}
