import { expect, test } from "vitest";
import { findSuccessor } from "@/components/memory/conflict-dialog";
import { aMemory, aSection, anItem } from "./memory.fixture";

const memory = aMemory([
  aSection("Lead", [anItem({ id: "a", text: "Trigram search is of little use below four syllables" })]),
  aSection("x", [anItem({ id: "b", text: "Trigram indexes are large" }), anItem({ id: "c", text: "" })]),
]);

test("finds what an item became", () => {
  expect(findSuccessor(memory, "Trigram search is useless below three syllables")?.id).toBe("a");
});

test("finds nothing where nothing is alike", () => {
  expect(findSuccessor(memory, "The invoice team owns the ledger")).toBeUndefined();
  expect(findSuccessor(memory, "")).toBeUndefined();
});
