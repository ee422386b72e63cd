import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "@/lib/core/errors";
import { applyMemoryOperation } from "@/lib/core/memory/apply-operation";
import { identifyItems, type PlacedItem } from "@/lib/core/memory/identity";
import type { ItemIdentity, MemoryDocument } from "@/lib/core/memory/model";
import { nastyMemory, tidyMemory } from "@/lib/core/memory/nasty-memory.fixture";
import type { MemoryOperation } from "@/lib/core/memory/operation";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { previewPrune } from "@/lib/core/memory/prune";
import { isOpenEnded } from "@/lib/core/memory/tags";

interface Step {
  kind:
    | "prune one"
    | "say"
    | "archive section"
    | "unarchive section"
    | "archive"
    | "unarchive"
    | "resolve"
    | "replace"
    | "prune";
  role: string;
  by: string;
  tag: "Finding" | "Question" | "Conflict";
  pick: number;
  includeOpen: boolean;
}

const ROLES = ["implementer-1", "implementer-2", "tester-1"];

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom(
      "say",
      "say",
      "archive section",
      "unarchive section",
      "unarchive section",
      "archive",
      "unarchive",
      "resolve",
      "replace",
      "prune",
      "prune",
      "prune one",
    ),
    role: fc.constantFrom(...ROLES),
    by: fc.constantFrom(...ROLES),
    tag: fc.constantFrom("Finding", "Question", "Conflict"),
    pick: fc.nat(),
    includeOpen: fc.boolean(),
  }),
  { minLength: 5, maxLength: 30 },
);

function operationOf(step: Step, document: MemoryDocument, identity: ItemIdentity): MemoryOperation {
  const items = identifyItems(document, identity);
  const id = items[step.pick % Math.max(items.length, 1)]?.id ?? "none";
  const { role, by, tag, includeOpen } = step;
  switch (step.kind) {
    case "say":
      return { type: "add-item", role, tag, text: `said ${step.pick}`, timestamp: null };
    case "archive section":
      return { type: "archive-section", role, includeOpen };
    case "unarchive section":
      return { type: "unarchive-section", role };
    case "archive":
      return { type: "archive-items", items: [id] };
    case "unarchive":
      return { type: "unarchive-items", items: [id] };
    case "resolve":
      return { type: "resolve-item", item: id, resolution: "settled" };
    case "replace":
      return { type: "replace-role", role, by };
    case "prune one":
      return { type: "prune", items: [id] };
    case "prune":
      return { type: "prune", items: previewPrune(document, identity, step.pick % 30).items.map((each) => each.id) };
  }
}

/** Whether the operation says, by name or by its own consent, that this item is to be put aside. */
function isMeant({ id, role }: PlacedItem, operation: MemoryOperation): boolean {
  if (operation.type === "archive-items") return operation.items.includes(id);
  if (operation.type === "resolve-item") return operation.item === id;
  return operation.type === "archive-section" && operation.includeOpen === true && operation.role === role;
}

const isOpen = ({ item }: PlacedItem) => item.state === "active" && isOpenEnded(item.tag);

test("no curation removes an active item, or puts an open question aside unasked", () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(fc.oneof(tidyMemory, nastyMemory), steps, (text, taken) => {
      let document = parseMemory(text);
      let identity: ItemIdentity = {};
      for (const step of taken) {
        const before = identifyItems(document, identity);
        const operation = operationOf(step, document, identity);
        let applied;
        try {
          applied = applyMemoryOperation(document, identity, operation);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          continue;
        }
        seen.set(step.kind, (seen.get(step.kind) ?? 0) + 1);
        ({ document, identity } = applied);
        expect(document).toEqual(parseMemory(document.text));
        const after = new Map(identifyItems(document, identity).map((placed) => [placed.id, placed]));
        for (const placed of before) {
          const is = after.get(placed.id);
          if (is === undefined) expect([operation.type, placed.item.state]).not.toEqual(["prune", "active"]);
          if (is === undefined) expect(operation.type).toBe("prune");
          if (isOpen(placed) && (is === undefined || !isOpen(is))) expect(isMeant(placed, operation)).toBe(true);
        }
        // What is said stands in an active section: nothing lands silently below an archived heading.
        if (operation.type !== "add-item") continue;
        const added = [...after.values()].filter(({ id }) => !before.some((each) => each.id === id));
        expect(added.map(({ sectionIndex }) => document.sections[sectionIndex]?.state)).toEqual(["active"]);
      }
    }),
    { numRuns: 600 },
  );
  for (const kind of ["say", "archive section", "unarchive section", "archive", "unarchive", "resolve", "prune"]) {
    expect(seen.get(kind), kind).toBeGreaterThan(10);
  }
});
