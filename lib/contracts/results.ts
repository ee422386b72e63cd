import { z } from "zod";
import { asFound, body, shape } from "@/lib/contracts/shapes";
import { GcVersion } from "@/lib/contracts/context";
import { RoleId, Time, Writing } from "@/lib/contracts/primitives";
import { OUTCOMES } from "@/lib/core/context/gate";

/** What was run and how it went: a line, for the history and for gates. */
export const ReportResult = body("ReportResult", {
  outcome: z.enum(OUTCOMES),
  text: Writing.min(1).max(500),
  version: GcVersion.optional(),
});
export type ReportResult = z.infer<typeof ReportResult>;

export const Result = shape("Result", {
  by: asFound(RoleId),
  outcome: z.enum(OUTCOMES),
  text: z.string(),
  version: asFound(GcVersion).nullable().meta({ description: "The context version it was run for, where told" }),
  at: asFound(Time),
});
export type Result = z.infer<typeof Result>;
