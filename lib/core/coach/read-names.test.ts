import { expect, test } from "vitest";
import { readNames } from "@/lib/core/coach/statement";

const named = (text: string) => readNames(text).map(({ kind, key }) => `${kind} ${key}`);

test.each([
  ["Look at `src/queue/Lease.ts:12` and `./src/queue/`", ["path src/queue/lease.ts", "path src/queue"]],
  ["`pytest -n auto src/a.py` hangs", ["code pytest -n auto src/a.py", "path src/a.py"]],
  ["`retry(after)` and `stable()`", ["code retry", "code stable"]],
  ["`lodash@4.17.21`, @scope/name@2 and `react`", ["package lodash", "code react", "package @scope/name"]],
  [
    "lib/core/memory/prune.ts. Then `Dockerfile`, limits.ts",
    ["path dockerfile", "path lib/core/memory/prune.ts", "path limits.ts"],
  ],
  [
    "`ExtractedInvoice`, fetchUser, supplier_id, PostgreSQL, UIDVALIDITY",
    ["code extractedinvoice", "term fetchuser", "term supplier_id", "term postgresql", "term uidvalidity"],
  ],
])("of %j", (text, names) => {
  expect(named(text)).toEqual(names);
});

test.each([
  "retry and/or backoff, his/her 24/7",
  "see https://example.com/a/b.html and `https://example.com/x.ts`",
  "the API returns JSON, e.g. v1.2, at 23:00",
  "```",
  "a sentence. And another",
  `${"a_".repeat(50_000)}-a`,
])("none in %j", (text) => {
  expect(named(text)).toEqual([]);
});
