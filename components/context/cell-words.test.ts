import { expect, test } from "vitest";
import { dueOf } from "@/lib/client/context";
import { sayCell } from "./cell-words";
import { aCell, anAck } from "./context.fixture";

test("an acknowledgement is told by what it says, never by what was sent", () => {
  expect(sayCell(aCell({ state: "confirmed", ack: anAck() }), 10).words).toBe("✓ 3/3 continue");
  expect(sayCell(aCell({ state: "confirmed", ack: anAck({ action: "PAUSE" }) }), 10).words).toBe("✓ 3/3 paused");
  const unclear = anAck({ applied: 2, action: "NEED_CLARIFICATION", unclear: ["§Decisions Log.D-31"] });
  expect(sayCell(aCell({ state: "answered", ack: unclear }), 10)).toMatchObject({
    tone: "warn",
    words: "2/3 unclear: §Decisions Log.D-31",
  });
  expect(sayCell(aCell({ state: "answered", ack: { ...unclear, action: "CONTINUE" } }), 10).words).toBe("2/3 applied");
});

test("what waits is told since when: sent, fetched, or asked for once more", () => {
  const sentAt = "2026-02-09T10:00:00.000Z";
  const pingedAt = "2026-02-09T10:03:00.000Z";
  expect(sayCell(aCell(), 10)).toMatchObject({ words: "pending", since: sentAt });
  expect(sayCell(aCell({ fetchedAt: pingedAt }), 10)).toMatchObject({ words: "fetched", since: sentAt });
  expect(sayCell(aCell({ pingedAt }), 10)).toMatchObject({ words: "pinged", since: pingedAt });
});

test("it is overdue from the deadline on, which a ping puts off", () => {
  expect(dueOf(aCell(), 10)).toEqual(new Date("2026-02-09T10:10:00.000Z"));
  expect(dueOf(aCell({ pingedAt: "2026-02-09T10:30:00.000Z" }), 10)).toEqual(new Date("2026-02-09T10:40:00.000Z"));
});
