import { z } from "zod";
import type { Call } from "@/lib/mcp/call";
import { mayRead } from "@/lib/mcp/resources";

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
