import { z } from "zod";
import { asFound, body, listOf, shape } from "@/lib/contracts/shapes";
import { MadeToken, RoleId, RunId, SessionId, Text, Time } from "@/lib/contracts/primitives";

/**
 * Says who is about to make one tool call over a connection that a whole team shares. `toolUseId` is the id the client
 * gives the call, which reaches the MCP server as `_meta["claudecode/toolUseId"]`; told with the credential of that very
 * connection, or the owner's. `agentId` is what the client calls the agent, for the log alone.
 */
export const AnnounceCaller = body("AnnounceCaller", {
  toolUseId: Text.min(1)
    .max(200)
    .meta({ examples: ["toolu_01A9"] }),
  role: RoleId,
  session: SessionId,
  run: RunId.optional(),
  agentId: Text.min(1).max(200).nullable().default(null),
});
export type AnnounceCaller = z.infer<typeof AnnounceCaller>;

/** The call is remembered as this role's until then. */
export const CallerAnnounced = shape("CallerAnnounced", {
  toolUseId: z.string(),
  role: asFound(RoleId),
  session: asFound(SessionId),
  expiresAt: asFound(Time),
});
/** A token that a team's agents share: by itself it reads, and leaves items with the Lead; a call announced as a role's acts as that role. */
export const TeamToken = shape("TeamToken", {
  id: z.string(),
  createdAt: asFound(Time),
  createdBy: z.string(),
  lastUsedAt: asFound(Time).nullable(),
  revokedAt: asFound(Time).nullable(),
});
export type TeamToken = z.infer<typeof TeamToken>;
export const TeamTokenList = listOf(TeamToken);
export type TeamTokenList = z.infer<typeof TeamTokenList>;

/** A new team token with its secret, which is shown this once. */
export const TeamTokenMinted = shape("TeamTokenMinted", { teamToken: TeamToken, token: MadeToken });
export type TeamTokenMinted = z.infer<typeof TeamTokenMinted>;
