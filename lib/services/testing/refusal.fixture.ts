import { expect } from "vitest";
import { AppError, type ErrorCode } from "@/lib/core/errors";

/**
 * Expects an error of that code which tells the caller what to do next, and answers it. Anything else, an answer too, fails.
 */
export async function refusal(code: ErrorCode, action: Promise<unknown>): Promise<AppError> {
  const error: unknown = await action.then(
    (answer) => new Error(`was not refused with ${code}, but answered ${JSON.stringify(answer)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw error;
  expect(error).toMatchObject({ code, details: { hint: expect.stringMatching(/\S.{10,}/) as string } });
  return error;
}
