import { z } from "zod";
import { asFound, shape } from "@/lib/contracts/shapes";
import { Time } from "@/lib/contracts/primitives";

/** What a backup holds: `manifest.json` in its folder, written last, so a backup without one was cut short. */
export const BackupManifest = z.object({
  format: z.literal("wardroom-backup-1"),
  /** Version of the Wardroom that made it. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** Every other file of the backup, by its path with `/`. */
  files: z.array(z.object({ path: z.string(), bytes: z.int(), sha256: z.string() })),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

export const Backup = z.object({ folder: z.string(), createdAt: z.iso.datetime(), files: z.int(), bytes: z.int() });
export type Backup = z.infer<typeof Backup>;

/** A copy of a whole history in another database, compared row by row; addresses are without passwords. */
export const HistoryCopy = z.object({
  from: z.string(),
  to: z.string(),
  rows: z.int(),
  events: z.int(),
  revisions: z.int(),
});
export type HistoryCopy = z.infer<typeof HistoryCopy>;

/** A workspace whose content was moved between its folder and the history, each document compared. */
export const ContentMove = z.object({ name: z.string(), folder: z.string(), documents: z.int() });
export type ContentMove = z.infer<typeof ContentMove>;

/** A backup by its name below `backups/` in the data folder, such as `2026-03-01T10-20-30.456Z`. */
export const BackupName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/);

/** What a restore did: the moment the history is from now, and where the former database stays. */
export const Restored = shape("Restored", { from: asFound(Time), former: z.string() });
export type Restored = z.infer<typeof Restored>;

/** What a data folder held, or holds, of one workspace. */
export interface Purged {
  events: number;
  documents: number;
  /** Files. */
  trash: number;
}
