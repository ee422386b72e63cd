/** Tells the time. It can be set back while what happened earlier is told as it happened. */
export class Clock {
  #set: Date | null = null;
  #offset = () => 0;

  /** The present moment, or the one it is set to. */
  readonly now = (): Date => new Date(this.#set ?? Date.now() + this.#offset());

  /** Goes by another clock from now on, so many milliseconds from that of this machine. */
  follow(offset: () => number): void {
    this.#offset = offset;
  }

  /** Has `work` done at that moment. One at a time: everybody shares the clock. */
  async at<T>(moment: Date, work: () => Promise<T>): Promise<T> {
    this.#set = moment;
    try {
      return await work();
    } finally {
      this.#set = null;
    }
  }
}
