import { appliedBesides } from "@/lib/core/context/standing";
import { GiveAck, type Update } from "@/lib/contracts/context";
import { parseInput } from "@/lib/contracts/parse-input";
import { AckTool, LostTool, UpdatesTool } from "@/lib/contracts/session-tools";
import { AppError } from "@/lib/core/errors";
import { defineTool } from "@/lib/mcp/define-tool";
import { ANSWER_BYTES, bytesOf, cutText } from "@/lib/mcp/fit";
import { actorOf } from "@/lib/services/workspace/caller";
import { PLAIN_REQUEST } from "@/lib/services/workspace/change-request";

/** What a model is told that left something out. */
const WHOLE_ACK =
  "Give version, applied, total and action; version, total and unclear; or the [ACK] message as `text` alone.";

/** Receiving the versions of the context, and confirming them. */
export const contextTools = [
  defineTool({
    name: "updates",
    title: "Context updates waiting for you",
    description: "Context versions you have not acknowledged, whole.",
    place: "session",
    effect: "reads",
    ...UpdatesTool,
    run: async (call, { role, wait, update, from }) => {
      const { services, caller, params, signal } = call;
      const query = { ...(role !== undefined && { role }), wait: update === undefined ? wait : 0 };
      const { items } = await services.context.updates(caller, params, query, signal);
      const wanted = update === undefined ? items : items.filter(({ id }) => id === update);
      if (update !== undefined && wanted.length === 0) throw noUpdate(update);
      return show(wanted, from);
    },
  }),

  defineTool({
    name: "ack",
    title: "Acknowledge a context update",
    description:
      "Confirm the newest update you read: version, applied, total, action; or version, total and what is `unclear`, with a `question`.",
    place: "session",
    effect: "writes",
    audience: "roles",
    idempotent: true,
    ...AckTool,
    run: async (
      { services, caller, params },
      { role, text, impact, unclear, question, version, applied, total, action },
    ) => {
      const asked = { ...(unclear && { unclear }), ...(question && { question }) };
      const count = applied ?? (total === undefined ? undefined : (appliedBesides(unclear, total) ?? undefined));
      const does = action ?? (count !== undefined && applied === undefined ? "NEED_CLARIFICATION" : undefined);
      const fields = { version, applied: count, total, action: does, ...(impact && { impact }), ...asked };
      const said = { role: role ?? actorOf(caller), ...(text === undefined ? fields : { text }) };
      const body = parseInput(GiveAck, said, "the arguments", WHOLE_ACK);
      const given = await services.context.give(caller, params, body, PLAIN_REQUEST);
      const { ack, leadAction: next, repeated } = given;
      const put = given.question === undefined ? {} : { question: given.question };
      return { role: ack.role, version: ack.version, confirmed: ack.confirmed, repeated, next, ...put };
    },
  }),

  defineTool({
    name: "lost",
    title: "Report that your context is lost",
    description: "After your conversation was compacted or cleared: all is sent again. Then `inbox`.",
    place: "session",
    effect: "writes",
    audience: "roles",
    ...LostTool,
    run: async ({ services, caller, params }, { role }) => {
      const body = { role: role ?? actorOf(caller), status: "CONTEXT_LOST" } as const;
      const { role: of, deliveries } = await services.context.reportLost(caller, params, body, PLAIN_REQUEST);
      return { role: of, deliveries };
    },
  }),
];

/** As many updates as fit, oldest first; the last of them may go on. */
function show(updates: readonly Update[], from: number) {
  const items = [];
  let bytes = 0;
  for (const { id, version, kind, mode, reason, fromVersion, author, total, text } of updates) {
    const room = ANSWER_BYTES - bytes;
    const part = cutText(text, items.length === 0 ? from : 0, room);
    if (items.length > 0 && part.next !== null) break;
    items.push({ id, version, kind, mode, reason, fromVersion, author, total, ...part });
    bytes += bytesOf(part.text);
    if (bytes >= ANSWER_BYTES) break;
  }
  return { items, more: updates.length - items.length };
}

function noUpdate(id: string): AppError {
  return new AppError("not_found", `No update ${id} is waiting.`, {
    hint: "Call `updates` without arguments for those that are.",
    errors: [{ path: "update", message: "is not waiting" }],
  });
}
