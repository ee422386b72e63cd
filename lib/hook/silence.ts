import type { Patience } from "@/lib/hook/hook-limit";
import { Ledger, stateFolder } from "@/lib/hook/ledger";
import type { Environment } from "@/lib/hook/who-is-it";

/** So long after a whole wait without an answer a server is not waited for as long again. Milliseconds. */
const REMEMBERED_MS = 60_000;
const NAME = "silent";

/** What every hook of this user remembers of a server that took a request and did not answer it. */
export class Silence {
  readonly #ledger: Ledger;
  readonly #since: number | null;

  constructor(environment: Environment, url: string) {
    this.#ledger = new Ledger(stateFolder(environment), `server ${url}`);
    const noted = this.#ledger.read(NAME);
    this.#since = noted !== null && Date.now() - Number(noted) < REMEMBERED_MS ? Number(noted) : null;
  }

  /** How long a hook of that patience waits now. */
  limitOf({ whole, short }: Patience): number {
    return this.#since === null ? whole : short;
  }

  /** A whole wait had no answer. A short one says nothing new, so that a whole one is tried again after a while. */
  note(): void {
    if (this.#since === null) this.#ledger.note(String(Date.now()), NAME);
  }

  /** It has answered. */
  end(): void {
    this.#ledger.drop(NAME);
  }
}
