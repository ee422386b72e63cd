import type { Environment } from "@/lib/hook/who-is-it";

/** Where a hook runs. */
export interface Surroundings {
  environment: Environment;
  /** The folder of the script. */
  scriptFolder: string;
  /** How long its process took to start, in milliseconds; left out where it has no process of its own. */
  startMs?: number;
  /** How many processes of this machine work or wait for each of its processors; left out where that does not matter. */
  load?: number;
  /** The client, as ids of runs begin; `claude` where it is left out. */
  client?: string;
  /** Whether the client lets a hook keep an agent from stopping; true where it is left out. */
  canGoOn?: boolean;
}
