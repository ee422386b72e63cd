import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { readPage } from "@/components/testing/read-page.fixture";
import { eventsQuery } from "@/lib/client/history";
import { itemLifeQuery, memoryHeadQuery } from "@/lib/client/memory";
import type { Event } from "@/lib/contracts/events";
import { anEvent } from "./history.fixture";
import { SessionHistory } from "./session-history";
import { WorkspaceHistory } from "./workspace-history";

const SCOPE = { workspace: "w", session: "s" };

function read(events: readonly Event[] | undefined, page: "workspace" | "session", address = ""): string {
  const client = new QueryClient();
  const wanted = page === "session" ? { session: "s" } : {};
  if (events) {
    const items = [...events];
    client.setQueryData(eventsQuery("w", wanted).queryKey, {
      pages: [{ items, nextCursor: null }],
      pageParams: [null],
    });
  }
  client.setQueryData(memoryHeadQuery(SCOPE).queryKey, { etag: '"0"', revision: 2, lines: 3 });
  client.setQueryData(itemLifeQuery(SCOPE, "gone").queryKey, { item: null, changes: [], revisions: [] });
  return readPage(page === "session" ? <SessionHistory {...SCOPE} /> : <WorkspaceHistory workspace="w" />, {
    client,
    address,
  });
}

test("what happened is listed down to where the history begins, on the page of a workspace and of a session", () => {
  const events = [anEvent({ id: 2, actor: "tester-1" }), anEvent({ id: 1, action: "session.created" })];
  for (const page of ["workspace", "session"] as const) {
    expect(read(events, page)).toContain("tester-1");
    expect(read(events, page)).toContain("created the session");
    expect(read(events, page)).toContain("Start of history.");
    expect(read(undefined, page)).not.toContain("Nothing has happened yet");
  }
});

test("a history without events says why, and how to see all of it", () => {
  expect(read([], "workspace")).toContain("Create a session; every change");
  expect(read([], "session")).toContain("Every change appears here at once.");
  expect(read([], "session", "?item=gone")).toContain("No revision names this item");
  expect(read([], "session", "?item=gone")).toContain("Show the whole history");
});
