/**
 * The same answer; `afterwards` is done once all of it was taken by whoever sends it, and never where the client left before.
 * What fails then is not told: it was extra work for an answer that is out.
 */
export function whenDelivered(
  { body, status, headers }: Response,
  afterwards: readonly (() => Promise<unknown>)[],
): Response {
  const reader = body?.getReader();
  const followed = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const part = await reader?.read();
        if (part?.value !== undefined) {
          controller.enqueue(part.value);
          return;
        }
        await Promise.allSettled(afterwards.map((work) => work()));
        controller.close();
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    // Nothing is taken in advance: a part that is asked for was preceded by others that were sent.
    { highWaterMark: 0 },
  );
  return new Response(followed, { status, headers });
}
