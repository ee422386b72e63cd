import { expect, test } from "vitest";
import { secondsOf } from "@/components/settings/credentials";

test("a viewer may read for as many days as were chosen", () => {
  expect(["1", "7", "30", "never"].map(secondsOf)).toEqual([86_400, 604_800, 2_592_000, null]);
});
