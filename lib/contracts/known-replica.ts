import { z } from "zod";

/** A checkout of this machine that is kept in step with a workspace, and where that is. Only the data folder tells it. */
export const KnownReplica = z.object({
  /** The real path of the checkout's root. */
  folder: z.string(),
  /** Stands for this checkout at the server. */
  id: z.string(),
  origin: z.url({ protocol: /^https?$/ }),
  workspace: z.string(),
  /** Of the workspace: another one is another workspace, whatever its name. */
  history: z.string(),
});
export type KnownReplica = z.infer<typeof KnownReplica>;
