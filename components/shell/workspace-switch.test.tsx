// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inPage } from "@/components/testing/in-page.fixture";
import { runAction } from "@/components/ui/action-registry";
import { WorkspaceSwitch } from "@/components/shell/sidebar";

const went: string[] = [];
const root = inPage();
let served: string[];

beforeEach(() => {
  vi.stubGlobal("IntersectionObserver", undefined);
  vi.stubGlobal("fetch", (address: string) => {
    const items = served.map((name) => ({ name, sessions: 1, folder: "there" }));
    const count = { waiting: address.includes("/payments/") ? 3 : 0, unread: 0, snoozed: 0, sessions: [] };
    return Promise.resolve(Response.json(address.endsWith("/workspaces") ? { items, nextCursor: null } : count));
  });
});
afterEach(() => {
  went.splice(0);
});

async function show(...names: string[]): Promise<void> {
  served = names;
  const router = { push: (href: string) => went.push(href), prefetch: () => undefined };
  await act(async () => {
    root.render(
      <AppRouterContext.Provider value={router as never}>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <WorkspaceSwitch workspace="demo" />
        </QueryClientProvider>
      </AppRouterContext.Provider>,
    );
    await Promise.resolve();
  });
}

const button = () => document.querySelector("button");
const links = () => [...document.querySelectorAll("li a")];
const until = (isSo: () => boolean) => act(() => vi.waitFor(() => expect(isSo()).toBe(true)));

test("lists the other workspaces with what waits in each, once it is opened", async () => {
  await show("demo", "payments", "ledger");
  await until(() => button() !== null);
  expect(button()?.getAttribute("aria-expanded")).toBe("false");
  expect(links()).toHaveLength(0);
  act(() => button()?.click());
  expect(button()?.getAttribute("aria-expanded")).toBe("true");
  await until(() => links()[0]?.textContent === "payments3 (waiting for you)");
  expect(links().map((link) => link.getAttribute("href"))).toEqual(["/payments", "/ledger"]);
});

test("offers each of them in the palette", async () => {
  await show("demo", "payments");
  await until(() => button() !== null);
  act(() => runAction("go.workspace.payments"));
  expect(went).toEqual(["/payments"]);
});

test("shows the name alone where there is one workspace", async () => {
  await show("demo");
  expect(button()).toBeNull();
  expect(document.body.textContent).toBe("demo");
});
