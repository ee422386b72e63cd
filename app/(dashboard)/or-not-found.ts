import { AppError } from "@/lib/core/errors";

/** The result, or undefined where the thing asked for does not exist; every other failure goes on. */
export async function orNotFound<Result>(result: Promise<Result>): Promise<Result | undefined> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return undefined;
    throw error;
  }
}
