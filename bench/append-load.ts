// One process of load: agents that append one item after another over HTTP and say what was acknowledged, and how fast.
import { Agent, request } from "node:http";

/** What a load process is told, as JSON in its first argument. */
export interface Load {
  url: string;
  /** One bearer token and session for each agent, in turn. */
  targets: { token: string; path: string }[];
  agents: number;
  seconds: number;
}

/** What it prints when it is done: acknowledged appends, the rest, and milliseconds of each. */
export interface LoadResult {
  acknowledged: number;
  failed: number;
  milliseconds: number[];
}

const load = JSON.parse(process.argv[2] ?? "{}") as Load;
const agent = new Agent({ keepAlive: true, maxSockets: load.agents });
const milliseconds: number[] = [];
let failed = 0;

const until = performance.now() + load.seconds * 1000;
await Promise.all(
  Array.from({ length: load.agents }, async (_, index) => {
    const target = load.targets[index % load.targets.length];
    if (target === undefined) throw new Error("a load needs targets");
    for (let count = 0; performance.now() < until; count++) {
      const text = `Retry ${count} of agent ${index} in src/queue/retry.ts reuses the first deadline (${process.pid})`;
      const began = performance.now();
      if ((await append(target, text)) === 201) milliseconds.push(performance.now() - began);
      else failed++;
    }
  }),
);
agent.destroy();
console.log(JSON.stringify({ acknowledged: milliseconds.length, failed, milliseconds } satisfies LoadResult));

function append({ token, path }: Load["targets"][number], text: string): Promise<number> {
  const body = JSON.stringify({ tag: "Finding", text });
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    };
    const sent = request(`${load.url}${path}`, { method: "POST", agent, headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
