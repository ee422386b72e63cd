import { expect, test } from "vitest";
import { readPage } from "@/components/testing/read-page.fixture";
import type { Published } from "@/lib/contracts/context";
import { PublishPreview } from "./publish-preview";

const ignore = () => undefined;

test("the first version is told by its size, and a later one by its changes beside that", () => {
  const preview: Published = {
    ...{ version: "GC-v3", changed: true, fullTokens: 900, deliveries: [], cited: [], etag: '"0"' },
    delta: { text: "", tokens: 40, operations: [] },
  };
  const told = (number: number) =>
    readPage(
      <PublishPreview
        {...{ number, preview, settled: true, error: null, before: "", after: "", affected: new Set() }}
        {...{ requiredActions: "", onRetry: ignore, onAffected: ignore, onRequiredActions: ignore }}
      />,
    );
  expect(told(0)).toContain("GC-v1 900 tokens");
  expect(told(2)).toContain("GC-v2 → GC-v3 0 operations, 40 of 900 tokens");
});
