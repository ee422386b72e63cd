import { expect, test } from "vitest";
import { agentsKey, agentsQuery } from "./agents";
import { faultsKey, faultsQuery } from "./faults";
import { knowledgeKey } from "./knowledge";
import { needsKey } from "./needs";
import { repairsKey } from "./repairs";
import { anySessionKey, sessionKey } from "./sessions";
import { setupKey } from "./setup";

test("every query key starts with its workspace, and no two keys are the same", () => {
  const keys = [agentsKey, anySessionKey, faultsKey, knowledgeKey, needsKey, repairsKey, setupKey].map((key) =>
    key("shop"),
  );
  for (const key of [...keys, sessionKey({ workspace: "shop", session: "a" })]) {
    expect(key.slice(0, 2)).toEqual(["workspace", "shop"]);
  }
  for (const [key, query] of [
    [agentsKey, agentsQuery],
    [faultsKey, faultsQuery],
  ] as const)
    expect(query("shop").queryKey.slice(0, 3)).toEqual(key("shop"));
  expect(new Set(keys.map((key) => key.join(" "))).size).toBe(keys.length);
});
