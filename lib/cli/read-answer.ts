import type { z } from "zod";
import { RequestError } from "@/lib/client/request-error";
import { Problem } from "@/lib/contracts/primitives";

/** The answer as its contract says, or a `RequestError`: what the contract does not know is not shown. */
export function readAnswer<Schema extends z.ZodType>(schema: Schema, answer: unknown, status: number): z.infer<Schema> {
  const read = schema.safeParse(answer);
  if (read.success) return read.data;
  throw new RequestError(
    "unexpected",
    "Wardroom answered in a way this command does not know.",
    status,
    "The server is probably newer than this command: use the one of its checkout.",
  );
}

/** The problem an answer tells of; undefined when it is none, as from a proxy in between. */
export function findProblem(answer: unknown): Problem | undefined {
  return Problem.safeParse(answer).data;
}
