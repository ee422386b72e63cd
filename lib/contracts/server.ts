import { z } from "zod";

export const Health = z
  .object({ status: z.literal("ok"), version: z.string(), database: z.string(), workspaces: z.int() })
  .meta({ id: "Health" });
export type Health = z.infer<typeof Health>;

/** Whoever the credential belongs to; `role` and `session` are null for the owner and viewers. */
export const Me = z
  .object({
    kind: z.enum(["owner", "role", "viewer"]),
    role: z.string().nullable(),
    session: z.string().nullable(),
    workspace: z.string().nullable(),
  })
  .meta({ id: "Me" });
export type Me = z.infer<typeof Me>;

export const Workspace = z.object({ name: z.string(), sessions: z.int() }).meta({ id: "Workspace" });
export const WorkspaceList = z.object({ items: z.array(Workspace), nextCursor: z.string().nullable() });
export type WorkspaceList = z.infer<typeof WorkspaceList>;

/** A one-time code, or the owner's token, given in exchange for the browser's cookie. */
export const Login = z.strictObject({ code: z.string().min(1).max(500) }).meta({ id: "Login" });
