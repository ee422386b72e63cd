import { expect, test } from "vitest";
import { anEvent } from "./history.fixture";
import { describeEvent } from "@/lib/client/describe-event";
import { lostBySeveral, splitEvent } from "./split-event";
import { nextRow, timelineRows } from "./timeline-rows";

const day = (at: string) => at.slice(0, 10);
const keys = (...opened: number[]) => timelineRows(events, new Set(opened), day).map((row) => row.key);

const events = [
  anEvent({ id: 9, actor: "Lead", actorKind: "person", payload: { revision: 6 } }),
  anEvent({ id: 8, payload: { revision: 5 } }),
  anEvent({ id: 7, action: "relay.created" }),
  anEvent({ id: 6, payload: { revision: 4 } }),
  anEvent({ id: 5, payload: { revision: 3 } }),
  anEvent({ id: 4, at: "2026-02-08T09:00:00.000Z", payload: { revision: 2 } }),
  anEvent({ id: 3, at: "2026-02-08T08:00:00.000Z", action: "session.created" }),
];

test("a long run of one actor is one row, a short one is not, and none crosses midnight", () => {
  expect(keys()).toEqual(["day:2026-02-09", "event:9", "run:5", "day:2026-02-08", "event:4", "event:3"]);
});

test("another door, and a pause of more than ten minutes, begin another run", () => {
  const at = (minute: number) => `2026-02-09T10:${String(minute).padStart(2, "0")}:00.000Z`;
  const lead = (id: number, minute: number, source: "ui" | "api" = "api") =>
    anEvent({ id, actor: "Lead", actorKind: "person", source, at: at(minute) });
  const rows = (...found: ReturnType<typeof lead>[]) =>
    timelineRows(found, new Set(), day)
      .map((row) => row.key)
      .slice(1);
  expect(rows(lead(9, 40), lead(8, 31), lead(7, 22))).toEqual(["run:7"]);
  expect(rows(lead(9, 40, "ui"), lead(8, 39), lead(7, 38), lead(6, 37))).toEqual(["event:9", "run:6"]);
  expect(rows(lead(9, 40), lead(8, 29), lead(7, 28), lead(6, 27))).toEqual(["event:9", "run:6"]);
});

test("what one actor did in several sessions is no run", () => {
  const of = (id: number, session: string | null) => anEvent({ id, session });
  const rows = (...sessions: (string | null)[]) =>
    timelineRows(
      sessions.map((session, at) => of(9 - at, session)),
      new Set(),
      day,
    ).map((row) => row.key);
  expect(rows("one", "one", "two", "one")).toEqual(["day:2026-02-09", "event:9", "event:8", "event:7", "event:6"]);
  expect(rows("two", "one", "one", "one", null)).toEqual(["day:2026-02-09", "event:9", "run:6", "event:5"]);
});

test("edits that were found together are told by section and by whom, and are no part of a run", () => {
  const edit = (id: number, ...parts: { section: string; by: string }[]) =>
    anEvent({
      id,
      actor: "disk",
      actorKind: "disk",
      source: "disk",
      action: "document.edited_outside",
      payload: { roles: parts.map(({ section }) => section), lost: 1 },
      parts,
    });
  const several = edit(9, { section: "tester-1", by: "tester-1" }, { section: "architect-1", by: "disk" });
  expect(splitEvent(several).map((event) => [event.actor, event.actorKind, describeEvent(event).did])).toEqual([
    ["tester-1", "agent", "edited the section of tester-1 outside Wardroom"],
    ["disk", "disk", "edited the section of architect-1 outside Wardroom"],
  ]);
  expect(lostBySeveral(several)).toBe(1);
  const own = (id: number, by: string) => edit(id, { section: "tester-1", by });
  const rowsOf = (...found: ReturnType<typeof edit>[]) =>
    timelineRows(found, new Set(), day)
      .map((row) => row.key)
      .slice(1);
  expect(rowsOf(several, own(8, "disk"), own(7, "disk"), own(6, "disk"))).toEqual(["event:9", "run:6"]);
  expect(rowsOf(own(9, "tester-1"), own(8, "disk"), own(7, "disk"), own(6, "disk"))).toEqual(["event:9", "run:6"]);
});

const checkout = (id: number, session: string | null, act = "a1") =>
  anEvent({
    id,
    session,
    actor: "disk",
    actorKind: "disk",
    target: `${session ?? "none"}/TEAM-MEMORY.md`,
    payload: { revision: 2, act, command: "git checkout main" },
  });

test("what one command of git did in several sessions is one row, apart from other edits and commands", () => {
  const plain = anEvent({ id: 5, actor: "disk", actorKind: "disk", session: "two" });
  const found = [checkout(9, "one", "a2"), checkout(8, "two"), checkout(7, "one"), checkout(6, null), plain];
  expect(timelineRows(found, new Set(), day).map((row) => row.key)).toEqual([
    "day:2026-02-09",
    "event:9",
    "run:6",
    "event:5",
  ]);
  const opened = timelineRows(found, new Set([7]), day);
  expect(opened.map((row) => row.key).slice(2, 6)).toEqual(["run:6", "event:8", "event:7", "event:6"]);
  expect(opened[2]).toMatchObject({ kind: "run", span: null, open: true });
  expect(timelineRows(found.slice(1, 3), new Set(), day).map((row) => row.key)).toEqual(["day:2026-02-09", "run:7"]);
});

test("an opened run shows its events below it", () => {
  expect(keys(6)).toEqual([
    "day:2026-02-09",
    "event:9",
    "run:5",
    "event:8",
    "event:7",
    "event:6",
    "event:5",
    "day:2026-02-08",
    "event:4",
    "event:3",
  ]);
});

test("a row spans from before its first revision to its last; creating a session makes the first", () => {
  const spans = timelineRows(events, new Set([7]), day).map((row) => (row.kind === "day" ? "day" : row.span));
  expect(spans).toEqual([
    "day",
    { from: 5, to: 6 },
    { from: 2, to: 5 },
    { from: 4, to: 5 },
    null,
    { from: 3, to: 4 },
    { from: 2, to: 3 },
    "day",
    { from: 1, to: 2 },
    { from: 0, to: 1 },
  ]);
});

test("moving skips the headings and stops at the ends", () => {
  const rows = timelineRows(events, new Set(), day);
  expect(nextRow(rows, 0, 1)?.key).toBe("event:9");
  expect(nextRow(rows, 3, 1)?.key).toBe("event:4");
  expect(nextRow(rows, 3, -1)?.key).toBe("run:5");
  expect(nextRow(rows, 0, -1)).toBeUndefined();
});
