import type { Ledger } from "@/lib/hook/ledger";
import type { Answer, Server, Speaker } from "@/lib/hook/server";

/** Something that the server is to hear, for certain. */
export interface Debt extends Speaker {
  path: string;
  body: unknown;
}

/** To whom the ledger owes what no server has heard yet. */
const SERVER = "server";

/**
 * Says something to the server after all else that is owed to it, or keeps it in the ledger for the team's next event: null where it was
 * kept. It is kept from the beginning, so that a hook that is killed while it waits has lost nothing; what is said twice changes nothing. A
 * refusal is an answer too: saying it again would not help.
 */
export async function sayOrOwe(server: Server | null, ledger: Ledger, debt: Debt): Promise<Answer | null> {
  if (oweServer(ledger, debt)) return settle(server, ledger, JSON.stringify(debt));
  return (await server?.call("POST", debt.path, debt, debt.body)) ?? null;
}

/** Keeps what no server heard; false where nothing can be stored. */
export function oweServer(ledger: Ledger, debt: Debt): boolean {
  return ledger.owe(JSON.stringify(debt), SERVER);
}

/** Says what is owed to the server, oldest first, each thing by exactly one of all hooks at this moment. The answer to `own`. */
export async function settle(server: Server | null, ledger: Ledger, own = ""): Promise<Answer | null> {
  let answer: Answer | null = null;
  while (server?.isSilent() === false) {
    const owed = ledger.borrowOwed(SERVER);
    if (owed === null) break;
    const debt = JSON.parse(owed.text) as Debt;
    const said = await server.call("POST", debt.path, debt, debt.body);
    if (said === null) ledger.putBackOwed(owed);
    // A server that cannot take it now is not asked again at once, and nothing that came after it is said before it.
    if (said === null || said.status >= 500) break;
    ledger.payOwed(owed);
    if (owed.text === own) answer = said;
  }
  return answer;
}
