import type { NeedCount } from "@/lib/contracts/needs";

const NONE = { waiting: 0, kinds: {} } as const;

/** What waits in one session; nothing where that is not known. */
export function waitingIn(
  count: NeedCount | undefined,
  session: string,
): Pick<NeedCount["sessions"][number], "waiting" | "kinds"> {
  return count?.sessions.find((each) => each.session === session) ?? NONE;
}
