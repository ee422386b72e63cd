import { readFileSync } from "node:fs";
import type { Send } from "@/lib/soak/send.fixture";

/** What stands before an item's text: `- [Finding] 2026-11-23T04:01:15Z `, or without the time where its neighbours have none. */
const ITEM = /^- \[Finding\] (\d{4}-\d\d-\d\dT\S+Z )?/;
const BASE = "/api/v1/workspaces/demo";

/** The text of an item's line; another line as it is. */
export function itemText(line: string): string {
  return line.replace(ITEM, "").trim();
}

/** Texts of items that are neither in a session's TEAM-MEMORY.md, which lies at `file`, nor in any revision of it. */
export async function findLost(send: Send, file: string, session: string, lines: readonly string[]): Promise<string[]> {
  const missing = new Set(lines);
  const strike = (text: string) => {
    const found = new Set(text.split("\n").map(itemText));
    for (const line of missing) if (found.has(line)) missing.delete(line);
  };
  strike(readFileSync(file, "utf8"));
  const numbers: number[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const { body } = await send(
      "GET",
      `${BASE}/sessions/${session}/memory/revisions?limit=500${cursor === "" ? "" : `&cursor=${cursor}`}`,
    );
    const page = body as { items: { revision: number }[]; nextCursor: string | null };
    numbers.push(...page.items.map(({ revision }) => revision));
    cursor = page.nextCursor;
  }
  for (const number of numbers) {
    if (missing.size === 0) break;
    const { body } = await send("GET", `${BASE}/sessions/${session}/memory/revisions/${number}`);
    strike((body as { text: string }).text);
  }
  return [...missing];
}
