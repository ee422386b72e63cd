import { z } from "zod";

/** Bytes of standard input that a command sends along; one with more is run where it was typed. */
const INPUT_LIMIT = 700_000;

/** A stream of the process that a command was typed in. */
const Stream = z.object({ isTTY: z.boolean(), columns: z.int().min(1).optional() });

/**
 * A command as it was typed on the server's own machine, with what it needs of the process that it was typed in. Who sends it is of the
 * same version: scripts/ask-server.mjs.
 */
export const TypedCommand = z.object({
  version: z.string(),
  /** It is begun before this time or not at all, for who typed it has gone another way since. Milliseconds since 1970. */
  until: z.number(),
  /** Minutes that its clock is behind UTC, as the times that it prints are told. */
  zone: z.number(),
  argv: z.array(z.string()),
  /** Variables that a command reads, and no others. */
  env: z.record(z.string(), z.string()),
  cwd: z.string(),
  home: z.string(),
  /** Standard input whole, once it was asked for; else null. */
  input: z.string().max(INPUT_LIMIT).nullable(),
  terminal: z.object({ in: z.object({ isTTY: z.boolean() }), out: Stream, err: Stream }),
});
export type TypedCommand = z.infer<typeof TypedCommand>;

/**
 * What a command printed, in its order, and its exit code; null has the process that it was typed in run it, and "input" has that send
 * standard input along.
 */
export const PrintedCommand = z
  .object({ code: z.int(), printed: z.array(z.tuple([z.enum(["out", "err"]), z.string()])) })
  .or(z.literal("input"))
  .nullable();
export type PrintedCommand = z.infer<typeof PrintedCommand>;
