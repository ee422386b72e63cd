import { z } from "zod";
import { Text } from "@/lib/contracts/primitives";
import { body, listOf, shape } from "@/lib/contracts/shapes";

/** Where a tab of a browser is: a page, and its session where it is one of a session. */
const Place = z.object({ session: z.string().nullable(), page: z.string() });

/** The same as a tab says it. */
const ToldPlace = z.strictObject({
  session: Text.max(300).nullable(),
  page: Text.max(40).meta({ description: "The page, such as memory or overview" }),
});

/** What a tab says of itself every few seconds; without a place it says that nobody looks any more. */
export const Look = body("Look", {
  tab: Text.min(1).max(64).meta({ description: "Chosen by the tab, and the same for as long as it is open" }),
  place: ToldPlace.nullable(),
});
export type Look = z.infer<typeof Look>;

/** The same as one server tells the others, with whose tab it is. */
export const HeardLook = z.object({
  workspace: z.string(),
  person: z.string(),
  name: z.string(),
  tab: z.string(),
  place: Place.nullable(),
});
export type HeardLook = z.infer<typeof HeardLook>;

/** A person who looks at the workspace now, once, however many tabs they have open. */
export const Looker = shape("Looker", {
  id: z.string(),
  name: z.string(),
  me: z.boolean().meta({ description: "It is the caller" }),
  places: z.array(Place),
});
export type Looker = z.infer<typeof Looker>;

export const LookerList = listOf(Looker);
export type LookerList = z.infer<typeof LookerList>;
