import { notFound } from "next/navigation";
import { AppError, type ErrorCode } from "@/lib/core/errors";

/** What keeps a page from being there: its address names nothing, what nothing can be called, or what is another's. */
const NOT_THERE: readonly ErrorCode[] = ["not_found", "invalid_input", "forbidden"];

/** The result, or undefined where the thing asked for does not exist; every other failure goes on. */
export async function orNotFound<Result>(result: Promise<Result>): Promise<Result | undefined> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof AppError && NOT_THERE.includes(error.code)) return undefined;
    throw error;
  }
}

/** The result; the page is not found where the thing asked for does not exist. */
export async function found<Result>(result: Promise<Result>): Promise<Result> {
  return (await orNotFound(result)) ?? notFound();
}
