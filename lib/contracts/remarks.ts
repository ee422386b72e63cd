import { z } from "zod";
import { asFound, body, listOf, shape } from "@/lib/contracts/shapes";
import { ItemId, SessionId, Text, Time, Writing } from "@/lib/contracts/primitives";

export const AddComment = body("AddComment", {
  text: Writing.min(1)
    .max(4000)
    .refine((text) => text.trim() !== "", "is blank"),
});
export type AddComment = z.infer<typeof AddComment>;

/** What somebody remarked on an item. It stands beside the file, and stays when the item goes. */
export const Comment = shape("Comment", {
  id: z.string(),
  item: z.string(),
  author: z.string(),
  own: z.boolean().meta({ description: "The caller wrote it" }),
  text: z.string(),
  mentions: z
    .array(z.object({ written: z.string(), name: z.string(), me: z.boolean() }))
    .meta({ description: "The people it calls by `@` and their name; to each of them it is one of their needs" }),
  at: asFound(Time),
});
export type Comment = z.infer<typeof Comment>;

export const CommentList = listOf(Comment);
export type CommentList = z.infer<typeof CommentList>;

export const Assignee = shape("Assignee", {
  kind: z.enum(["person", "role"]),
  id: z.string().meta({ description: "Of the person, owner for the owner of the server, or of the role" }),
  name: z.string(),
  me: z.boolean().meta({ description: "It is the caller" }),
});
export type Assignee = z.infer<typeof Assignee>;

export const Assignment = shape("Assignment", {
  about: z.string().meta({ description: "Key of the need; item:{session}:{item} of an item" }),
  session: asFound(SessionId).nullable(),
  item: asFound(ItemId).nullable().meta({ description: "The item that it is, where it is one" }),
  assignee: Assignee,
  by: z.string(),
  at: asFound(Time),
});
export type Assignment = z.infer<typeof Assignment>;

export const AssignmentList = listOf(Assignment);
export type AssignmentList = z.infer<typeof AssignmentList>;

export const AssignmentQuery = z.object({
  to: Text.max(300).optional().meta({ description: "Only what is assigned to them: me, owner, a person, or a role" }),
  session: Text.max(300).optional(),
});

export const Assign = body("Assign", {
  about: Text.min(1).max(700).meta({ description: "Key of a need, or item:{session}:{item}" }),
  to: Text.min(1).max(300).nullable().meta({
    description: "me, owner, the id or name of a person, or a role of the session; null or nobody for none",
  }),
});
export type Assign = z.infer<typeof Assign>;

/** Whose it is now, and whose it was: assigning it back undoes it. */
export const Assigned = shape("Assigned", { assignment: Assignment.nullable(), before: Assignment.nullable() });
