import { z } from "zod";
import { asFound } from "@/lib/contracts/as-found";
import { ItemId, SessionId, Text, Time, Writing } from "@/lib/contracts/primitives";

export const AddComment = z
  .strictObject({
    text: Writing.min(1)
      .max(4000)
      .refine((text) => text.trim() !== "", "is blank"),
  })
  .meta({ id: "AddComment" });
export type AddComment = z.infer<typeof AddComment>;

/** What somebody remarked on an item. It stands beside the file, and stays when the item goes. */
export const Comment = z
  .object({
    id: z.string(),
    item: z.string(),
    author: z.string(),
    own: z.boolean().meta({ description: "The caller wrote it" }),
    text: z.string(),
    mentions: z
      .array(z.object({ written: z.string(), name: z.string(), me: z.boolean() }))
      .meta({ description: "The people it calls by `@` and their name; to each of them it is one of their needs" }),
    at: asFound(Time),
  })
  .meta({ id: "Comment" });
export type Comment = z.infer<typeof Comment>;

export const CommentList = z.object({ items: z.array(Comment), nextCursor: z.string().nullable() });
export type CommentList = z.infer<typeof CommentList>;

/** Who is to see to something. */
export const Assignee = z
  .object({
    kind: z.enum(["person", "role"]),
    id: z.string().meta({ description: "Of the person, owner for the owner of the server, or of the role" }),
    name: z.string(),
    me: z.boolean().meta({ description: "It is the caller" }),
  })
  .meta({ id: "Assignee" });
export type Assignee = z.infer<typeof Assignee>;

export const Assignment = z
  .object({
    about: z.string().meta({ description: "Key of the need; item:{session}:{item} of an item" }),
    session: asFound(SessionId).nullable(),
    item: asFound(ItemId).nullable().meta({ description: "The item that it is, where it is one" }),
    assignee: Assignee,
    by: z.string(),
    at: asFound(Time),
  })
  .meta({ id: "Assignment" });
export type Assignment = z.infer<typeof Assignment>;

export const AssignmentList = z.object({ items: z.array(Assignment), nextCursor: z.string().nullable() });
export type AssignmentList = z.infer<typeof AssignmentList>;

export const AssignmentQuery = z.object({
  to: Text.max(300).optional().meta({ description: "Only what is assigned to them: me, owner, a person, or a role" }),
  session: Text.max(300).optional(),
});

export const Assign = z
  .strictObject({
    about: Text.min(1).max(700).meta({ description: "Key of a need, or item:{session}:{item}" }),
    to: Text.min(1).max(300).nullable().meta({
      description: "me, owner, the id or name of a person, or a role of the session; null or nobody for none",
    }),
  })
  .meta({ id: "Assign" });
export type Assign = z.infer<typeof Assign>;

/** Whose it is now, and whose it was: assigning it back undoes it. */
export const Assigned = z
  .object({ assignment: Assignment.nullable(), before: Assignment.nullable() })
  .meta({ id: "Assigned" });
export type Assigned = z.infer<typeof Assigned>;
