import type { Checkout } from "@/lib/cli/replica/checkout";
import type { KeptFiles } from "@/lib/cli/replica/kept-files";
import type { MissingFiles } from "@/lib/cli/replica/missing-files";
import type { ReplicaServer } from "@/lib/cli/replica/replica-server";

export interface Tools {
  kept: KeptFiles;
  checkout: Checkout;
  server: Pick<ReplicaServer, "list" | "read" | "push">;
  gone: MissingFiles;
  /** Tells the person at the terminal. */
  say: (sentence: string) => void;
  /** What is done where most files of the checkout are missing at once. */
  missing: "ask" | "remove" | "restore";
}
