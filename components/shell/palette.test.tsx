// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useActions } from "@/components/ui/action-registry";
import type { SearchResult, SearchResults } from "@/lib/contracts/search";
import { Palette } from "./palette";

const asked: string[] = [];
const went: string[] = [];
const ran: string[] = [];
let root: Root;
let answer: SearchResults;
/** The files that hold the words in their path. */
let files: string[];

const NO_FACETS = { kind: [], role: [], tag: [], state: [], session: [] };
const RESULT: SearchResult = {
  kind: "item",
  title: "implementer-1 · retry-queue",
  titleMatches: [{ start: 16, end: 21 }],
  snippet: { text: "The lease outlives a retry", matches: [{ start: 21, end: 26 }] },
  path: ".agent/teams/retry-queue/TEAM-MEMORY.md",
  line: 12,
  link: "/demo/sessions/retry-queue/memory?state=all&item=1",
  session: "retry-queue",
  role: "implementer-1",
  tag: "Finding",
  state: "active",
  at: "2026-11-24T09:30:00.000Z",
};

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal("fetch", (address: string) => {
    asked.push(address);
    return Promise.resolve(Response.json(isOfFiles(address) ? listOf(files) : answer));
  });
  files = [];
  answer = {
    items: [RESULT],
    total: 1,
    facets: NO_FACETS,
    nextCursor: null,
    index: { complete: true, documents: 1, read: 1 },
  };
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
  for (const list of [asked, went, ran]) list.splice(0);
  document.body.replaceChildren();
});

const isOfFiles = (address: string) => address.startsWith("/api/v1/workspaces/demo/files");
const listOf = (paths: readonly string[]) => ({ items: paths.map((path) => ({ path })), total: paths.length });

function Actions() {
  useActions([
    { id: "a.retry", label: "Retry everything", group: "Page", run: () => ran.push("retry") },
    { id: "a.other", label: "Go to Overview", group: "Go to", run: () => ran.push("overview") },
  ]);
  return null;
}

async function show(typed: string, entered = false): Promise<void> {
  const router = { push: (href: string) => went.push(href) };
  await act(async () => {
    root.render(
      <AppRouterContext.Provider value={router as never}>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <Actions />
          <Palette workspace="demo" typed={typed} entered={entered} onClose={() => undefined} />
        </QueryClientProvider>
      </AppRouterContext.Provider>,
    );
    await Promise.resolve();
  });
}

const rows = () => [...document.querySelectorAll("[cmdk-item]")];
const until = (isSo: () => boolean) => act(() => vi.waitFor(() => expect(isSo()).toBe(true)));
const press = (key: string) =>
  act(async () => {
    const field = document.querySelector("input");
    field?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    await Promise.resolve();
  });

test("what can be done stands before what is found, and both are reached by keys alone", async () => {
  await show("retry");
  await until(() => rows().length === 2);
  expect(asked.filter((address) => !isOfFiles(address))).toEqual(["/api/v1/workspaces/demo/search?q=retry&limit=8"]);
  expect(rows()[0]?.textContent).toBe("Retry everything");
  expect(rows()[1]?.textContent).toContain("TEAM-MEMORY.md:12");
  expect([...(rows()[1]?.querySelectorAll("mark") ?? [])].map((mark) => mark.textContent)).toEqual(["retry", "retry"]);
  expect(document.querySelector("[role=status]")?.textContent).toBe("1 found for retry");
  await press("ArrowDown");
  await until(() => rows()[1]?.getAttribute("aria-selected") === "true");
  await press("Enter");
  await until(() => went.length === 1);
  expect(went).toEqual([RESULT.link]);
  expect(ran).toEqual([]);
});

test("where only something is found, the first of it is chosen already; the rest is a page away", async () => {
  answer = { ...answer, total: 31, index: { complete: true, documents: 4, read: 4 } };
  await show("lease");
  await until(() => rows()[0]?.getAttribute("aria-selected") === "true");
  expect(rows().map((row) => row.textContent)).toEqual([expect.stringContaining("The lease"), "Show all 31"]);
  await press("ArrowUp");
  await press("Enter");
  await until(() => went.length === 1);
  expect(went).toEqual(["/demo/search?q=lease"]);
});

test("items of sessions come first, also where others are found better, and Enter opens the first", async () => {
  const knowledge = (line: number): SearchResult => ({
    ...RESULT,
    kind: "knowledge",
    line,
    link: `/demo/files?line=${line}`,
  });
  const best = Array.from({ length: 8 }, (_, line) => knowledge(line));
  const facets = {
    ...NO_FACETS,
    kind: [
      { value: "knowledge", count: 40 },
      { value: "item", count: 2 },
    ],
  };
  vi.stubGlobal("fetch", (address: string) => {
    if (isOfFiles(address)) return Promise.resolve(Response.json(listOf(files)));
    const items = address.includes("kind=item") ? [RESULT, { ...RESULT, line: 13 }] : best;
    return Promise.resolve(Response.json({ ...answer, items, total: 42, facets }));
  });
  await show("lease");
  await until(() => rows()[0]?.getAttribute("aria-selected") === "true");
  const shown = rows().map((row) => /Finding|Knowledge|Show all 42/.exec(row.textContent)?.[0]);
  expect(shown).toEqual(["Finding", "Finding", ...best.slice(2).map(() => "Finding"), "Show all 42"]);
  await press("Enter");
  await until(() => went.length === 1);
  expect(went).toEqual([RESULT.link]);
});

test("Enter pressed before the hits are there waits for them and opens the first", async () => {
  const late: (() => void)[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    await new Promise<void>((resolve) => late.push(resolve));
    return Response.json(isOfFiles(address) ? listOf(files) : answer);
  });
  await show("lease");
  await press("Enter");
  await until(() => late.length === 2);
  expect(went).toEqual([]);
  for (const come of late) come();
  await until(() => went.length === 1);
  expect(went).toEqual([RESULT.link]);
});

test("Enter pressed before the palette is there does what it would do in it", async () => {
  await show("lease", true);
  await until(() => went.length === 1);
  expect(went).toEqual([RESULT.link]);
  act(() => root.unmount());
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await show("retry every", true);
  await until(() => ran.length === 1);
  expect(ran).toEqual(["retry"]);
});

test("a file is found by a part of its path, behind what is found in texts", async () => {
  files = [".agent/teams/lease/plan.md"];
  await show("lease");
  await until(() => rows().length === 2);
  expect(rows()[1]?.textContent).toBe(".agent/teams/lease/plan.md");
  await press("ArrowUp");
  await press("Enter");
  await until(() => went.length === 1);
  expect(went).toEqual(["/demo/files?path=.agent%2Fteams%2Flease%2Fplan.md"]);
});

test("what has its letters only far apart is no action that is meant", async () => {
  await show("tyin");
  await until(() => document.body.textContent.includes("The lease"));
  expect(rows()[0]?.getAttribute("aria-selected")).toBe("true");
  expect(rows()[0]?.textContent).toContain("TEAM-MEMORY.md:12");
});

test("nothing is asked for no words", async () => {
  await show("");
  await until(() => rows().length === 2);
  expect(asked).toEqual([]);
});

test("it is said when nothing is found, and how far the index is while it is being read", async () => {
  answer = { ...answer, items: [], total: 0 };
  await show("zzzz");
  await until(() => document.body.textContent.includes("No results"));
  answer = { ...answer, items: [RESULT], total: 1, index: { complete: false, documents: 9, read: 3 } };
  await act(async () => {
    root.unmount();
    await Promise.resolve();
  });
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await show("lease");
  await until(() => document.body.textContent.includes("Found so far, in 3 of 9 files"));
});
