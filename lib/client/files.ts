import { readQuery } from "@/lib/client/read-query";

/** So many paths are shown at once. */
export const FILES_SHOWN = 500;

/** The documents of a workspace whose path holds some words. */
export const filesQuery = (workspace: string, q = "") =>
  readQuery("GET /files", { params: { workspace }, query: { q, limit: FILES_SHOWN } });

/** A document as it lies on the disk. */
export const fileQuery = (workspace: string, path: string) =>
  readQuery("GET /files/text", { params: { workspace }, query: { path } });
