import { expect, test } from "vitest";
import { aCell, aMatrix, aRole } from "./context.fixture";
import { changeCell, currentCell, pinged, sentAgain } from "./foresee-matrix";

const matrix = aMatrix([
  aRole("a", [aCell({ delivery: "da", state: "overdue" })]),
  aRole("b", [aCell({ delivery: "db", state: "answered" })]),
]);
const now = "2026-02-09T10:20:00.000Z";

test("changes the one cell and leaves the other rows the same objects", () => {
  const after = changeCell(matrix, "da", (cell) => pinged(cell, now));
  expect(currentCell(after, "a")).toMatchObject({ state: "pending", pingedAt: now });
  expect(after.roles[1]).toBe(matrix.roles[1]);
});

test("what is sent again waits again, and in full because it was asked for", () => {
  const after = changeCell(matrix, "db", (cell) => sentAgain(cell, "full", now));
  expect(currentCell(after, "b")).toMatchObject({ state: "pending", mode: "full", reason: "FC-5", sentAt: now });
});
