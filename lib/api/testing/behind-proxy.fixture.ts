import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Answer } from "@/lib/api/dispatch";
import { PROJECT } from "@/lib/services/testing/test-wardroom.fixture";
import { listener } from "../../../scripts/listener.mjs";

/** The API on a port of its own, as `scripts/serve.mjs` has it answered. */
export async function listenForApi(): Promise<{ port: number; close: () => void }> {
  const { answer } = (await import(/* @vite-ignore */ join(PROJECT, "app/api/answer.ts"))) as { answer: Answer };
  const answering = listener(answer);
  const server = createServer((incoming, outgoing) => void answering(incoming, outgoing));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { port, close: () => server.close().closeAllConnections() };
}
