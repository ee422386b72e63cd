/** So many turns are remembered by their number: more than are taken while a query is answered. */
const REMEMBERED = 1000;

/**
 * Which turns among all processes were this one's. Others see a transaction a moment before its own process hears that it was
 * committed: so one that is ending counts as soon as its turn is seen.
 */
export class OwnTurns {
  #count = 0;
  #ending: number | null = null;
  readonly #last: number[] = [];

  /** Notes that the transaction with that turn is about to be committed. */
  ending(turn: number): void {
    this.#ending = turn;
  }

  /** Notes that it was. */
  committed(): void {
    if (this.#ending === null) return;
    this.#count++;
    this.#last.push(this.#ending);
    if (this.#last.length > REMEMBERED) this.#last.shift();
    this.#ending = null;
  }

  /** Notes that it was not, or that nobody knows. */
  takenBack(): void {
    this.#ending = null;
  }

  /** How many of the turns up to one were own ones. */
  upTo(turn: number): number {
    const later = this.#last.length - 1 - this.#last.findLastIndex((own) => own <= turn);
    return this.#count - later + (this.#ending !== null && this.#ending <= turn ? 1 : 0);
  }
}
