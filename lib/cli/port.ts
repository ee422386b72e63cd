/** Answers a request of the REST contract, whoever does: a running server, or its handlers in this process. */
export type Port = (request: Request) => Promise<Response>;

/** A port that is open, with where its addresses begin and how to let go of it. */
export interface Connection {
  port: Port;
  /** Such as `http://127.0.0.1:4100`, without a slash at the end. */
  origin: string;
  workspace: string;
  /** The owner's token where this user may read it; null where another has to be given. */
  ownerToken: string | null;
  close(): Promise<void>;
}
