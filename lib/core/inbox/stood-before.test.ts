import { expect, it } from "vitest";
import type { Happening } from "@/lib/core/inbox/entry";
import { beganIn, waitedBefore } from "@/lib/core/inbox/item-news";

function happening(action: string, payload: Record<string, unknown>): Happening {
  return { id: 1, at: "2026-02-09T10:00:00.000Z", actor: "Lead", action, target: "tester-1", payload };
}

it("knows what waited before, whatever was left and decided since", () => {
  const relays = [
    { id: "waits", state: "pending" },
    { id: "approved before", state: "approved" },
    { id: "approved since", state: "approved" },
    { id: "left since", state: "pending" },
    { id: "left and withdrawn since", state: "withdrawn" },
  ];
  const later = [
    happening("relay.approved", { relay: "approved since" }),
    happening("relay.created", { relay: "left since" }),
    happening("relay.created", { relay: "left and withdrawn since" }),
    happening("relay.withdrawn", { relay: "left and withdrawn since" }),
    happening("gate.opened", { gate: "opened since" }),
  ];
  expect(waitedBefore(relays, later).map(({ id }) => id)).toEqual(["waits", "approved since"]);
  expect(waitedBefore(relays, [])).toEqual(relays.filter(({ state }) => state === "pending"));
  expect(["opened since", "opened before"].map((id) => beganIn(later, id))).toEqual([true, false]);
});
