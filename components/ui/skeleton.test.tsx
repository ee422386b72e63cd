import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Skeleton } from "./skeleton";

test("a skeleton takes the room of the text that comes, and is not read out", () => {
  expect(renderToStaticMarkup(<Skeleton className="h-4 w-20" />)).toMatch(/aria-hidden="true".*h-4 w-20/);
});
