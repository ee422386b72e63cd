import { expect, test } from "vitest";
import { readPage } from "@/components/testing/read-page.fixture";
import { SkeletonRows } from "@/components/ui/skeleton";
import { NothingWaits, ReadFailed } from "./needs-states";

test("a list of needs says that it is read, that it is empty, and that it could not be read", () => {
  expect(readPage(<SkeletonRows />)).toContain("Loading");
  expect(readPage(<NothingWaits snoozed />)).toContain("Nothing is snoozed.");
  expect(readPage(<NothingWaits snoozed={false} />)).toContain("You’re all caught up.");
  expect(readPage(<ReadFailed error={new Error("No.")} onRetry={() => undefined} />)).toContain("may be incomplete");
});
