import { z } from "zod";
import { Count, shape } from "@/lib/contracts/shapes";
import { isRunId } from "@/lib/core/context/run";
import { findUnstorable } from "@/lib/core/text/visible";
import { ERRORS, type ErrorCode } from "@/lib/core/errors";

// Pages forbid eval: Zod would try all the same to compile its parsers, and the browser would report it.
if (typeof document !== "undefined") z.config({ jitless: true });

/** A moment, ISO 8601 in UTC. */
export const Time = z.iso.datetime().meta({ description: "ISO 8601, UTC", examples: ["2026-02-09T10:00:00.000Z"] });

/** Text that can be stored as UTF-8: a lone surrogate could not be written back, so it is refused. */
export const Text = z.string().refine((value) => value.isWellFormed(), "contains a lone surrogate, which is not text");

/** Text that will be stored in a file or handed to others: nothing in it is hidden from who reads it. */
export const Writing = z.string().refine((value) => findUnstorable(value) === null, {
  error: ({ input }) => findUnstorable(String(input)) ?? "cannot be stored",
});

/** A path segment naming a session folder. What may be in it is decided in `lib/core/memory`. */
export const SessionId = Text.min(1)
  .max(300)
  .meta({ description: "Folder name of a session", examples: ["invoice-import"] });

/** A role id; `Lead` is the only one with a capital letter. */
export const RoleId = Text.min(1)
  .max(300)
  // A byte order mark alone is blank too.
  .refine((value) => value.trim() !== "", "is blank")
  .meta({ description: "Role id", examples: ["implementer-1"] });

/** The id that a client has for one conversation, with the client before it. */
export const RunId = z
  .string()
  .refine(isRunId, "is not an id of a run: write the client, a colon and its id of the conversation")
  .meta({ description: "Id of a run", examples: ["claude:7f0c8d9e"] });

/** An opaque item id, stable while the item's text stands. */
export const ItemId = z
  .string()
  .min(1)
  .max(80)
  .meta({ description: "Opaque item id", examples: ["3f9a1c07be42"] });

/** Sequence number of a revision within its document, from 1. */
export const RevisionNumber = z.int().min(1).meta({ description: "Sequence of a revision, from 1" });

/** What a file is now, for `If-Match`: the sha256 of its bytes in quotes, as in the ETag header. */
export const Etag = z.string().meta({ description: "ETag of the file: the sha256 of its bytes, in quotes" });

/** By which door a change came in. */
export const Source = z.enum(["ui", "api", "mcp", "cli", "disk"]).meta({ id: "Source" });
export type Source = z.infer<typeof Source>;

/** What kind of author made a change: decides the dot on a timeline. */
export const ActorKind = z.enum(["person", "agent", "disk"]).meta({ id: "ActorKind" });
export type ActorKind = z.infer<typeof ActorKind>;

/** One thing worth telling about a file's content; lines and columns count from 1, the end is exclusive. */
export const Diagnostic = shape("Diagnostic", {
  code: z.string(),
  message: z.string(),
  severity: z.enum(["error", "warning", "info"]),
  range: z.object({
    start: z.object({ line: Count, column: Count }),
    end: z.object({ line: Count, column: Count }),
  }),
});
export type Diagnostic = z.infer<typeof Diagnostic>;

/** Paging of every list: `cursor` is the `nextCursor` of the page before. */
export const Paging = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.string().max(200).optional(),
});

/** RFC 9457 problem details with a stable `code` and a `hint` that says what to do next. */
export const Problem = shape("Problem", {
  type: z.string(),
  title: z.string(),
  status: Count,
  detail: z.string(),
  instance: z.string(),
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  hint: z.string().optional(),
  next: z
    .array(z.object({ operation: z.string(), arguments: z.record(z.string(), z.string()), call: z.string() }))
    .optional()
    .meta({ description: "The operations that the hint names, each with its call as it stands there" }),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  current: z.record(z.string(), z.unknown()).optional(),
});
export type Problem = z.infer<typeof Problem>;

/** An answer with nothing in it but that it was done. */
export const Done = z.object({ done: z.literal(true) });

/** A new token, shown only in this answer. */
export const MadeToken = z.string();
