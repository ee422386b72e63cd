import { expect, test } from "vitest";
import { stemWord } from "@/lib/core/coach/stem-word";

test.each([
  ["migration", "migrations", "migrated", "migrating", "migrates", "migrate"],
  ["retry", "retries", "retried", "retrying"],
  ["cache", "caching", "cached", "caches"],
  ["lease", "leases", "leased"],
  ["running", "runs", "run"],
  ["batch", "batches"],
  ["process", "processes", "processing"],
  ["계약서", "계약서를", "계약서는", "계약서에서", "계약서로부터"],
  ["확장", "확장한다", "확장하면", "확장을", "확장했습니다"],
])("forms of %s are one", (...forms) => {
  expect(new Set(forms.map(stemWord)).size).toBe(1);
});

test.each([
  ["class", "class"],
  ["status", "status"],
  ["bus", "bus"],
  ["시간", "시간"],
  ["v2ts", "v2ts"],
  ["é", "é"],
])("%s stays %s", (word, stem) => {
  expect(stemWord(word)).toBe(stem);
});
