import type { Database } from "@/lib/db/database";
import { inspectRows, type InspectedRows, type RowFault } from "@/lib/db/inspect-rows";
import type { IntegrityFindings } from "@/lib/services/history/integrity-findings";

/** So often rows are looked at while others write; then nobody does. */
const ATTEMPTS = 2;

/**
 * Compares the rows that are shown as proof or give a right with their seals, and adds each that differs to the findings. What others
 * write between two looks is no finding.
 */
export async function verifyRows(
  { queries, seals, locked }: Pick<Database, "queries" | "seals" | "locked">,
  workspace: string,
  findings: IntegrityFindings,
  pause: () => Promise<void>,
): Promise<Pick<InspectedRows, "rows" | "upgraded">> {
  const look = () => inspectRows(queries.direct, seals, workspace, pause);
  const turns = () =>
    Promise.all([workspace, ...seals.nobodys].map(async (scope) => (await seals.root(queries.direct, scope))?.turn));
  let found: InspectedRows;
  for (let attempt = 1; ; attempt++) {
    const before = await turns();
    found = attempt > ATTEMPTS ? await locked(look) : await look();
    if (found.faults.length === 0 || attempt > ATTEMPTS) break;
    if (JSON.stringify(await turns()) === JSON.stringify(before)) break;
  }
  const named = await nameSessions(queries);
  for (const fault of found.faults) findings.add({ kind: "row", since: null, ...describe(fault, named) });
  if (found.foreign > 0) {
    const detail = `${String(found.foreign)} sign-ins were sealed by servers with another secret, which alone can check them.`;
    findings.unchecked.push({ target: "Credential", detail });
  }
  return found;
}

/** The ids of sessions by the keys that rows have. */
async function nameSessions({ direct }: Database["queries"]): Promise<Map<number, string>> {
  const rows = await direct.all(`SELECT "key", "id" FROM "Session"`);
  return new Map(rows.map(([key, id]) => [Number(key), String(id)]));
}

function describe(fault: RowFault, sessions: ReadonlyMap<number, string>): { target: string; detail: string } {
  switch (fault.why) {
    case "changed":
      return {
        target: targetOf(fault, sessions),
        detail: "It was changed past Wardroom: it is not what was recorded.",
      };
    case "unsealed":
      return { target: targetOf(fault, sessions), detail: "It was put there past Wardroom, which never recorded it." };
    case "gone":
      return { target: targetOf(fault, sessions), detail: "It was recorded, and was removed past Wardroom." };
    case "sums": {
      const { table, had, has } = fault;
      const detail = `Rows were removed, added or put back to an earlier state past Wardroom, together with their signatures: ${String(had)} are recorded, ${String(has)} are there.`;
      return { target: table.table, detail };
    }
    case "no root":
      return { target: "Root", detail: "The signature over all rows is gone: whether any was removed cannot be told." };
    case "root":
      return {
        target: "Root",
        detail:
          "The signature over all rows was changed, or made with another secret: whether any was removed cannot be told.",
      };
  }
}

/** Such as "Role one/implementer-1", "Acknowledgement 3f9a1c07be42d518". */
function targetOf({ table, key }: Extract<RowFault, { key: unknown }>, sessions: ReadonlyMap<number, string>): string {
  const named = key.map((value, index) => {
    const isSession = table.key[index] === "sessionKey" || table.table === "Session";
    return (isSession && sessions.get(Number(value))) || String(value);
  });
  return `${table.table} ${named.join("/")}`;
}
