import { AppError } from "@/lib/core/errors";

/** For an act whose file changes outside each time it is decided. */
export function neverRests(): AppError {
  return new AppError("busy", "The file is being changed outside of Wardroom all the time.", {
    hint: "Stop the program that keeps rewriting it, then try again; nothing was changed.",
  });
}

/** For a change while git writes files of the project: it would be in its way, and what it writes meanwhile says nothing yet. */
export function gitAtWork(): AppError {
  return new AppError("busy", "Git is at work in this project, so its files are left alone. Nothing was changed.", {
    hint: "Try again in a moment. If a merge, rebase, cherry-pick or bisect waits, finish or abort it first: git status says which.",
  });
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** For a change that is recorded or journaled, and could not be brought to its end. */
export function unfinished(error: Error): AppError {
  if (error instanceof AppError && error.code === "outcome_unknown") return error;
  const { message } = error;
  return new AppError("busy", `The change is accepted, but not finished yet. ${message}`, {
    hint: "Free some space if the disk is full, then read what is there before you repeat anything: it is finished with the next change.",
  });
}

/** For a change that is in no history, but in files that could not be put back. */
export function halfDone(left: string[], cause: unknown): AppError {
  const hint = "Read what is there before you repeat it. The owner sees the change in the settings, with what to do.";
  return new AppError(
    "busy",
    `The change could not be recorded, and is still in ${left.join(", ")}.`,
    { hint },
    { cause },
  );
}

/** Whether nothing can be recorded now: the disk is full, another process keeps the database locked, or it does not answer. */
export function isBusy(error: unknown): error is AppError & { code: "busy" | "outcome_unknown" } {
  return error instanceof AppError && (error.code === "busy" || error.code === "outcome_unknown");
}

/** Records that something was read, where that is possible: reading goes on on a full disk. */
export async function noteDown(record: () => Promise<unknown>): Promise<void> {
  try {
    await record();
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
}
