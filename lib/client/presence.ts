import { readQuery } from "@/lib/client/read-query";
import type { SessionScope } from "@/lib/client/paths";

/** What is read leaves no event, and is a sign all the same. Milliseconds. */
const READ_AGAIN = 30_000;

/** Who is there in a session: last signs, state lines, claims, and who owes what. */
export const presenceQuery = (scope: SessionScope) => ({
  ...readQuery("GET /sessions/{session}/team", { params: scope }),
  refetchInterval: READ_AGAIN,
});
