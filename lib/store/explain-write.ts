import { AppError } from "@/lib/core/errors";
import { folderMoved, hasCode } from "@/lib/store/safe-path";

/** What the system said about a write or a move as an error that says what to do; whatever else it is, as it is. */
export function explainWrite(error: unknown, shownAs: string): unknown {
  if (hasCode(error, "ENOENT")) return folderMoved(shownAs);
  if (hasCode(error, "ENOSPC", "EDQUOT", "EFBIG")) {
    return new AppError("busy", `There is no space left on the disk to write ${shownAs}.`, {
      hint: "Free some space and try again; the file is as it was.",
    });
  }
  if (hasCode(error, "EMFILE", "ENFILE")) {
    return new AppError("busy", `Too many files are open to write ${shownAs}.`, {
      hint: "Try again in a moment, or raise the limit with ulimit -n; nothing was changed.",
    });
  }
  if (hasCode(error, "EACCES", "EPERM", "EROFS")) {
    return new AppError("unparseable", `${shownAs} may not be written by this user.`, {
      hint: "Grant write permission on the file and its folder and try again; nothing was changed.",
    });
  }
  if (hasCode(error, "EISDIR", "ENOTEMPTY", "EEXIST", "ENOTDIR")) {
    return new AppError("unparseable", `Something that is not a file stands where ${shownAs} belongs.`, {
      hint: "Move it away and try again; nothing was changed.",
    });
  }
  return error;
}
