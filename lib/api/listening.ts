import { readOrigin } from "@/lib/services/workspace/read-origin";

/** Where the server listens, and where browsers reach it through a proxy. */
export interface Listening {
  host: string;
  port: number;
  /** An origin, or null where nothing stands between. */
  publicOrigin: string | null;
  /** Where other servers reach this one, if that was set. */
  peer?: string | null;
}

/** Where this process listens, by its environment: the server writes its real port there before it answers anything. */
export function ownListening(): Listening {
  const { HOST, PORT, WARDROOM_ORIGIN, WARDROOM_PEER } = process.env;
  return {
    host: HOST ?? "127.0.0.1",
    port: Number(PORT ?? 4100),
    publicOrigin: readOrigin("WARDROOM_ORIGIN", WARDROOM_ORIGIN ?? ""),
    peer: readOrigin("WARDROOM_PEER", WARDROOM_PEER ?? ""),
  };
}
