import { z } from "zod";
import { Changed, RelatedLine } from "@/lib/contracts/memory";
import { ItemId, RoleId } from "@/lib/contracts/primitives";
import { asFound, body, shape } from "@/lib/contracts/shapes";
import { HARVEST_PLACES } from "@/lib/core/agent-memory/harvest";

const Place = z.enum(HARVEST_PLACES);

/** A line that stands when a session ends, and where it is proposed to live on. */
export const HarvestItem = shape("HarvestItem", {
  id: z.string(),
  role: asFound(RoleId),
  tag: z.string().nullable(),
  text: z.string(),
  to: Place,
  agent: z.string().nullable().meta({ description: "The agent whose memory is meant; null where there is none" }),
  said: z.string().nullable().meta({ description: "The line that says it already, as `path:line`" }),
  near: z
    .array(RelatedLine)
    .meta({ description: "The nearest lines of those places; not looked for behind 200 items" }),
});
export type HarvestItem = z.infer<typeof HarvestItem>;

/** What a session that ends leaves, and what it leaves open. */
export const Harvest = shape("Harvest", {
  items: z.array(HarvestItem),
  places: z.array(Place).meta({ description: "Where the caller may let lines live on" }),
  open: z.array(z.string()).meta({ description: "Questions, conflicts and pairs that nobody settled" }),
});
export type Harvest = z.infer<typeof Harvest>;

export const FinishSession = body("FinishSession", {
  finished: z.boolean().default(true).meta({ description: "false reopens it" }),
  harvest: z
    .array(z.strictObject({ item: ItemId, to: Place }))
    .max(5000)
    .optional()
    .meta({ description: "Where its lines live on; lines that are left out, nowhere else" }),
  includeOpen: z.boolean().optional().meta({ description: "Finish it although something is open" }),
  undo: z.boolean().optional().meta({ description: "Reopening, take back what finishing it wrote elsewhere" }),
});
export type FinishSession = z.infer<typeof FinishSession>;

export const SessionFinished = shape("SessionFinished", {
  ...Changed.shape,
  files: z.array(z.string()).meta({ description: "What was written besides the team memory, or taken back there" }),
});
export type SessionFinished = z.infer<typeof SessionFinished>;
