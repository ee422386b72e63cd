// @vitest-environment jsdom
import { act, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useTinted } from "./use-tinted";

let tinted: ReturnType<typeof useTinted>;
function Probe() {
  const value = useTinted();
  useLayoutEffect(() => {
    tinted = value;
  });
  return null;
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("what has just come is tinted until the tint has faded, and nothing is waited for before", () => {
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  act(() => root.render(<Probe />));
  expect(vi.getTimerCount()).toBe(0);
  act(() => tinted[1](new Set(["a"])));
  expect([...tinted[0]]).toEqual(["a"]);
  act(() => void vi.runAllTimers());
  expect([...tinted[0]]).toEqual([]);
  act(() => root.unmount());
});
