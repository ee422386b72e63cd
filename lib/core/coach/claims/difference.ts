import type { Statement } from "@/lib/core/coach/statement";

/** Two statements that cannot both be true now. */
export interface Difference {
  /** What they differ in, such as `30 minutes` and `24 hours`. */
  subject: string;
  statements: [Statement, Statement];
  /** The surer the larger. */
  strength: number;
}
