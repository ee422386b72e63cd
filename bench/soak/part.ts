import type { Random } from "@/lib/soak/random.fixture";
import type { Stalls } from "./stalls";

/** What a part of the soak is told. */
export interface Order {
  /** How many of what the part counts. */
  count: number;
  random: Random;
  /** The fault to be planted, where one is. */
  plant: string | null;
  /** An empty folder of its own. */
  folder: string;
  stalls: Stalls;
  progress: (done: number) => void;
}

/** What it found. */
export interface Found {
  /** What was done, such as `1,000 kills, 31,204 acknowledged changes`. */
  did: string;
  faults: string[];
}

/** One kind of attack. */
export interface Part {
  name: string;
  /** What `count` counts, in words. */
  counts: string;
  count: number;
  /** Faults that can be planted, to see that the part finds them. */
  plants: readonly string[];
  run(order: Order): Promise<Found>;
}
