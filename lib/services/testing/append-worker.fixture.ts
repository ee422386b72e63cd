// A process of its own that appends through the services, started by tests with an order. It says `ready` once
// it is loaded, begins when told, and writes a line to its output for each append that was acknowledged.
import { once as onceOf } from "node:events";
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { AppError } from "@/lib/core/errors";
import { openRuntime } from "@/lib/runtime";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs } from "@/lib/services/testing/callers.fixture";

/** What a worker is told. */
export interface AppendOrder {
  environment: Record<string, string>;
  project: string;
  /** Begins every text; no two workers share one. */
  prefix: string;
  callers: { session: string; role: string }[];
  /** Appends each caller makes, one after the other. */
  each: number;
}

const order = JSON.parse(process.argv[2] ?? "{}") as AppendOrder;
const say = (line: string) => writeSync(1, `${line}\n`);

say("ready");
await onceOf(createInterface({ input: process.stdin }), "line");
const runtime = await openRuntime(order.environment, order.project);
await Promise.all(order.callers.map((caller, index) => append(caller, index)));
await runtime.close();
process.exit(0);

async function append({ session, role }: AppendOrder["callers"][number], index: number): Promise<void> {
  for (let count = 0; count < order.each; count++) {
    const text = `${order.prefix}-${String(index)}-${String(count)} of ${role}`;
    try {
      const params = { workspace: "demo", session };
      await runtime.services.memory.add(actingAs(role), params, { tag: "Finding", text }, PLAIN_REQUEST);
      say(text);
    } catch (error) {
      // A file that another program never leaves alone, or leaves half written, without the section: the caller was told, and
      // nothing was promised.
      if (!(error instanceof AppError) || !["busy", "not_found"].includes(error.code)) throw error;
    }
  }
}
