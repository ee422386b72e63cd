import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import packageJson from "@/package.json";

it("every script of package.json is run by npm test or npm run test:all", () => {
  const steps = readFileSync("scripts/test.mjs", "utf8");
  const left = Object.keys(packageJson.scripts).filter(
    (name) => !new RegExp(`["\`]${name}( -- [^"]*)?["\`]`).test(steps),
  );
  // The tests themselves, and what their journeys start: e2e/readme.spec.ts and e2e/package.spec.ts.
  expect(left.sort()).toEqual(["package", "start", "test", "test:all"]);
});
