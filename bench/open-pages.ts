// What an append costs the server while pages show the memory that is written to: their streams, and what they read because of it.
import { setTimeout as wait } from "node:timers/promises";
import { QueryObserver } from "@tanstack/react-query";
import { memoryQuery, relaysQuery } from "@/lib/client/memory";
import { needCountQuery } from "@/lib/client/needs";
import { createQueryClient } from "@/lib/client/query-client";
import { createRefresher } from "@/lib/client/refresh";
import { sessionsQuery } from "@/lib/client/sessions";
import { signInFor } from "../e2e/sign-in.mjs";
import { cpuOf } from "./cpu";
import { ms, printTable } from "./report";
import { startBench, type BenchServer } from "./workspace";

const APPENDS = 40;
/** Between two appends: each is a change of its own. Milliseconds. */
const APART_MS = 400;
const SCOPE = { workspace: "bench", session: "s0" };

/** Measures appends with no page, one, and a hundred open on memories of 500 and 5,000 items. */
export async function benchOpenPages(): Promise<void> {
  const rows: string[][] = [];
  for (const items of [500, 5000]) {
    for (const pages of [0, 1, 100]) rows.push([String(items), String(pages), ...(await measure(items, pages))]);
  }
  const head = ["items", "pages", "processor ms an append", "requests an append", "KB read an append, all pages"];
  printTable("An append while pages show that memory: the server's processor time", head, rows);
}

async function measure(items: number, pages: number): Promise<string[]> {
  const server = await startBench(1, items);
  const stopping = new AbortController();
  const read = { requests: 0, bytes: 0 };
  try {
    const cookie = await signInFor(server);
    const { fetch } = globalThis;
    globalThis.fetch = async (address, options = {}) => {
      if (typeof address !== "string" || address.startsWith("http")) return fetch(address, options);
      read.requests++;
      const headers = { ...(options.headers as Record<string, string>), cookie };
      const response = await fetch(`${server.url}${address}`, { ...options, headers });
      const body = await response.arrayBuffer();
      read.bytes += body.byteLength;
      return new Response(response.status === 304 ? null : body, response);
    };
    for (let page = 0; page < pages; page++) await openPage(server, cookie, stopping.signal, read);
    await wait(3000);
    for (let count = 0; count < 5; count++) await append(server, count);
    await wait(2000);
    Object.assign(read, { requests: 0, bytes: 0 });
    const before = cpuOf(server.pid);
    for (let count = 0; count < APPENDS; count++) await append(server, count);
    await wait(1000);
    const cost = (cpuOf(server.pid) - before) / APPENDS;
    globalThis.fetch = fetch;
    return [ms(cost), (read.requests / APPENDS).toFixed(2), (read.bytes / APPENDS / 1024).toFixed(1)];
  } finally {
    stopping.abort();
    await server.stop();
  }
}

async function openPage(server: BenchServer, cookie: string, signal: AbortSignal, read: { bytes: number }) {
  const client = createQueryClient();
  const refresher = createRefresher(client, "bench");
  const { body } = await fetch(`${server.url}/api/v1/workspaces/bench/events/stream`, { headers: { cookie }, signal });
  const queries = [memoryQuery(SCOPE), relaysQuery(SCOPE), sessionsQuery("bench"), needCountQuery("bench")];
  const observers = queries.map((query) => new QueryObserver(client, query as never));
  for (const observer of observers) observer.subscribe(() => undefined);
  // What they would ask again later keeps the process up.
  signal.addEventListener("abort", () => {
    for (const observer of observers) observer.destroy();
    client.clear();
  });
  const hear = async () => {
    let rest = "";
    for await (const part of body ?? []) {
      read.bytes += part.byteLength;
      const messages = (rest + new TextDecoder().decode(part)).split("\n\n");
      rest = messages.pop() ?? "";
      for (const message of messages) {
        const [, name = "", data = "{}"] = /event: (.*)\ndata: (.*)$/m.exec(message) ?? [];
        if (name === "changed")
          (refresher as { onChanged?: (change: never) => void }).onChanged?.(JSON.parse(data) as never);
        else if (message.startsWith("id:")) refresher.onEvent(JSON.parse(data) as never);
      }
    }
  };
  hear().catch(() => undefined);
}

async function append({ url, targets: [target] }: BenchServer, count: number): Promise<void> {
  const response = await fetch(url + (target?.path ?? ""), {
    method: "POST",
    headers: { authorization: `Bearer ${target?.token ?? ""}`, "content-type": "application/json" },
    body: JSON.stringify({ tag: "Finding", text: `Arrival ${count} of another program in src/queue/retry.ts` }),
  });
  if (response.status !== 201) throw new Error(await response.text());
  await wait(APART_MS);
}
