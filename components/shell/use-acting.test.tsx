// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, QueryObserver } from "@tanstack/react-query";
import { act, useLayoutEffect } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showToasts, type ToastMessage } from "@/components/ui/toast-queue";
import { RequestError } from "@/lib/client/request-error";
import { useActing } from "./use-acting";

const KEY = ["workspace", "w", "agents"];
const shown: ToastMessage[] = [];
const read = vi.fn(() => Promise.resolve("agents"));
let root: Root;
let client: QueryClient;
let acting: ReturnType<typeof useActing>;
let stops: (() => void)[];

beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const observer = new QueryObserver(client, { queryKey: [...KEY, "list"], queryFn: read });
  stops = [showToasts((message) => shown.push(message)), observer.subscribe(() => undefined)];
  root = createRoot(document.body.appendChild(document.createElement("div")));
  act(() => {
    root.render(
      <QueryClientProvider client={client}>
        <Probe />
      </QueryClientProvider>,
    );
  });
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("agents"));
  read.mockClear();
});
afterEach(() => {
  act(() => root.unmount());
  for (const stop of stops) stop();
  client.clear();
  shown.splice(0);
  vi.unstubAllGlobals();
});

function Probe() {
  const value = useActing(KEY);
  useLayoutEffect(() => {
    acting = value;
  });
  return null;
}

test("what was done says so, and what rests on it is read anew", async () => {
  let done = false;
  await act(async () => {
    done = await acting.run(() => Promise.resolve({ title: "Done" }), "Not done");
  });
  expect(done).toBe(true);
  expect(shown).toEqual([{ title: "Done" }]);
  expect(read).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(acting.busy).toBe(false));
});

test("what failed is not taken for done, says why, and is read anew as well", async () => {
  let done = true;
  await act(async () => {
    const refused = new RequestError("conflict", "Somebody was first.", 409);
    done = await acting.run(() => Promise.reject(refused), "Not done");
  });
  expect(done).toBe(false);
  expect(shown).toEqual([expect.objectContaining({ title: "Not done", detail: "Somebody was first.", tone: "bad" })]);
  expect(read).toHaveBeenCalledTimes(1);
});
