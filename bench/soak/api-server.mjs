// A Wardroom without its pages: what answers under /api in a built server, in a process that starts in a fraction of the time. It
// says when it is loaded, opens its folders when it is told to, and says its port once it has recovered what was left behind.
import { once } from "node:events";
import { writeSync } from "node:fs";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { listener } from "../../scripts/listener.mjs";
import { apiBundle } from "../../scripts/prepare.mjs";

const { answer, knownContent } = await import(apiBundle);
const server = createServer(listener(answer, knownContent));
await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
Object.assign(process.env, { HOST: "127.0.0.1", PORT: String(port) });
writeSync(1, "loaded\n");

await once(createInterface({ input: process.stdin }), "line");
const url = `http://127.0.0.1:${port}`;
const health = await answer(new Request(`${url}/api/health`, { headers: { host: `127.0.0.1:${port}` } }));
if (health.status !== 200) throw new Error(`it is not well: ${health.status} ${await health.text()}`);
const runtime = await globalThis.wardroomRuntime;
await runtime?.watch((/** @type {unknown} */ error) => console.error("watching", error));
writeSync(1, `${url}\n`);
