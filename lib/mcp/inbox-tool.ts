import type { Inbox } from "@/lib/contracts/inbox";
import { InboxTool } from "@/lib/contracts/session-tools";
import { renderInbox } from "@/lib/core/inbox/render-inbox";
import { defineTool } from "@/lib/mcp/define-tool";
import { ANSWER_BYTES, bytesOf, cutText } from "@/lib/mcp/fit";

/** What is new for the caller, and nothing else. */
export const inboxTool = defineTool({
  name: "inbox",
  title: "What is new for you",
  description: "Each thing once. Before each step; with `wait` when you wait.",
  place: "session",
  effect: "reads",
  ...InboxTool,
  run: async ({ services, caller, params, signal, onDelivered }, { role, wait, again }) => {
    const flag = again ? "true" : "false";
    const query = { role, wait, again: flag, all: flag } as const;
    const inbox = await services.inbox.read(caller, params, query, signal);
    const { mark } = inbox;
    // Shown is what reached the client: a connection that breaks before leaves the mark where it was.
    if (mark !== null) onDelivered(() => services.inbox.seen(caller, params, { mark }));
    return { text: textOf(inbox) };
  },
  words: ({ text }) => text,
});

/** An inbox in words, cut where it is too long for one answer. */
export function textOf(inbox: Inbox): string {
  const { updates, unconfirmed, entries, left, also } = inbox;
  const isEmpty = entries.length === 0 && left.length === 0 && also.length === 0;
  const news = isEmpty
    ? []
    : [renderInbox(inbox, { again: "inbox {again: true}", approve: (relay) => `approve {relay: "${relay}"}` })];
  let room = ANSWER_BYTES - bytesOf(news);
  const texts = updates.map(({ id, text, total, kind }) => {
    const ask = kind === "guidance" ? "" : `\nThen: ack, total ${total}.`;
    const part = cutText(text.trimEnd(), 0, Math.max(room, 0));
    room -= bytesOf(part.text + ask);
    const more = part.next === null ? "" : `\nGoes on: updates {update: "${id}", from: ${part.next}}`;
    return `${part.text}${more}${ask}`;
  });
  const waits = unconfirmed === null || texts.length > 0 ? [] : [`${unconfirmed} still waits for your ack.`];
  return [...texts, ...news, ...waits].join("\n\n") || "No news.";
}
