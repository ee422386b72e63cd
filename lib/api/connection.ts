/** What the connection of a request tells of its client. */
export interface Connection {
  /** The address it comes from; null for a request made by this process itself. */
  address: string | null;
  /**
   * Aborted when the client has sent all it will ever send, or is gone. In the first case it may still read an answer that is
   * ready, but not be there for one that takes its time.
   */
  sentAll: AbortSignal;
}

/** The connection of a request that came over none. */
export const NO_CONNECTION: Connection = { address: null, sentAll: new AbortController().signal };
