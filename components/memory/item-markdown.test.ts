import { expect, test } from "vitest";
import { itemMarkdown } from "@/components/memory/item-markdown";

test("a body is moved to the margin with its own shape kept", () => {
  expect(itemMarkdown("Text", "  - one\n    - two\n\n  - three\n")).toBe("Text\n- one\n  - two\n\n- three");
});

test("without a body there is only the text", () => {
  expect(itemMarkdown("Text", "\n  \n")).toBe("Text");
});
