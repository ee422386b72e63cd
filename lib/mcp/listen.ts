import { z } from "zod";
import type { Call } from "@/lib/mcp/call";
import { mayRead } from "@/lib/mcp/resources";
import type { Caller } from "@/lib/services/caller";
import type { Services } from "@/lib/services/services";

/** Documents that one subscription may name. */
const MOST_ADDRESSES = 200;

/** A request for a stream of changes; whatever else it holds is the package's to check. */
const Listen = z.looseObject({
  method: z.literal("subscriptions/listen"),
  params: z.looseObject({
    notifications: z.looseObject({ resourceSubscriptions: z.array(z.string()).optional() }),
  }),
});
export type Listen = z.infer<typeof Listen>;

/** The message as a request to listen, or null for any other. */
export function asListen(message: unknown): Listen | null {
  const parsed = Listen.safeParse(message);
  return parsed.success ? parsed.data : null;
}

/** The message with those documents alone that the caller may read: the acknowledgement then names what will be told. */
export async function withReadable(call: Call, message: Listen): Promise<Listen> {
  const { notifications } = message.params;
  const named = notifications.resourceSubscriptions;
  if (named === undefined) return message;
  const addresses = [...new Set(named)].slice(0, MOST_ADDRESSES);
  const readable = await Promise.all(addresses.map((address) => mayRead(call, address)));
  const resourceSubscriptions = addresses.filter((_, index) => readable[index]);
  return { ...message, params: { ...message.params, notifications: { ...notifications, resourceSubscriptions } } };
}

/** The open streams, each of which ends with its credential. */
export class Listeners {
  readonly #open = new Map<AbortController, Caller>();

  constructor(private readonly services: Services) {}

  get size(): number {
    return this.#open.size;
  }

  /**
   * A signal that ends a stream of this caller, and what ties it to the stream: once that is over, for whatever reason,
   * nothing is kept of it.
   */
  open(caller: Caller): { signal: AbortSignal; follow: (response: Response) => Response } {
    const ending = new AbortController();
    this.#open.set(ending, caller);
    const over = () => this.#open.delete(ending);
    return {
      signal: ending.signal,
      follow: (response) => {
        if (response.body === null || !response.headers.get("content-type")?.startsWith("text/event-stream")) {
          over();
          return response;
        }
        const reader = response.body.getReader();
        const body = new ReadableStream<Uint8Array>({
          pull: async (controller) => {
            const { done, value } = await reader.read();
            if (!done) {
              controller.enqueue(value);
              return;
            }
            over();
            controller.close();
          },
          cancel: async (reason) => {
            over();
            await reader.cancel(reason);
          },
        });
        return new Response(body, { status: response.status, headers: response.headers });
      },
    };
  }

  /** Ends the streams of those whose credential is none any more. */
  async check(): Promise<void> {
    for (const [ending, caller] of this.#open) {
      if (!(await this.services.authentication.isValid(caller))) ending.abort();
    }
  }
}
