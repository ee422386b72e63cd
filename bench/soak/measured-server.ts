import path from "node:path";
import { OWNER_TOKEN, placesIn } from "@/lib/soak/places.fixture";
import { startServer, type RunningServer } from "../../scripts/start-server.mjs";

/** What a server holds after its garbage was collected, in MB, and the longest it was busy with one thing since the last look. */
export interface Measured {
  rss: number;
  heap: number;
  lateMs: number;
}

/** The finished server, as `npm start` serves it, on the folders below one, and a look at what it holds. */
export async function startMeasured(
  folder: string,
): Promise<{ server: RunningServer; measure: () => Promise<Measured> }> {
  const { files, data } = placesIn(folder);
  const env = {
    WARDROOM_TOKEN: OWNER_TOKEN,
    NODE_OPTIONS: `--import=${path.join(import.meta.dirname, "measure.mjs")}`,
  };
  const server = await startServer({ data, workspaces: { demo: files }, env });
  const measure = async () => {
    const before = server.output().split("measured ").length;
    process.kill(server.pid, "SIGUSR2");
    for (;;) {
      const parts = server.output().split("measured ");
      const last = parts.at(-1) ?? "";
      if (parts.length > before && last.includes("}")) {
        const { rss, heapUsed, late } = JSON.parse(last.slice(0, last.indexOf("}") + 1)) as Record<string, number>;
        return { rss: (rss ?? 0) / 2 ** 20, heap: (heapUsed ?? 0) / 2 ** 20, lateMs: late ?? 0 };
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { server, measure };
}
