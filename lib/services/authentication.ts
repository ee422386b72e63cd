import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Source } from "@/lib/contracts/primitives";
import type { Me } from "@/lib/contracts/server";
import { AppError } from "@/lib/core/errors";
import { assertRoleId } from "@/lib/core/memory/role-id";
import { foldRoleId } from "@/lib/core/memory/section-heading";
import { findCredential, type CredentialRow } from "@/lib/db/credentials";
import { actorOf, authorOf, type Caller } from "@/lib/services/caller";
import type { ServiceContext } from "@/lib/services/context";

/** How long a browser stays logged in. */
const BROWSER_DAYS = 30;
/** When a credential was last used is written down this often. */
const FLUSH_MS = 30_000;

/** Whatever ends credentials is told by one of these. */
const ENDING = new Set(["token.revoked", "viewer.revoked", "session.deleted", "role.replaced"]);

/** What a caller presents. */
export interface Presented {
  token: string;
  source: Source;
  /** The role the owner wants to act as, or null. */
  role: string | null;
}

/** Finds out who is calling, and lets browsers in. */
export function authenticationService(context: ServiceContext, ownerToken: string) {
  const { database, committer, tokens, live, clock } = context;
  const codes = new Set<string>();
  const known = new Map<string, CredentialRow>();
  const used = new Map<string, Date>();
  // How often credentials have ended: what was read before the last time may be over.
  let ends = 0;
  // Whatever ends credentials says so in an event, in this process or another.
  live.subscribe((event) => {
    if (!ENDING.has(event.action)) return;
    known.clear();
    ends++;
  });
  // When a token was used is worth no failure: what could not be noted now is noted when it is used again.
  const timer = setInterval(() => void flush().catch(() => undefined), FLUSH_MS);
  timer.unref();

  async function flush(): Promise<void> {
    if (used.size === 0) return;
    const uses = [...used].map(([id, at]) => ({ id, at: at.toISOString() }));
    used.clear();
    await committer.submit({
      workspace: "",
      author: { actor: "Lead", actorKind: "person", source: "api" },
      decide: (draft) => {
        draft.effect({ type: "touch-credentials", uses });
        return Promise.resolve(null);
      },
    });
  }

  async function getCredential(id: string): Promise<CredentialRow> {
    const before = ends;
    const row = known.get(id) ?? (await findCredential(database.queries, id));
    if (row === null) throw unknown();
    if (row.revokedAt !== null) throw ended("was revoked");
    if (row.expiresAt !== null && row.expiresAt <= clock()) throw ended("has expired");
    if (ends === before) known.set(id, row);
    used.set(id, clock());
    return row;
  }

  return {
    /** The caller a token stands for. Throws `unauthenticated` for one that is unknown, revoked or expired. */
    async authenticate({ token, source, role }: Presented): Promise<Caller> {
      if (equal(token, ownerToken)) return owner("owner", source, role);
      const id = tokens.credentialOf(token);
      if (id === null) throw unknown();
      const row = await getCredential(id);
      if (row.kind === "browser") return owner(id, "ui", role);
      if (role !== null) {
        throw new AppError("forbidden", "Only the owner may choose a role.", {
          hint: "Leave X-Wardroom-Role out; the token says which role it is.",
        });
      }
      const kind = row.kind === "viewer" || row.kind === "team" ? row.kind : "role";
      return { kind, role: row.role, sessionKey: row.sessionKey, workspace: row.workspaceId, credentialId: id, source };
    },

    /** Whether an event may have ended credentials: who holds one for long should ask whether it is still valid. */
    mayEnd({ action }: { action: string }): boolean {
      return ENDING.has(action);
    },

    /** Whether the caller's credential still is one. */
    async isValid(caller: Caller): Promise<boolean> {
      if (caller.credentialId === "owner") return true;
      const row = await findCredential(database.queries, caller.credentialId);
      return row !== null && row.revokedAt === null && (row.expiresAt === null || row.expiresAt > clock());
    },

    /** A code that lets one browser in, once. */
    createLoginCode(): string {
      const code = randomBytes(18).toString("base64url");
      codes.add(code);
      return code;
    },

    /** Takes a one-time code, the owner's token or a viewer's, for the token of a browser's cookie. */
    async logIn(code: string): Promise<{ token: string; maxAgeSeconds: number }> {
      const viewer = tokens.credentialOf(code);
      if (viewer !== null && (await getCredential(viewer)).kind === "viewer") {
        return { token: code, maxAgeSeconds: BROWSER_DAYS * 24 * 60 * 60 };
      }
      if (!codes.delete(code) && !equal(code, ownerToken)) {
        throw new AppError("unauthenticated", "This code is not valid, or was used already.", {
          hint: "Start Wardroom again for a new address, or paste the owner's token from the data folder.",
        });
      }
      const maxAgeSeconds = BROWSER_DAYS * 24 * 60 * 60;
      const id = context.newId();
      const expiresAt = new Date(clock().getTime() + maxAgeSeconds * 1000).toISOString();
      await committer.submit({
        workspace: "",
        author: { actor: "Lead", actorKind: "person", source: "ui" },
        decide: (draft) => {
          draft.effect({
            type: "mint-token",
            credential: {
              id,
              workspaceId: null,
              kind: "browser",
              sessionKey: null,
              role: null,
              label: "",
              createdBy: "Lead",
              expiresAt,
            },
          });
          return Promise.resolve(null);
        },
      });
      return { token: tokens.tokenOf(id), maxAgeSeconds };
    },

    /** Ends the browser's own credential. */
    async logOut(caller: Caller): Promise<void> {
      if (caller.credentialId === "owner") return;
      await committer.submit({
        workspace: "",
        author: authorOf(caller),
        decide: (draft) => {
          draft.effect({ type: "revoke-token", id: caller.credentialId });
          return Promise.resolve(null);
        },
      });
      // Only now: whoever read it while it still was one would remember it for ever.
      known.delete(caller.credentialId);
      ends++;
    },

    /** What the caller's credential is. */
    async describe(caller: Caller): Promise<Me> {
      const session = caller.sessionKey === null ? null : await context.sessions.idOf(caller.sessionKey);
      return {
        kind: caller.kind,
        role: caller.kind === "viewer" || caller.kind === "team" ? null : actorOf(caller),
        session,
        workspace: caller.workspace,
      };
    },

    flush,
    close(): void {
      clearInterval(timer);
    },
  };
}

function owner(credentialId: string, source: Source, role: string | null): Caller {
  if (role !== null) assertRoleId(role);
  const folded = role === null ? null : foldRoleId(role);
  return {
    kind: "owner",
    role: folded === "Lead" ? null : folded,
    sessionKey: null,
    workspace: null,
    credentialId,
    source,
  };
}

/** Compares secrets in a time that says nothing about where they differ. */
function equal(a: string, b: string): boolean {
  const digest = (value: string) => createHash("sha256").update(value).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function unknown(): AppError {
  return new AppError("unauthenticated", "This token is not known here.", {
    hint: "Send Authorization: Bearer <token> with a role token from the Lead, or the owner's token from the data folder.",
  });
}

function ended(how: string): AppError {
  return new AppError("unauthenticated", `This token ${how}.`, { hint: "Ask the Lead for a new one." });
}
