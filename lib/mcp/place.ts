import { AppError } from "@/lib/core/errors";
import { meantSession } from "@/lib/core/memory/meant-session";
import type { Call, NamedPlace } from "@/lib/mcp/call";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/** How many names an error lists. */
const NAMED = 30;

/**
 * The workspace a call is about: the one it names, the connection's, the token's own, or the only one. `invalid_input`
 * when it could be any. A token that is of another one than is named is refused by whatever is called.
 */
export function workspaceOf({ caller, place, runtime }: Call, { workspace }: NamedPlace): string {
  const { workspaces } = runtime;
  const found =
    workspace ?? place.workspace ?? caller.workspace ?? (workspaces.length === 1 ? workspaces[0] : undefined);
  if (found !== undefined) return found;
  throw unnamed("workspace", workspaces);
}

/**
 * The session a call is about: the one it names, the connection's, the caller's own, or the only one at work. `invalid_input` when
 * it could be any, with those there are; `not_found` when there is none. Whether the caller may reach it is the services'
 * to say.
 */
export async function sessionOf(call: Call, named: NamedPlace): Promise<SessionParams> {
  const workspace = workspaceOf(call, named);
  const session = named.session ?? (await ownSession(call, workspace));
  if (session !== null) return { workspace, session };
  const { items } = await call.services.sessions.list(call.caller, { workspace });
  if (items.length === 0) {
    throw new AppError("not_found", "There is no session here yet.", { hint: "Ask the Lead to create one." });
  }
  throw unnamed(
    "session",
    items.map(({ id }) => id),
  );
}

/** The connection's session, the caller's own, or the only one at work; null when it could be any. */
export async function ownSession(call: Call, workspace: string): Promise<string | null> {
  const { caller, place, services } = call;
  if (place.session !== undefined) return place.session;
  if (caller.sessionKey !== null) return (await services.authentication.describe(caller)).session;
  const [only, ...others] = await services.sessions.ids(caller, { workspace });
  if (only === undefined || others.length === 0) return only ?? null;
  const { items } = await services.sessions.list(caller, { workspace });
  return meantSession(items, caller.role).only?.id ?? null;
}

function unnamed(what: "workspace" | "session", names: readonly string[]): AppError {
  const message = `Which ${what} is meant is not clear.`;
  const list = names.slice(0, NAMED).join(", ");
  return new AppError("invalid_input", message, {
    hint: names.length === 0 ? `There is no ${what} yet.` : `Name one with \`${what}\`: ${list}.`,
    errors: [{ path: what, message: "is missing" }],
  });
}
