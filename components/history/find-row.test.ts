import { expect, test } from "vitest";
import { anEvent } from "./history.fixture";
import { findRow, placeOf } from "./find-row";
import { timelineRows } from "./timeline-rows";

const events = [
  anEvent({ id: 9, actor: "Lead", payload: { revision: 6 } }),
  anEvent({ id: 8, payload: { revision: 5 } }),
  anEvent({ id: 7, action: "relay.created" }),
  anEvent({ id: 6, payload: { revision: 4 } }),
];
const day = (at: string) => at.slice(0, 10);
const folded = timelineRows(events, new Set(), day);
const opened = timelineRows(events, new Set([7]), day);
const nowhere = { from: null, to: null, event: null };

test("every row is found by its own place", () => {
  for (const rows of [folded, opened]) {
    for (const row of rows) {
      if (row.kind !== "day") expect(findRow(rows, placeOf(row, null))?.key).toBe(row.key);
    }
  }
});

test("a comparison over a distance stands at its newest revision, even inside a folded run", () => {
  expect(findRow(opened, { ...nowhere, from: 1, to: 4 })?.key).toBe("event:6");
  expect(findRow(folded, { ...nowhere, from: 1, to: 4 })?.key).toBe("run:6");
  expect(findRow(folded, { ...nowhere, from: 1, to: 99 })).toBeUndefined();
  expect(findRow(folded, nowhere)).toBeUndefined();
});

test("an event stands at its own row, or at the run it is folded into", () => {
  expect(findRow(opened, { ...nowhere, event: 7 })?.key).toBe("event:7");
  expect(findRow(folded, { ...nowhere, event: 7 })?.key).toBe("run:6");
  expect(findRow(folded, { ...nowhere, event: 5 })).toBeUndefined();
});

test("older is compared with newer, whichever was pinned", () => {
  const [, , row] = timelineRows(events, new Set(), day, false);
  expect(row && placeOf(row, 2)).toEqual({ ...nowhere, from: 2, to: 5 });
  expect(row && placeOf(row, 9)).toEqual({ ...nowhere, from: 5, to: 9 });
  expect(row && placeOf(row, 5)).toEqual({ ...nowhere, from: 4, to: 5 });
});
