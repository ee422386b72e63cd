import { z } from "zod";
import { Count, asFound } from "@/lib/contracts/shapes";
import { Ack, AckAction, AckGiven, GcVersion, LeadAction, Update } from "@/lib/contracts/context";
import { AddItem, BelongsElsewhere, EditMemoryWith, Item, ItemConfirmed, Relay } from "@/lib/contracts/memory";
import { Etag, ItemId, RevisionNumber, RoleId, Text, Time } from "@/lib/contracts/primitives";
import { MakeClaim, SendNudge, SetState } from "@/lib/contracts/presence";
import { AnswerQuestion, AskQuestion, Question, Replied } from "@/lib/contracts/questions";
import { ReportResult } from "@/lib/contracts/results";
import { Access } from "@/lib/contracts/sessions";
import { Cursor, From, Next, NextCursor, OwnRole, SessionArguments } from "@/lib/contracts/tool-arguments";

export const StatusTool = {
  input: z.strictObject(SessionArguments),
  output: z.object({
    you: z.string().meta({ description: "Your role; `unknown` when nobody said which teammate is calling" }),
    may: z.enum(["lead", "write", "relay", "read", "read and relay"]),
    workspace: z.string(),
    session: z.string().nullable().meta({ description: "null: name one of `sessions` with your next call" }),
    sessions: z.array(z.object({ id: z.string(), feature: z.string() })).optional(),
    feature: z.string().optional(),
    contextVersion: z.string().nullable().optional(),
    pendingUpdates: Count.optional().meta({ description: "Context updates you have not acknowledged" }),
    pendingRelays: Count.optional(),
    openQuestions: Count.optional(),
    openConflicts: Count.optional(),
    roles: z.array(z.object({ role: asFound(RoleId), access: Access, state: z.string(), items: Count })).optional(),
  }),
};

export const MemoryTool = {
  input: z.strictObject({
    role: Text.max(2000).optional().meta({ description: "Comma-separated" }),
    tag: Text.max(500).optional(),
    state: Text.max(100).default("active").meta({ description: "archived, resolved, all" }),
    q: Text.max(500).optional(),
    since: z.int().min(0).optional().meta({ description: "A revision" }),
    cursor: Cursor,
    ...SessionArguments,
  }),
  output: z.object({
    session: z.string(),
    revision: Count,
    etag: Etag,
    sections: z.array(
      z.object({
        role: asFound(RoleId),
        items: z.array(
          Item.pick({ tag: true, text: true, alsoSeenBy: true, question: true }).extend({
            /** Where the reader can act on it. */
            id: asFound(ItemId).optional(),
            body: z.string().optional(),
            /** When it is not active. */
            state: z.string().optional(),
            resolution: z.string().optional(),
            /** Too long for an answer. */
            cut: z.literal(true).optional(),
          }),
        ),
      }),
    ),
    /** With `since`: items that were removed, as they read then. */
    gone: z.array(z.object({ role: asFound(RoleId), text: z.string() })).optional(),
    nextCursor: NextCursor,
  }),
};

export const SayTool = {
  input: AddItem.extend({
    anyway: z.boolean().optional(),
    proposal: z.boolean().optional(),
    role: RoleId.optional().meta({ description: "Your own; the Lead names any" }),
    ...SessionArguments,
  }),
  output: z.object({
    state: z.enum(["written", "relayed"]).meta({ description: "relayed: it waits for the Lead" }),
    id: z.string().meta({ description: "Of the item, or of the relay" }),
    revision: asFound(RevisionNumber).nullable(),
    addedTo: z.string().optional(),
    advice: BelongsElsewhere.optional(),
  }),
};

export const EditTool = {
  input: EditMemoryWith({
    item: ItemId.optional().meta({ description: 'Or your item or relay; newString "" withdraws it' }),
    etag: Text.min(1).max(100).optional(),
    ...SessionArguments,
  }),
  output: z.object({ revision: asFound(RevisionNumber).nullable() }),
};

export const RelaysTool = {
  input: z.strictObject({
    state: z.enum(["pending", "approved", "settled", "rejected", "withdrawn", "all"]).default("all"),
    role: RoleId.optional(),
    cursor: Cursor,
    ...SessionArguments,
  }),
  output: z.object({
    items: z.array(
      Relay.omit({ decidedAt: true, resembles: true }).partial({ decidedBy: true, reason: true, itemId: true }),
    ),
    nextCursor: NextCursor,
  }),
};

export const InboxTool = {
  input: z.strictObject({
    role: OwnRole,
    wait: z.int().min(0).max(55).default(0).meta({ description: "Seconds" }),
    again: z.boolean().default(false).meta({ description: "The last answer" }),
    ...SessionArguments,
  }),
  output: z.object({ text: z.string() }),
};

export const TellTool = {
  input: z.strictObject({
    state: SetState.shape.text.optional(),
    claim: MakeClaim.shape.what.optional(),
    to: RoleId.optional(),
    nudge: SendNudge.shape.text.optional(),
    ask: AskQuestion.shape.text.optional(),
    answer: AnswerQuestion.shape.text.optional(),
    same: ItemId.optional(),
    minutes: z.int().min(1).max(10_080).optional(),
    result: ReportResult.shape.text.optional(),
    version: ReportResult.shape.version,
    ...SessionArguments,
  }),
  output: z.object({
    done: z.literal(true),
    others: z
      .array(z.object({ role: asFound(RoleId), what: z.string(), until: asFound(Time) }))
      .optional()
      .meta({ description: "What others have claimed" }),
    question: Question.pick({ id: true, state: true }).optional(),
    replied: Replied.omit({ question: true }).optional(),
    alsoSeenBy: ItemConfirmed.shape.alsoSeenBy.optional(),
  }),
};

export const UpdatesTool = {
  input: z.strictObject({
    role: OwnRole,
    wait: z.int().min(0).max(25).default(0).meta({ description: "Seconds" }),
    update: Text.min(1).max(64).optional().meta({ description: "Goes on with this one" }),
    from: From,
    ...SessionArguments,
  }),
  output: z.object({
    items: z.array(
      Update.omit({ role: true, run: true, why: true, tokens: true, sentAt: true, pingedAt: true }).extend({
        next: Next,
      }),
    ),
    more: Count.meta({ description: "Further updates, shown when these are acknowledged" }),
  }),
};

/** Of `ack`: the message, or its fields. */
export const AckTool = {
  input: z.strictObject({
    role: OwnRole,
    text: Text.min(1).max(20_000).optional().meta({ description: "Or the [ACK] message" }),
    version: GcVersion.optional(),
    applied: z.int().min(0).optional(),
    total: z.int().min(0).optional(),
    impact: Text.max(2000).optional(),
    action: AckAction.optional(),
    unclear: z.array(Text.min(1).max(300)).max(500).optional().meta({ description: "Sections" }),
    question: Text.min(1).max(2000).optional(),
    ...SessionArguments,
  }),
  output: z.object({
    ...Ack.pick({ version: true, confirmed: true }).shape,
    ...AckGiven.pick({ question: true }).shape,
    next: LeadAction,
  }),
};

export const LostTool = {
  input: z.strictObject({ role: OwnRole, ...SessionArguments }),
  output: z.object({ waits: z.array(z.string()).meta({ description: "What is sent again, and how" }) }),
};
