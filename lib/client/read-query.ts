import { queryOptions } from "@tanstack/react-query";
import { call, type Address, type Call } from "@/lib/client/call";
import { nullFor } from "@/lib/client/request-error";

/** What is kept under another first word than that of its address: a change of the one makes the other old. */
const KEPT_WITH: Readonly<Record<string, string>> = { teams: "knowledge", assignments: "needs" };

/** Where the answer of an operation is kept: below its session, or below the first word of its address. */
function keyOf(address: Address, given: object) {
  const { params, query } = given as { params?: object; query?: object };
  const { workspace, session } = { ...params, ...query } as Readonly<Record<string, unknown>>;
  const [first = ""] = address.replace(/^\w+ (\/api\/v1)?\//, "").split("/");
  const about = address.includes(" /sessions/{session}") ? ["session", session] : [KEPT_WITH[first] ?? first];
  return ["workspace", workspace, ...about, address, given];
}

/** The answer of an operation, read anew whenever an event may have changed it. */
export function readQuery<A extends Address>(address: A, given: Call<A>) {
  return queryOptions({
    queryKey: keyOf(address, given),
    queryFn: ({ signal }) => call(address, { ...given, signal }),
  });
}

/** The same for what may not be there yet: then it is null. */
export function readIfThere<A extends Address>(address: A, given: Call<A>) {
  return queryOptions({
    queryKey: keyOf(address, given),
    // A session that is gone shows by everything else that is read of it.
    queryFn: ({ signal }) => call(address, { ...given, signal }).catch(nullFor("not_found")),
  });
}

/** What never changes, and so is read once: no event makes it old. */
export function readOnce<A extends Address>(address: A, given: Call<A>) {
  return queryOptions({
    queryKey: ["unchanging", address, given],
    queryFn: ({ signal }) => call(address, { ...given, signal }),
    staleTime: Infinity,
  });
}
