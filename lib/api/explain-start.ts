import { AppError } from "@/lib/core/errors";

/** What the system or the database says when a start fails, and what to do about it. */
const REASONS: [said: RegExp, sentence: string][] = [
  [
    /\b(?:EMFILE|ENFILE)\b|too many open files/i,
    "Wardroom may open too few files at once. Raise the limit, for example with ulimit -n 1024, and start it again.",
  ],
  [
    /\b(?:ENOSPC|EDQUOT|EFBIG)\b|SQLITE_FULL|SQLITE_IOERR|disk is full|disk I\/O error/i,
    "Wardroom cannot write its data: the disk is full, or fails. Free some space and start it again; nothing is lost.",
  ],
  [
    /SQLITE_(?:NOTADB|CORRUPT)|malformed|not a database/i,
    "The database is damaged. Run wardroom doctor to see what is wrong, or put a copy from your backup in its place; the files of your projects are as they were.",
  ],
  [
    /\b(?:EACCES|EPERM|EROFS)\b|SQLITE_READONLY|SQLITE_CANTOPEN|unable to open database/i,
    "Wardroom may not write its data folder. Give this user the permission, or name another folder in WARDROOM_DATA.",
  ],
];

/** An error that ended a start, as a sentence that says what to do; null for a fault of ours, whose stack is needed. */
export function explainStart(error: unknown): string | null {
  if (error instanceof AppError) return `${error.message} ${error.details.hint ?? ""}`.trim();
  const said = chain(error);
  return REASONS.find(([pattern]) => pattern.test(said))?.[1] ?? null;
}

function chain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  return `${error.message} ${code} ${error.cause === undefined ? "" : chain(error.cause)}`;
}
