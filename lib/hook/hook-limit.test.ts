import { expect, test } from "vitest";
import { patienceOf } from "@/lib/hook/hook-limit";

test("a hook that started as usual waits six seconds, and tries a server that hangs for half a second", () => {
  for (const startMs of [0, 40, 100]) expect(patienceOf({}, startMs)).toEqual({ whole: 6000, short: 500 });
});

test("a hook on a busy machine waits longer by as much as it started later, and is done before the client ends it", () => {
  expect(patienceOf({}, 200)).toEqual({ whole: 12_000, short: 900 });
  for (const startMs of [500, 4000, 12_000, 17_000]) {
    const { whole, short } = patienceOf({}, startMs);
    expect(startMs + whole).toBeLessThanOrEqual(18_000);
    expect(short).toBeLessThanOrEqual(whole);
  }
  // Its own start came soon, and the server's turn does not.
  expect(patienceOf({}, 40, 3)).toEqual({ whole: 18_000 - 40, short: 900 });
  expect(patienceOf({}, 40, 0.5)).toEqual(patienceOf({}, 40));
  expect(patienceOf({}, 60_000)).toEqual({ whole: 500, short: 500 });
});

test("a limit that is named is the limit", () => {
  expect(patienceOf({ WARDROOM_HOOK_MS: "50" }, 5000)).toEqual({ whole: 50, short: 50 });
});
