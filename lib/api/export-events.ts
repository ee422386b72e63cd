import type { Event, EventFilter } from "@/lib/contracts/events";
import type { Caller } from "@/lib/services/workspace/caller";
import type { Services } from "@/lib/services/services";

const COLUMNS = ["id", "at", "actor", "actorKind", "source", "action", "target", "session", "payload", "hash"] as const;

/**
 * All events that pass the filter, newest first, one a line, written as they are read. The first are read before the
 * answer begins: what cannot be exported is refused as any other request is.
 */
export async function exportEvents(
  services: Services,
  caller: Caller,
  params: { workspace: string },
  filter: EventFilter,
): Promise<Response> {
  const { format } = filter;
  const read = (cursor: string | undefined) =>
    services.events.list(caller, params, { ...filter, format: "json", limit: 500, cursor });
  const encoder = new TextEncoder();
  let head = format === "csv" ? `${COLUMNS.join(",")}\n` : "";
  const first = await read(filter.cursor);
  let next = () => Promise.resolve(first);
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { items, nextCursor } = await next();
      controller.enqueue(encoder.encode(head + items.map(format === "csv" ? csvLine : jsonLine).join("")));
      head = "";
      if (nextCursor === null) controller.close();
      else next = () => read(nextCursor);
    },
  });
  const type = format === "csv" ? "text/csv" : "application/jsonl";
  return new Response(body, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "content-disposition": `attachment; filename="${params.workspace}-history.${format}"`,
      "cache-control": "no-store",
    },
  });
}

function jsonLine(event: Event): string {
  return `${JSON.stringify(event)}\n`;
}

function csvLine(event: Event): string {
  return `${COLUMNS.map((column) => csvCell(event[column])).join(",")}\n`;
}

/** A cell that a spreadsheet shows as text: what could be read as a formula is quoted with an apostrophe. */
function csvCell(value: string | number | null | Record<string, unknown>): string {
  const text = typeof value === "object" ? (value === null ? "" : JSON.stringify(value)) : String(value);
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text; // =HYPERLINK(…)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe; // 재시도, 원장
}
