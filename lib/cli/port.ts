/** What a request says. Header values are Latin-1, as HTTP carries them. */
export interface Asked {
  url: string;
  method?: "GET" | "POST" | "PUT" | "DELETE";
  headers?: Readonly<Record<string, string>>;
  body?: string | null;
  signal?: AbortSignal;
}

/** What was answered; a `Response` is one. */
export interface Answered {
  ok: boolean;
  status: number;
  headers: { get(name: string): string | null };
  /** The bytes as they come; to be read once. */
  body: AsyncIterable<Uint8Array> | null;
  text(): Promise<string>;
  json(): Promise<unknown>;
}

/** Answers a request of the REST contract, whoever does: a running server, or its handlers in this process. */
export type Port = (asked: Asked) => Promise<Answered>;

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
