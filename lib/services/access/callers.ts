import type { AnnounceCaller, CallerAnnounced } from "@/lib/contracts/callers";
import { isLead } from "@/lib/core/access/decide-access";
import { assertActingRole } from "@/lib/core/memory/role-id";
import { foldRoleId } from "@/lib/core/memory/section-heading";
import { findAnnouncement } from "@/lib/db/announcements";
import { allow, type Caller, by } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** How long a call may take to arrive after it was announced: someone may have to allow it first. */
const KEPT_MS = 60 * 60 * 1000;

/** How many announcements are remembered; the oldest go first. A team makes a few thousand calls in an hour. */
const MOST = 10_000;

/** One announced call: whose it is, and over whose connection it must come. */
interface Announcement {
  role: string;
  run: string | null;
  sessionKey: number;
  workspace: string;
  credentialId: string;
  expires: number;
}

/**
 * Who makes which call, where several teammates share one connection. What was announced is kept in memory, and where several servers
 * share a history beside it: of a single server a call that was announced before its restart is an unknown teammate's.
 */
export function callerService(context: ServiceContext) {
  const { sessions, clock, committer, database } = context;
  const announced = new Map<string, Announcement>();

  function remember(toolUseId: string, announcement: Announcement): void {
    // Announced anew, it is the youngest again.
    announced.delete(toolUseId);
    announced.set(toolUseId, announcement);
    for (const [id, { expires: until }] of announced) {
      if (announced.size <= MOST && until > clock().getTime()) break;
      announced.delete(id);
    }
  }

  return {
    /**
     * Remembers that a call is a role's. The owner and a team's shared token may say so of any role, the Lead too; a role
     * token of its own role, or as the Lead of any of its session.
     */
    async announce(
      caller: Caller,
      { workspace }: { workspace: string },
      body: AnnounceCaller,
    ): Promise<CallerAnnounced> {
      const role = foldRoleId(assertActingRole(body.role));
      allow(caller, "speak for another role", { workspace, role });
      const session = await sessions.get(caller, { workspace, session: body.session });
      const expires = clock().getTime() + KEPT_MS;
      const { credentialId } = caller;
      const { toolUseId, run = caller.run ?? null } = body;
      remember(toolUseId, { role, run, sessionKey: session.key, workspace, credentialId, expires });
      if (committer.documents.copies.isRecorded(workspace)) {
        const expiresAt = new Date(expires).toISOString();
        const call = { toolUseId, workspaceId: workspace, sessionKey: session.key, role, run, credentialId, expiresAt };
        await committer.submit({
          ...by(caller, workspace),
          decide: (draft) => draft.effect({ type: "announce-call", call }),
        });
      }
      return { toolUseId, role, session: session.id, expiresAt: new Date(expires).toISOString() };
    },

    /** Resolves once a call is known that was announced at another server, so that `identify` finds it. */
    async recall(toolUseId: string | null): Promise<void> {
      if (toolUseId === null || !committer.documents.copies.isUsed) return;
      const row = await findAnnouncement(database.queries, toolUseId);
      if (row === null) return;
      const { workspaceId: workspace, expiresAt, ...call } = row;
      remember(toolUseId, { ...call, workspace, expires: expiresAt.getTime() });
    },

    /**
     * The caller that one call over this connection speaks for: the role it was announced as, or else nobody in
     * particular where a team shares the connection. The owner's connection is shared unless it names its role, the Lead
     * too (`isNamed`). An announcement made with another credential does not count, unless it is the owner's.
     */
    identify(caller: Caller, { toolUseId, isNamed }: { toolUseId: string | null; isNamed: boolean }): Caller {
      const isShared = caller.kind === "team" || (caller.kind === "owner" && !isNamed);
      const call = toolUseId === null ? undefined : announced.get(toolUseId);
      const isMeant =
        call !== undefined &&
        call.expires > clock().getTime() &&
        (call.credentialId === caller.credentialId || call.credentialId === "owner") &&
        (caller.workspace === null || caller.workspace === call.workspace) &&
        (caller.sessionKey === null || caller.sessionKey === call.sessionKey) &&
        // The Lead may lend its token to the team; that of another role is nobody else's.
        (isShared || isLead(caller));
      if (!isMeant) return isShared ? { ...caller, kind: "team", role: null } : caller;
      const { role, run, sessionKey, workspace } = call;
      // The connection is everybody's, and its own id is no conversation's.
      const { run: _, ...shared } = caller;
      return { ...shared, kind: "role", isAnnounced: true, role, sessionKey, workspace, ...(run !== null && { run }) };
    },
  };
}
