import { readPublicOrigin } from "@/lib/services/workspace/public-origin";

/** Where the server listens, and where browsers reach it through a proxy. */
export interface Listening {
  host: string;
  port: number;
  /** An origin, or null where nothing stands between. */
  publicOrigin: string | null;
}

/** Where this process listens, by its environment: the server writes its real port there before it answers anything. */
export function ownListening(): Listening {
  const { HOST, PORT, WARDROOM_ORIGIN } = process.env;
  return {
    host: HOST ?? "127.0.0.1",
    port: Number(PORT ?? 4100),
    publicOrigin: readPublicOrigin(WARDROOM_ORIGIN ?? ""),
  };
}
