import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";

/** So many paths are shown at once. */
export const FILES_SHOWN = 500;

/** The documents of a workspace whose path holds some words. */
export function filesQuery(workspace: string, q = "") {
  return queryOptions({
    queryKey: ["workspace", workspace, "files", "list", q],
    queryFn: ({ signal }) => call("GET /files", { params: { workspace }, query: { q, limit: FILES_SHOWN }, signal }),
  });
}

/** A document as it lies on the disk. */
export function fileQuery(workspace: string, path: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "files", "text", path],
    queryFn: ({ signal }) => call("GET /files/text", { params: { workspace }, query: { path }, signal }),
  });
}
