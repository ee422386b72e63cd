import type { Ledger } from "@/lib/hook/ledger";
import type { Answer, Server } from "@/lib/hook/server";

/** Something that the server is to hear, for certain. */
export interface Debt {
  path: string;
  /** The role it is said by. */
  as: string | null;
  body: unknown;
}

/** To whom the ledger owes what no server has heard yet. */
const SERVER = "server";

/**
 * Says something to the server, or keeps it in the ledger for the team's next event: null where it was kept. A refusal is an answer
 * too: saying it again would not help.
 */
export async function sayOrOwe(server: Server | null, ledger: Ledger, debt: Debt): Promise<Answer | null> {
  const answer = (await server?.call("POST", debt.path, debt.as, debt.body)) ?? null;
  if (answer !== null && answer.status < 500) return answer;
  ledger.owe(JSON.stringify(debt), SERVER);
  return null;
}

/** Says what is owed to the server, oldest first, each thing by exactly one of all hooks at this moment. */
export async function settle(server: Server | null, ledger: Ledger): Promise<void> {
  if (server === null || server.isSilent()) return;
  for (const text of ledger.takeOwed(SERVER)) await sayOrOwe(server, ledger, JSON.parse(text) as Debt);
}
