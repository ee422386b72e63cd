import { AppError } from "@/lib/core/errors";

/** The result, or undefined where it cannot be had now, as while a workspace's folder is missing. */
export async function orBusy<Result>(result: Promise<Result>): Promise<Result | undefined> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof AppError && error.code === "busy") return undefined;
    throw error;
  }
}
