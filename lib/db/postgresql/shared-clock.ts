/** Clocks that differ by less are taken for one: they are kept in step by what every machine has for that. Milliseconds. */
const SAME_MS = 1_000;

/** How far the clock of this machine is from that of the database, which all servers share. */
export class SharedClock {
  /** Milliseconds to add to the time of this machine; 0 where it is right within a second. */
  offset = 0;

  /** Called before the database is asked for its time; the function that it answers is told that time. */
  ask(): (told: number) => void {
    const asked = Date.now();
    return (told) => {
      const answered = Date.now();
      // However long the answer took, a clock that is right shows a time before it and one after it.
      const isRight = told > asked - SAME_MS && told < answered + SAME_MS;
      this.offset = isRight || Number.isNaN(told) ? 0 : told - answered;
    };
  }
}
