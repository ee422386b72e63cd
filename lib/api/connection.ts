export interface Connection {
  /** The address it comes from; null for a request made by this process itself. */
  address: string | null;
  /**
   * Aborted when the client has sent all it will ever send, or is gone. In the first case it may still read an answer that is
   * ready, but not be there for one that takes its time.
   */
  sentAll: AbortSignal;
  /** The room that it takes part of; none for a request made by this process itself. */
  room?: Room;
}

/** The connections that a server has room for. */
export interface Room {
  most: number;
  /** Keeps this connection from being cut when there is no room left, until the returned function is called. */
  hold(): () => void;
}

/** The connection of a request that came over none. */
export const NO_CONNECTION: Connection = { address: null, sentAll: new AbortController().signal };
