/** Where the server listens. */
export interface Listening {
  host: string;
  port: number;
}

/** Where this process listens, by its environment: the server writes its real port there before it answers anything. */
export function ownListening(): Listening {
  return { host: process.env.HOST ?? "127.0.0.1", port: Number(process.env.PORT ?? 4100) };
}
