// @vitest-environment jsdom
import { act } from "react";
import { expect, test, vi } from "vitest";
import { inPage } from "@/components/testing/in-page.fixture";
import { ActionKeys } from "./action-keys";
import { listActions, useActions, type Action } from "./action-registry";

const root = inPage();

function Offer({ actions }: { actions: Action[] }) {
  useActions(actions);
  return null;
}

function show(...offers: Action[][]) {
  act(() =>
    root.render(
      <>
        <ActionKeys />
        {offers.map((actions, index) => (
          <Offer key={index} actions={actions} />
        ))}
      </>,
    ),
  );
}

function type(...keys: string[]) {
  for (const key of keys) window.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}

const action = (id: string, keys: string, more: Partial<Action> = {}): Action => ({
  id,
  keys,
  label: id,
  group: "Page",
  run: vi.fn(),
  ...more,
});

test("a key does its action, a sequence does its own", () => {
  const archive = action("item.archive", "e");
  const go = action("go.sessions", "g s");
  show([archive, go]);
  type("e");
  expect(archive.run).toHaveBeenCalledTimes(1);
  type("g", "s");
  expect(go.run).toHaveBeenCalledTimes(1);
  type("s");
  expect(go.run).toHaveBeenCalledTimes(1);
});

test("an action that makes no sense now is not done", () => {
  const archive = action("item.archive", "e", { enabled: false });
  show([archive]);
  type("e");
  expect(archive.run).not.toHaveBeenCalled();
});

test("other keys do the same", () => {
  const next = action("list.next", "j", { otherKeys: ["arrowdown"] });
  show([next]);
  type("ArrowDown");
  expect(next.run).toHaveBeenCalledTimes(1);
});

test("the nearest owner of an id wins, and what leaves the screen is offered no more", () => {
  const far = action("thing.do", "e");
  const near = action("thing.do", "e");
  show([far], [near]);
  type("e");
  expect(near.run).toHaveBeenCalledTimes(1);
  show([far]);
  type("e");
  expect(far.run).toHaveBeenCalledTimes(1);
  show();
  expect(listActions()).toEqual([]);
});

test.each([
  ["range", "]", 1],
  ["range", "arrowright", 0],
  ["text", "]", 0],
])("in a field of the kind %s, the key %s does its action %i times", (type, keys, times) => {
  const next = action("next", keys);
  show([next]);
  const field = document.body.appendChild(document.createElement("input"));
  field.type = type;
  const key = keys === "arrowright" ? "ArrowRight" : keys;
  field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  field.remove();
  expect(next.run).toHaveBeenCalledTimes(times);
});
