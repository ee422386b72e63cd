/**
 * The same answer; `afterwards` is done once all of it but its last byte was taken by whoever sends it, and never where the
 * client left before. Without that byte no client takes the answer for complete, so its next call comes after. The list is
 * looked at in the end: an answer that is a stream begins before anything is known of it. What fails then is not told: it was
 * extra work for an answer that is out.
 */
export function whenDelivered(
  { body, status, headers }: Response,
  afterwards: readonly (() => Promise<unknown>)[],
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
          if (value.length === 0) continue;
          const before = held;
          held = value.slice(-1);
          if (before.length + value.length === 1) continue;
          controller.enqueue(Buffer.concat([before, value.subarray(0, -1)]));
          return;
        }
        await Promise.allSettled(afterwards.map((work) => work()));
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
