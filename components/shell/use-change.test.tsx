// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, QueryObserver } from "@tanstack/react-query";
import { act, useLayoutEffect } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useActions } from "@/components/ui/action-registry";
import { showToasts, type ToastMessage } from "@/components/ui/toast-queue";
import { RequestError } from "@/lib/client/request-error";
import { foreseen, isOwnUnderWay, useChange } from "./use-change";

const KEY = ["workspace", "w", "agents"];
const shown: ToastMessage[] = [];
const read = vi.fn(() => Promise.resolve("agents"));
let root: Root;
let client: QueryClient;
let change: ReturnType<typeof useChange>;
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
  const value = useChange([KEY], { undoKey: "u" });
  useLayoutEffect(() => {
    change = value;
  });
  return null;
}

const refused = new RequestError("conflict", "Somebody was first.", 409);

test("what was done says so, and what rests on it is read anew", async () => {
  let done = false;
  await act(async () => {
    done = await change.run({
      send: () => Promise.resolve("It"),
      done: (answer) => ({ title: `${answer} is done` }),
      failed: "Not done",
    });
  });
  expect(done).toBe(true);
  expect(shown).toEqual([{ title: "It is done" }]);
  expect(read).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(change.busy).toBe(false));
});

test("what failed is not taken for done, says why, and is read anew as well", async () => {
  let done = true;
  await act(async () => {
    done = await change.run({ send: () => Promise.reject(refused), failed: "Not done" });
  });
  expect(done).toBe(false);
  expect(shown).toEqual([expect.objectContaining({ title: "Not done", detail: "Somebody was first.", tone: "bad" })]);
  expect(read).toHaveBeenCalledTimes(1);
});

test("what failed offers the next step, at once where the page has it and else on its page", async () => {
  const steps = [{ operation: "role.add", label: "Open Settings", href: "/w/settings" }];
  const unknown = new RequestError("not_found", "There is no such role.", 404, "Add it.", undefined, steps);
  const make = () =>
    act(async () => {
      await change.run({ send: () => Promise.reject(unknown), failed: "Not done" });
    });
  await make();
  expect(shown.at(-1)?.action).toEqual({ label: "Open Settings", href: "/w/settings" });
  const add = vi.fn();
  function Page() {
    useActions([{ id: "role.add", label: "Add a role…", group: "Page", run: add }]);
    return null;
  }
  const page = createRoot(document.body.appendChild(document.createElement("div")));
  act(() => page.render(<Page />));
  await make();
  expect(shown.at(-1)?.action).toEqual({ label: "Add a role…", run: add });
  act(() => page.unmount());
});

test("whoever shows a failure otherwise is given it, and nothing else is said", async () => {
  const failed = vi.fn();
  await act(async () => {
    await change.run({ send: () => Promise.reject(refused), failed });
  });
  expect(failed).toHaveBeenCalledExactlyOnceWith(refused);
  expect(shown).toEqual([]);
});

test("what is foreseen is shown until it is refused, and until then counts as the reader's own doing", async () => {
  const query = { queryKey: [...KEY, "list"] };
  let afterwards: unknown;
  await act(async () => {
    let refuse: (error: Error) => void = () => undefined;
    const done = change.run({
      foresee: [foreseen(query, () => "foreseen")],
      send: () => new Promise((_, reject) => (refuse = reject)),
      failed: () => void (afterwards = client.getQueryData(query.queryKey)),
    });
    await vi.waitFor(() => expect(client.getQueryData(query.queryKey)).toBe("foreseen"));
    expect(isOwnUnderWay()).toBe(true);
    refuse(refused);
    await done;
  });
  expect(afterwards).toBe("agents");
});

test("what can be undone is undone by its message or by the key, once and the newest first", async () => {
  const undo = vi.fn((title: string) => Promise.resolve(title));
  const make = (title: string) =>
    change.run({
      send: () => Promise.resolve(),
      done: () => ({ title, undo: () => undo(title) }),
      failed: "Not done",
    });
  for (const title of ["First", "Second"]) {
    await act(async () => {
      await make(title);
    });
  }
  expect(change.lastDone?.title).toBe("Second");
  await act(async () => {
    change.undoLast();
    await vi.waitFor(() => expect(shown.at(-1)).toEqual({ title: "Undone: Second" }));
  });
  expect(change.lastDone?.title).toBe("First");
  await act(async () => {
    const action = shown[0]?.action;
    if (action && "run" in action) action.run();
    await vi.waitFor(() => expect(shown.at(-1)).toEqual({ title: "Undone: First" }));
  });
  expect(change.lastDone).toBeUndefined();
  expect(undo.mock.calls).toEqual([["Second"], ["First"]]);
});

test("without a title for it, a refusal is the form's to show until the next try begins", async () => {
  await act(async () => {
    await change.run({ send: () => Promise.reject(refused) });
  });
  expect([shown, change.refused, change.fault]).toEqual([[], refused, "Somebody was first."]);
  let answer: () => void = () => undefined;
  const sent = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)));
  let done: Promise<boolean> | undefined;
  await act(async () => {
    done = change.run({ send: sent });
    await vi.waitFor(() => expect(sent).toHaveBeenCalled());
  });
  expect([change.refused, change.fault]).toEqual([undefined, undefined]);
  await act(async () => {
    answer();
    await done;
  });
  expect([change.refused, change.fault]).toEqual([undefined, undefined]);
});
