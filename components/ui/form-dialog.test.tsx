// @vitest-environment jsdom
import { act, type ComponentProps } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { inPage } from "@/components/testing/in-page.fixture";
import { ReaderRights } from "./changes";
import { FormDialog } from "./form-dialog";

const root = inPage();
let sent: number;
let closed: number;

beforeEach(() => {
  [sent, closed] = [0, 0];
});

function show(how: Partial<ComponentProps<typeof FormDialog>> = {}, may = true) {
  act(() => {
    root.render(
      <ReaderRights may={() => may}>
        <FormDialog title="Say it" submit="Say" onSubmit={() => sent++} onClose={() => closed++} {...how}>
          <input aria-label="Text" />
        </FormDialog>
      </ReaderRights>,
    );
  });
}

const button = (name: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent.trim() === name);

test.each([
  { ready: true, busy: false, times: 1 },
  { ready: true, busy: true, times: 0 },
  { ready: false, busy: false, times: 0 },
  { ready: false, busy: true, times: 0 },
])("is sent $times times by each way where ready is $ready and busy is $busy", ({ times, ...how }) => {
  show(how);
  act(() => button("Say")?.click());
  expect(sent).toBe(times);
  act(() => document.querySelector("form")?.requestSubmit());
  expect(sent).toBe(times * 2);
  for (const held of [{ ctrlKey: true }, { metaKey: true }, {}]) {
    const key = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, ...held });
    act(() => void document.querySelector("input")?.dispatchEvent(key));
  }
  expect([sent, closed]).toEqual([times * 4, 0]);
});

test("is left by its other button, and leads back instead where it has somewhere to lead", () => {
  show();
  act(() => button("Cancel")?.click());
  expect([sent, closed]).toEqual([0, 1]);
  let back = 0;
  show({ back: { label: "Back", onClick: () => back++ } });
  act(() => button("Back")?.click());
  expect([sent, closed, back]).toEqual([0, 1, 1]);
});

test("says why it was refused, and shows its buttons to those alone who may press them", () => {
  show({ fault: "It is somebody else's.", deed: "say it" });
  expect(document.querySelector("[role=alert]")?.textContent).toBe("It is somebody else's.");
  expect(button("Say")).toBeDefined();
  show({ deed: "say it" }, false);
  expect([button("Say"), button("Cancel")]).toEqual([undefined, undefined]);
});

test("has the focus on its button where there is nothing to fill in", async () => {
  show({ isQuestion: true, children: "Really?" });
  await vi.waitFor(() => expect(document.activeElement).toBe(button("Say")));
});
