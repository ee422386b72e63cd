import type { Event, EventFilter } from "@/lib/contracts/events";
import type { Caller } from "@/lib/services/caller";
import type { Services } from "@/lib/services/services";

const COLUMNS = ["id", "at", "actor", "actorKind", "source", "action", "target", "session", "payload", "hash"] as const;

/** All events that pass the filter, newest first, one a line, written as they are read. */
export function exportEvents(
  services: Services,
  caller: Caller,
  params: { workspace: string },
  filter: EventFilter,
): Response {
  const { format } = filter;
  const encoder = new TextEncoder();
  let cursor: string | undefined;
  let first = true;
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const page = await services.events.list(caller, params, { ...filter, format: "json", limit: 500, cursor });
      const head = first && format === "csv" ? `${COLUMNS.join(",")}\n` : "";
      first = false;
      controller.enqueue(encoder.encode(head + page.items.map(format === "csv" ? csvLine : jsonLine).join("")));
      if (page.nextCursor === null) controller.close();
      else cursor = page.nextCursor;
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
