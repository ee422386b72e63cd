import { z } from "zod";

/** A workspace by its name and the absolute path of its folder; of one whose content is in the history, a server's copy. */
export const WorkspaceFolder = z.object({ name: z.string(), folder: z.string() });
export type WorkspaceFolder = z.infer<typeof WorkspaceFolder>;

/**
 * What a running server leaves in `server.json` of its data folder, so that other programs of this machine find it. The
 * file of a server that was killed stays behind: whoever reads it asks whether `pid` lives and `url` answers.
 */
export const ServerFile = z.object({
  url: z.url(),
  pid: z.int().min(1),
  workspaces: z.array(WorkspaceFolder),
  /** Lets who can read this file send it commands, until it ends: nobody who takes its address then can use it. */
  key: z.string().optional(),
  /** Whether `wardroom up` started it, which then may stop it. */
  up: z.boolean().optional(),
});
export type ServerFile = z.infer<typeof ServerFile>;
