import { expect, test } from "vitest";
import { agentsKey, agentsQuery } from "./agents";
import { faultsKey, faultsQuery, decidedRepairsQuery, repairsKey } from "./files";
import { knowledgeKey, registryQuery, teamSessionQuery } from "./knowledge";
import { memoryQuery, revisionQuery } from "./memory";
import { needCountQuery, needsKey } from "./needs";
import { meQuery } from "./people";
import { assignmentsQuery, commentsQuery } from "./remarks";
import { workspacesQuery, setupKey, setupQuery } from "./server";
import { anySessionKey, sessionKey } from "./sessions";

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

test("an answer is kept below what makes it old: its session, its room, or nothing at all", () => {
  const scope = { workspace: "shop", session: "a" };
  const team = { workspace: "shop", team: "t" };
  for (const [query, below] of [
    [memoryQuery(scope), sessionKey(scope)],
    [commentsQuery(scope, "i"), sessionKey(scope)],
    [teamSessionQuery({ ...team, session: "s" }), knowledgeKey("shop")],
    [registryQuery("shop"), knowledgeKey("shop")],
    [assignmentsQuery("shop"), needsKey("shop")],
    [needCountQuery("shop"), needsKey("shop")],
    [decidedRepairsQuery(scope), repairsKey("shop")],
    [setupQuery("shop"), setupKey("shop")],
    [meQuery("shop"), ["workspace", "shop", "me"]],
    [workspacesQuery(), ["workspace", undefined, "workspaces"]],
    [revisionQuery(scope, 3), ["unchanging"]],
  ] as const)
    expect(query.queryKey.slice(0, below.length)).toEqual(below);
  expect(revisionQuery(scope, 3).queryKey).not.toEqual(revisionQuery({ ...scope, workspace: "b" }, 3).queryKey);
});
