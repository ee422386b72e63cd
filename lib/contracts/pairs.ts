import { z } from "zod";
import { body, asFound, listOf, shape } from "@/lib/contracts/shapes";
import { ItemId, RoleId, Text, Time } from "@/lib/contracts/primitives";
import { JUDGEMENTS, PAIR_STATES } from "@/lib/core/memory/pair";

/** What the writer of a line says it is to another: one of them. */
export const judging = {
  replaces: ItemId.optional().meta({ description: "Of a line that this one takes the place of" }),
  conflicts: ItemId.optional().meta({ description: "Of a line that cannot hold beside this one" }),
  answers: ItemId.optional().meta({ description: "Of an open question or dependency" }),
  see: ItemId.optional().meta({ description: "Of a line that this one goes with" }),
};

export const JudgeItem = body("JudgeItem", judging);
export type JudgeItem = z.infer<typeof JudgeItem>;

export const PairLine = shape("PairLine", {
  id: z.string().meta({ description: "Of the item, or of the relay that it waits as" }),
  role: z.string(),
  tag: z.string().nullable(),
  text: z.string(),
  state: z.enum(["active", "archived", "resolved", "replaced", "waiting", "gone"]),
});

/** Two lines, and what somebody judged the first to be to the second. */
export const Pair = shape("Pair", {
  id: z.string(),
  judgement: z.enum(JUDGEMENTS),
  state: z
    .enum(PAIR_STATES)
    .meta({ description: "waiting: with a relay; open: to be settled; noted: nothing is to settle" }),
  by: asFound(RoleId).meta({ description: "Who judged so" }),
  at: asFound(Time),
  item: PairLine,
  other: PairLine,
  holds: z.array(z.string()).meta({ description: "Ids of the lines that hold, once it is settled" }),
  settled: z.enum(["item", "other", "both"]).nullable().meta({ description: "What somebody settled" }),
  settledBy: z.string().nullable(),
  settledAt: asFound(Time).nullable(),
  said: z.string().meta({ description: "All of it in words" }),
});
export type Pair = z.infer<typeof Pair>;

export const PairList = listOf(Pair);
export type PairList = z.infer<typeof PairList>;

export const SettlePair = body("SettlePair", {
  holds: Text.min(1)
    .max(80)
    .meta({ description: "Id of the line that holds, or both; the other is archived; open undoes it" }),
});
