import { expect, test } from "vitest";
import { pages } from "@/lib/client/paths";
import { identifyItems } from "@/lib/core/memory/identity";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { entriesOfMemory } from "@/lib/core/search/entries-of";

test("an item that was found is opened where its page opens it", () => {
  const document = parseMemory("# T\n\n## Lead\n- [Finding] found\n");
  const items = identifyItems(document, {});
  const [entry] = entriesOfMemory("p", "a b/ü", items);
  expect(`/demo${entry?.place ?? ""}`).toBe(pages.item("demo", "a b/ü", items[0]?.id ?? ""));
});
