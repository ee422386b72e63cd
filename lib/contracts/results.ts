import { z } from "zod";
import { asFound } from "@/lib/contracts/as-found";
import { GcVersion } from "@/lib/contracts/context";
import { RoleId, Time, Writing } from "@/lib/contracts/primitives";
import { OUTCOMES } from "@/lib/core/context/gate";

/** What was run and how it went: a line, for the history and for gates. */
export const ReportResult = z
  .strictObject({ outcome: z.enum(OUTCOMES), text: Writing.min(1).max(500), version: GcVersion.optional() })
  .meta({ id: "ReportResult" });
export type ReportResult = z.infer<typeof ReportResult>;

/** A result that a role reported. */
export const Result = z
  .object({
    by: asFound(RoleId),
    outcome: z.enum(OUTCOMES),
    text: z.string(),
    version: asFound(GcVersion).nullable().meta({ description: "The context version it was run for, where told" }),
    at: asFound(Time),
  })
  .meta({ id: "Result" });
export type Result = z.infer<typeof Result>;
