import type { Source } from "@/lib/contracts/primitives";
import type { Me } from "@/lib/contracts/server";
import { AppError } from "@/lib/core/errors";
import { assertActingRole, foldRoleId } from "@/lib/core/memory/role-id";
import { isPersonRole } from "@/lib/core/access/person-role";
import type { KnownCredential } from "@/lib/db/credentials";
import { actorOf, allow, by, type Caller, personBy } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { unknown } from "@/lib/services/workspace/credential-book";
import { hashSecret, hashSecretIn, isOfAccount } from "@/lib/services/workspace/token-mint";
import type { OwnerToken } from "@/lib/services/access/owner-token";
import type { AnnounceCaller } from "@/lib/contracts/callers";
import { isLead } from "@/lib/core/access/decide-access";

/** A token as a program presents it. */
export interface Presented {
  token: string;
  source: Source;
  /** The role the owner wants to act as, or null. */
  role: string | null;
  /** Where the request came from, or null where that is this process. */
  address?: string | null;
  /** The workspace that the request is about, or null where it is about none in particular. */
  workspace?: string | null;
}

export interface PresentedByBrowser {
  /** The secret in its cookie. */
  secret: string;
  role: string | null;
  /** The workspace that the request is about, or null where it is about none in particular. */
  workspace?: string | null;
}

/** Finds out who is calling. Whoever is let in finds what was acknowledged before at any server. */
export function authenticationService(context: ServiceContext, ownerToken: OwnerToken) {
  const { credentials: book } = context;
  return {
    /** Tells the cookies of this data folder from those of others: cookies know no ports. */
    folderId: context.tokens.folderId,

    /** The caller a token stands for. Throws `unauthenticated` for one that is unknown, revoked or expired. */
    async authenticate({ token, source, role, address = null, workspace = null }: Presented): Promise<Caller> {
      const id = context.tokens.credentialOf(token);
      await context.freshen(workspace ?? undefined, book.isOf(id, workspace));
      if (id === null) {
        await ownerToken.assertIs(token, address, unknown);
        return owner("owner", source, role);
      }
      const row = await book.get(id);
      // A browser is known by the secret in its cookie alone, and an account at a provider by what that says.
      if (row.kind === "browser" || row.kind === "identity") throw unknown();
      return callerOf(row, source, role);
    },

    /**
     * The caller whose browser holds this secret in its cookie. An account that is somebody in several workspaces is, in each, who it is
     * there. Throws `unauthenticated` like `authenticate`, also where that browser ended in that workspace alone.
     */
    async authenticateBrowser({ secret, role, workspace = null }: PresentedByBrowser): Promise<Caller> {
      await context.freshen(workspace ?? undefined);
      if (isOfAccount(secret)) {
        const there = workspace === null ? null : await book.findBrowser(hashSecretIn(secret, workspace));
        if (there !== null) return callerOf(there, "ui", role);
        const hashes = context.workspaces.map((name) => hashSecretIn(secret, name));
        const [first, ...others] = await book.getBrowsers(hashes);
        const elsewhere = others.map(({ id: credentialId, workspaceId }) => ({ credentialId, workspace: workspaceId }));
        return { ...callerOf(first, "ui", role), elsewhere };
      }
      const row = await book.getBrowser(hashSecret(secret));
      if (row.viewerId === null) return owner(row.id, "ui", role);
      return callerOf(row, "ui", role);
    },

    /** Whether an event may have ended credentials. What follows it must wait for `settled`. */
    mayEnd: (event: { action: string }) => book.mayEnd(event),

    /** Resolves when every credential that is known to have ended has ended the requests it made. */
    settled: () => book.settled(),

    /** Looks for credentials that another process has ended. */
    recheck(): Promise<void> {
      book.recheck();
      return book.settled();
    },

    async isValid(caller: Caller): Promise<boolean> {
      return caller.credentialId === "owner" || book.isValid(caller.credentialId);
    },

    /** Calls back as soon as the caller's credential ends, until the returned function is called. */
    follow(caller: Caller, onEnd: (error: AppError) => void): () => void {
      return caller.credentialId === "owner" ? () => undefined : book.follow(caller.credentialId, onEnd);
    },

    /** How many requests wait for something, and would end with their credential. */
    openRequests: () => book.openRequests,

    async describe(caller: Caller): Promise<Me> {
      const session = caller.sessionKey === null ? null : await context.sessions.idOf(caller.sessionKey);
      return {
        kind: caller.kind,
        role: ["viewer", "curator", "team"].includes(caller.kind) ? null : actorOf(caller),
        session,
        workspace: caller.workspace,
        person: personBy(caller) ?? null,
      };
    },

    flush: () => book.flush(),
    close: () => book.close(),
  };
}

function callerOf(row: KnownCredential, source: Source, role: string | null): Caller {
  const { id: credentialId, sessionKey, workspaceId: workspace, person } = row;
  const where = { role: row.role, sessionKey, workspace, credentialId, source };
  if (person !== null) {
    const kind = isPersonRole(person.role) ? person.role : "viewer";
    const known = { ...where, kind, person: { id: person.id, name: person.name } };
    if (role === null) return known;
    if (kind === "owner") return { ...known, role: actingRole(role) };
  }
  if (role !== null)
    throw new AppError("forbidden", "Only the owner may choose a role.", {
      hint: "Leave the role out; the token says which it is.",
    });
  const isViewer = row.kind === "viewer" || row.viewerId !== null;
  return { ...where, kind: isViewer ? "viewer" : row.kind === "team" ? "team" : "role" };
}

function owner(credentialId: string, source: Source, role: string | null): Caller {
  return {
    kind: "owner",
    role: role === null ? null : actingRole(role),
    sessionKey: null,
    workspace: null,
    credentialId,
    source,
  };
}

/** The role that an owner wants to act as; null for the Lead, who it is. */
function actingRole(role: string): string | null {
  // implementer-1@codex
  const folded = foldRoleId(assertActingRole(role.replaceAll("@", "-")));
  return folded === "Lead" ? null : folded;
}

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
    async announce(caller: Caller, { workspace }: { workspace: string }, body: AnnounceCaller) {
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
        await committer.act(by(caller, workspace), (draft) => draft.effect({ type: "announce-call", call }));
      }
      return { toolUseId, role, session: session.id, expiresAt: new Date(expires).toISOString() };
    },

    /** Resolves once a call is known that was announced at another server, so that `identify` finds it. */
    async recall(toolUseId: string | null): Promise<void> {
      if (toolUseId === null || !committer.documents.copies.isUsed) return;
      const row = await database.queries.announcement.findUnique({ where: { toolUseId } });
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
