import { setImmediate as breathe } from "node:timers/promises";

/**
 * The same answer; `afterwards` is begun once all of it but its last byte was taken by whoever sends it, and never where the client
 * left before: `signal` tells of one whose connection ended, which may look as if it still read. Without that byte no client goes on.
 * The list is looked at then: an answer that is a stream begins before anything is known of it. What fails is not told: it was
 * extra work for an answer that is out.
 */
export function whenDelivered(
  { body, status, headers }: Response,
  afterwards: readonly (() => Promise<unknown>)[],
  signal: AbortSignal,
): Response {
  const reader = body?.getReader();
  if (reader === undefined) return new Response(null, { status, headers });
  let held = new Uint8Array();
  const followed = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        for (;;) {
          const { value } = await reader.read();
          if (value === undefined) break;
          const parts = Buffer.concat([held, value]);
          if (parts.length === 0) continue;
          held = Uint8Array.from(parts.subarray(-1));
          if (parts.length === 1) continue;
          controller.enqueue(Uint8Array.from(parts.subarray(0, -1)));
          return;
        }
        // Where the client left meanwhile, the loop hears it in its next turn at the latest: the sockets are looked at between these.
        await breathe();
        await breathe();
        // Not waited for: a server that dies meanwhile has answered, and what it had not noted is shown again rather than never.
        if (!signal.aborted) for (const work of afterwards) void work().catch(() => undefined);
        if (held.length > 0) controller.enqueue(held);
        controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Nothing is taken in advance: a part that is asked for was preceded by others that were sent.
    { highWaterMark: 0 },
  );
  return new Response(followed, { status, headers });
}
