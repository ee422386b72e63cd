import { z } from "zod";
import { asFound, body, shape } from "@/lib/contracts/shapes";
import { RoleId, Text, Time } from "@/lib/contracts/primitives";
import { QUESTION_STATES } from "@/lib/core/memory/question";

/** To whom a question is put, how far it is, and its answer. It stands beside the item and in no file. */
export const Put = shape("Put", {
  to: asFound(RoleId),
  state: z.enum(QUESTION_STATES),
  askedAt: asFound(Time),
  due: asFound(Time).nullable(),
  seenAt: asFound(Time).nullable().meta({ description: "When the inbox of who is asked had shown it" }),
  answer: z.string().nullable(),
  answeredBy: asFound(RoleId).nullable(),
  answeredAt: asFound(Time).nullable(),
  closedAt: asFound(Time).nullable().meta({ description: "When its item was resolved or archived" }),
});
/** A question to one role; the item's text is the question, as of any other. */
export const AskQuestion = body("AskQuestion", {
  role: RoleId.meta({ description: "Who is asked" }),
  text: Text.min(1).max(20_000),
  minutes: z.int().min(1).max(10_080).optional().meta({ description: "Until when an answer is needed" }),
});
export type AskQuestion = z.infer<typeof AskQuestion>;

export const AnswerQuestion = body("AnswerQuestion", { text: Text.min(1).max(2000) });
export type AnswerQuestion = z.infer<typeof AnswerQuestion>;

export const Question = shape("Question", {
  id: z.string().meta({ description: "Of the item, or of the relay that it waits as" }),
  asker: asFound(RoleId),
  relayed: z.boolean().meta({ description: "Its item waits for the Lead; who is asked is told all the same" }),
  ...Put.shape,
});
export type Question = z.infer<typeof Question>;

export const ReplyTo = body("ReplyTo", {
  text: Text.min(1).max(20_000),
  tag: z
    .enum(["Finding", "Pattern", "Decision", "Warning", "Dependency", "Conflict", "Question"])
    .default("Finding")
    .meta({ description: "Of the item that replies to another's" }),
});
export type ReplyTo = z.infer<typeof ReplyTo>;

export const Replied = shape("Replied", {
  how: z.enum(["answered", "added", "written", "relayed"]).meta({
    description: "The question was answered; a line was added to one's own; an item was written, or waits for the Lead",
  }),
  id: z.string().meta({ description: "Of the question, of what was lengthened, or of the new item or relay" }),
  role: asFound(RoleId).meta({ description: "Whose it is that was replied to" }),
  question: Question.optional(),
});
export type Replied = z.infer<typeof Replied>;
