import { AppError } from "@/lib/core/errors";

/** The refusal to go on with a server that has another history than the one this checkout knows. */
export function otherHistory({ workspace, origin }: { workspace: string; origin: string }, folder: string): AppError {
  return new AppError(
    "conflict",
    `${workspace} at ${origin} is another workspace than the one this checkout was kept in step with. Nothing was changed.`,
    {
      hint: `If it is the right one, move ${folder} away and start again: every file will be compared.`,
    },
  );
}
