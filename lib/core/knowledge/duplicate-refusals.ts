import { AppError } from "@/lib/core/errors";
import { OLDER_REGISTRY_PATH, REGISTRY_PATH } from "@/lib/core/knowledge/knowledge-model";

/** The id given cannot be the name of a file. */
export function badId(id: string): AppError {
  return new AppError("invalid_input", `"${id}" cannot be the name of a shared file.`, {
    hint: "Use letters, digits, dashes, dots and underscores, such as owasp-top-10.",
    errors: [{ path: "id", message: "is no file name" }],
  });
}

/** The registry lies where older projects have it. */
export function olderRegistry(): AppError {
  return new AppError("conflict", `The registry is ${OLDER_REGISTRY_PATH}, which is read and not changed.`, {
    hint: `Move it to ${REGISTRY_PATH}, with its paths seen from there, then try again.`,
    current: { path: OLDER_REGISTRY_PATH },
  });
}

/** Fewer than two things were named. */
export function nothingToShare(): AppError {
  return new AppError("invalid_input", "There are no duplicates here.", {
    hint: "Name at least two files, or two places of a passage, as {knowledge.duplicates} lists them.",
  });
}

/** A file was named that is not there, or is no knowledge. */
export function noFile(path: string): AppError {
  return new AppError("not_found", `${path} is not a file of knowledge.`, {
    hint: "Name files as {knowledge.duplicates} lists them.",
  });
}

/** The shared knowledge has another file of that name. */
export function placeTaken(path: string): AppError {
  return new AppError("conflict", `There is a file ${path} already.`, {
    hint: "Choose another id, or name that file first to keep it.",
    current: { path },
  });
}

/** Two places of one file were named. */
export function twice(path: string): AppError {
  return new AppError("invalid_input", `${path} is named twice.`, {
    hint: "Share one place of a file at a time.",
  });
}

/** A place was named that is outside of its file. */
export function noLines(path: string, startLine: number, endLine: number): AppError {
  return new AppError("invalid_input", `${path} has no lines ${startLine} to ${endLine}.`, {
    hint: "Look for duplicates again: the file has changed since.",
  });
}
