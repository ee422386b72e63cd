import { join } from "node:path";
import { AppError } from "@/lib/core/errors";
import { findStats } from "@/lib/store/find-files";

/** A checkout that was ever in step has this file. */
const STATE = ".wardroom/replica/synced";

const NAME = "wardroom replica --url https://wardroom.example.org --workspace shop";

/** The refusal to keep a checkout in step while nobody has said with what. */
export function noPlace(): AppError {
  return new AppError("invalid_input", "This checkout is kept in step with no server yet.", {
    hint: `Name one: ${NAME}.`,
  });
}

/** The refusal to go on in a checkout that was kept in step, where this machine does not know with what: its files do not decide that. */
export function unknownPlace(folder: string): AppError {
  return new AppError(
    "invalid_input",
    `${folder} was kept in step with a server, and this machine does not know with which one.`,
    { hint: `Name it once more: ${NAME}. If it is no such checkout any more, move its folder .wardroom/replica away.` },
  );
}

/** Throws that for a folder which was kept in step. */
export async function assertNoReplica(folder: string): Promise<void> {
  if ((await findStats(join(folder, STATE)).catch(() => null)) !== null) throw unknownPlace(folder);
}

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
