// @vitest-environment jsdom
import { act, useLayoutEffect, useMemo } from "react";
import { expect, test } from "vitest";
import { inPage } from "@/components/testing/in-page.fixture";
import { useSteady } from "@/components/shell/use-steady";
import type { Need } from "@/lib/contracts/needs";
import { holdNew } from "./needs-list";

const root = inPage();
let steady: { shown: readonly Need[]; waiting: number; showLatest: () => void };

function Probe({ needs, engaged }: { needs: Need[]; engaged: boolean }) {
  const value = useSteady<readonly Need[]>(
    needs,
    useMemo(() => holdNew(engaged), [engaged]),
  );
  useLayoutEffect(() => {
    steady = value;
  });
  return null;
}

function show(keys: string, engaged: boolean) {
  const needs = [...keys].map((key): Need => ({
    kind: "long",
    key,
    session: "s",
    role: null,
    at: null,
    atLeast: false,
    read: false,
    snoozedUntil: null,
    assignee: null,
    urgency: "later",
    lines: 600,
  }));
  act(() => root.render(<Probe needs={needs} engaged={engaged} />));
  return steady.shown.map((need) => need.key).join("");
}

test("nobody at the list: it follows", () => {
  expect(show("ab", false)).toBe("ab");
  expect(show("xab", false)).toBe("xab");
});

test("somebody at the list: what is new waits, what is settled goes", () => {
  show("abc", true);
  expect(show("xab", true)).toBe("ab");
  expect(steady.waiting).toBe(1);
  act(() => steady.showLatest());
  expect(steady.shown.map((need) => need.key).join("")).toBe("xab");
  expect(steady.waiting).toBe(0);
});

test("what comes into an empty list moves nothing and shows at once", () => {
  show("", true);
  expect(show("a", true)).toBe("a");
  expect(steady.waiting).toBe(0);
  expect(show("", true)).toBe("");
  expect(show("b", true)).toBe("");
});

test("leaving the list lets it follow again", () => {
  show("a", true);
  show("ba", true);
  expect(show("ba", false)).toBe("ba");
});
