import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { readPage } from "@/components/testing/read-page.fixture";
import { Gallery } from "./gallery";
import { Skeleton } from "./skeleton";

test("every primitive stands in the gallery", () => {
  const told = readPage(<Gallery />);
  for (const group of ["Colours and type", "Button", "Badge and mark", "Field, select, checkbox", "Diff, split"])
    expect(told).toContain(group);
  for (const each of ["Add as Lead", "Prune…", "Busy", "No items yet"]) expect(told).toContain(each);
});

test("a skeleton takes the room of the text that comes, and is not read out", () => {
  expect(renderToStaticMarkup(<Skeleton className="h-4 w-20" />)).toMatch(/aria-hidden="true".*h-4 w-20/);
});
