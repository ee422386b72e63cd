import { z } from "zod";
import { Count, shape } from "@/lib/contracts/shapes";

/** A text that must not be kept, such as a password, and why it goes. */
export const Redact = z
  .strictObject({
    text: z
      .string()
      .min(8)
      .max(2000)
      .refine((text) => text.trim().length >= 8, "Give at least 8 characters beside white space.")
      .refine((text) => !text.includes("REDACTED"), "This is part of what texts are replaced by.")
      .meta({ description: "Exactly as it stands in the files; it is in no answer, event or log" }),
    reason: z.string().trim().min(1).max(500),
  })
  .refine(({ text, reason }) => !reason.includes(text), {
    path: ["reason"],
    message: "The reason is kept: leave the text itself out of it.",
  })
  .meta({ id: "Redact" });
export type Redact = z.infer<typeof Redact>;

/** What was replaced; all zero where the text stood nowhere. */
export const Redaction = shape("Redaction", {
  documents: Count.meta({ description: "Files that were changed, those in the trash included" }),
  revisions: Count,
  rows: Count.meta({ description: "Events and other rows, such as relays, deliveries and notes" }),
  marker: z.string().meta({ description: "What stands in its place" }),
  notReached: z.array(z.string()).meta({ description: "Where the text may still be" }),
});
export type Redaction = z.infer<typeof Redaction>;
