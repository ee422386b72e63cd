// @vitest-environment jsdom
import { act, type ComponentProps } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { Link } from "./link";

vi.mock("next/link", () => ({
  default: ({ prefetch, children, ...props }: ComponentProps<"a"> & { prefetch: boolean | null }) => (
    <a {...props} data-ahead={String(prefetch)}>
      {children}
    </a>
  ),
}));

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

test("a link is fetched ahead once it is pointed at or focused, and one of many never", () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  act(() =>
    root.render(
      <>
        <Link href="/a">a</Link>
        <Link href="/b">b</Link>
        <Link href="/c" prefetch={false}>
          c
        </Link>
      </>,
    ),
  );
  const ahead = () => [...document.querySelectorAll("a")].map(({ dataset }) => dataset["ahead"]);
  expect(ahead()).toEqual(["false", "false", "false"]);
  const [a, b, c] = document.querySelectorAll("a");
  act(() => {
    a?.dispatchEvent(new MouseEvent("pointerover", { bubbles: true }));
    b?.focus();
    c?.focus();
  });
  expect(ahead()).toEqual(["null", "null", "false"]);
  act(() => root.unmount());
});
