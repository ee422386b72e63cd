import { AppError } from "@/lib/core/errors";

/** The result, or undefined where this caller may not see it; every other failure goes on. */
export async function orForbidden<Result>(result: Promise<Result>): Promise<Result | undefined> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof AppError && error.code === "forbidden") return undefined;
    throw error;
  }
}
