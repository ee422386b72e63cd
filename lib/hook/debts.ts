import type { Ledger } from "@/lib/hook/ledger";
import type { Answer, Server, Speaker } from "@/lib/hook/server";

/** Something that the server is to hear, for certain. */
export interface Debt extends Speaker {
  path: string;
  body: unknown;
}

/** To whom the ledger owes what no server has heard yet. */
const SERVER = "server";
/** Longer than any client lets a hook live: what one was saying when it was killed is said by another after that. Milliseconds. */
const IN_FLIGHT_MS = 30_000;

/**
 * Says something to the server, or keeps it in the ledger for the team's next event: null where it was kept. It is kept from the
 * beginning, so that a hook that is killed while it waits has lost nothing. A refusal is an answer too: saying it again would not help.
 */
export async function sayOrOwe(server: Server | null, ledger: Ledger, debt: Debt): Promise<Answer | null> {
  return say(server, ledger, debt, ledger.owe(JSON.stringify(debt), SERVER, Date.now() + IN_FLIGHT_MS));
}

/** Says what is owed to the server, oldest first, each thing by exactly one of all hooks at this moment. */
export async function settle(server: Server | null, ledger: Ledger): Promise<void> {
  while (server?.isSilent() === false) {
    const owed = ledger.borrowOwed(SERVER, Date.now() + IN_FLIGHT_MS);
    if (owed === null) return;
    await say(server, ledger, JSON.parse(owed.text) as Debt, owed.name);
  }
}

/** Says something after all else that is owed. It is owed before anything is said. */
export async function sayLast(server: Server | null, ledger: Ledger, debt: Debt): Promise<void> {
  const name = ledger.owe(JSON.stringify(debt), SERVER, Date.now() + IN_FLIGHT_MS);
  await settle(server, ledger);
  const answer = await say(server, ledger, debt, null);
  if (name !== null && answer !== null) ledger.payOwed(name);
  // After what is put back in this very millisecond.
  else if (name !== null) ledger.putBackOwed(name, Date.now() + 1);
}

async function say(server: Server | null, ledger: Ledger, debt: Debt, name: string | null): Promise<Answer | null> {
  const answer = (await server?.call("POST", debt.path, debt, debt.body)) ?? null;
  const isHeard = answer !== null && answer.status < 500;
  if (name !== null && isHeard) ledger.payOwed(name);
  else if (name !== null) ledger.putBackOwed(name);
  return isHeard ? answer : null;
}
