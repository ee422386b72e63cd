import type { Prisma } from "@/lib/db/generated/client";

/** Whose a call is, and over whose connection it must come. */
export type AnnouncementRow = Prisma.AnnouncementModel;

/** What was decided about a fault of a file. */
export type FaultDecisionRow = Prisma.FaultDecisionModel;
