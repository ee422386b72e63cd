import { queryOptions } from "@tanstack/react-query";
import { api, query, type SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/queries/session";
import { request } from "@/lib/client/request";
import type { Memory } from "@/lib/contracts/memory";

const memoryContract = () => import("@/lib/contracts/memory").then((contracts) => contracts.Memory);

/** A role that no section can have, so that the answer holds no items. */
const NO_SECTION = "-";

/** The newest revision of a team memory with its ETag and its size, without a single item. */
export function memoryHeadQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "memory-head"],
    queryFn: async ({ signal }) =>
      headOf(await request(memoryContract, `${api.memory(scope)}${query({ role: NO_SECTION })}`, { signal })),
  });
}

/** What is kept of a memory that was read. */
export function headOf({ etag, revision, lines }: Memory): Pick<Memory, "etag" | "revision" | "lines"> {
  return { etag, revision, lines };
}
