import { expect, test } from "vitest";
import { actCalledFor, actsOf } from "./cell-acts";
import { aCell, anAck } from "./context.fixture";

test("what is called for is what can be done", () => {
  const unclear = anAck({ applied: 2, action: "NEED_CLARIFICATION", confirmed: false });
  const cells = [
    aCell({ state: "overdue" }),
    aCell({ state: "answered", ack: unclear, leadAction: "resend" }),
    aCell({ state: "answered", ack: unclear, leadAction: "full" }),
    aCell({ state: "confirmed", ack: anAck({ action: "PAUSE" }), leadAction: "guidance" }),
  ];
  expect(cells.map(actCalledFor)).toEqual(["ping", "resend", "full", "guide"]);
  for (const cell of cells) expect(actsOf(cell)).toContain(actCalledFor(cell));
});

test("a role that is current, waits in time, or was sent nothing is left alone", () => {
  expect(actCalledFor(aCell({ state: "confirmed", ack: anAck() }))).toBeUndefined();
  expect(actCalledFor(aCell())).toBeUndefined();
  expect(actsOf(aCell({ state: "none", delivery: null }))).toEqual([]);
  expect(actsOf(aCell({ state: "superseded" }))).toEqual([]);
  expect(actsOf(undefined)).toEqual([]);
});
