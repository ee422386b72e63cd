import { addressKind, fault } from "@/lib/soak/fault.fixture";
import type { Send } from "@/lib/soak/send.fixture";

/** An answer may take so long. */
const LIMIT_MS = 2_000;
const EVERY_MS = 10;
/** The proof and the redaction of a secret go through the whole history, and take as long as that is. */
const WHOLE_HISTORY = /\/(integrity|redactions)(\?|$)/;

/**
 * Measures how long answers take, and also how late this process itself comes to its turn. A machine that does other things
 * makes both late: what it took is not counted against the server.
 */
export class Stalls {
  readonly faults: string[] = [];
  answers = 0;
  slowest = 0;
  /** The same for what goes through the whole history. */
  slowestProof = 0;
  /** The longest that this process waited for its own turn, in milliseconds. */
  worst = 0;
  #lost = 0;
  #last = performance.now();
  readonly #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = setInterval(() => {
      const now = performance.now();
      const late = Math.max(0, now - this.#last - EVERY_MS);
      this.#last = now;
      this.#lost += late;
      this.worst = Math.max(this.worst, late);
    }, EVERY_MS);
    this.#timer.unref();
  }

  /** The same way to a server, with each answer timed. */
  timed(send: Send): Send {
    return async (method, path, said) => {
      const [began, lost] = [performance.now(), this.#lost];
      const reply = await send(method, path, said);
      const whole = performance.now() - began;
      const took = whole - (this.#lost - lost);
      this.answers++;
      if (WHOLE_HISTORY.test(path)) {
        this.slowestProof = Math.max(this.slowestProof, took);
        return reply;
      }
      this.slowest = Math.max(this.slowest, took);
      if (took > LIMIT_MS) {
        const own = `${Math.round(whole - took)} ms of ${Math.round(whole)} lost by the client`;
        this.faults.push(
          fault(`${method} ${addressKind(path)} took ${Math.round(took)} ms (${own})`, path.slice(0, 200)),
        );
      }
      return reply;
    };
  }

  /** Starts over, for another part. */
  reset(): void {
    this.faults.length = 0;
    this.answers = this.slowest = this.slowestProof = this.worst = 0;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
