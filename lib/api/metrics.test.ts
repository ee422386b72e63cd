import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { call, problem, serve } from "@/lib/api/testing/api.fixture";
import { openRuntime } from "@/lib/runtime";
import { PROJECT, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const wardroom = await TestWardroom.open();
serve(wardroom);

const DEMO = "/api/v1/workspaces/demo";

/** The value of the one sample whose line begins like this. */
async function sample(start: string): Promise<number> {
  const lines = (await (await call("GET", "/api/metrics")).text()).split("\n");
  const found = lines.filter((line) => line.startsWith(start));
  expect(found, start).toHaveLength(1);
  return Number(found[0]?.split(" ").at(-1));
}

it("counts changes, rounds and requests by their route, and names no session", async () => {
  const made = await call("POST", `${DEMO}/sessions`, {
    body: { id: "secret-name", feature: "x", roles: [{ id: "implementer-1" }] },
  });
  expect(made.status).toBe(201);
  expect((await call("GET", `${DEMO}/sessions/secret-name/memory`)).status).toBe(200);
  expect((await call("GET", `${DEMO}/sessions/nowhere/memory`)).status).toBe(404);

  const memory = "/api/v1/workspaces/{workspace}/sessions/{session}/memory";
  const seconds = (status: number) =>
    `wardroom_http_request_seconds_count{method="GET",route="${memory}",status="${status}"}`;
  expect(await sample(seconds(200))).toBe(1);
  expect(await sample(seconds(404))).toBe(1);
  expect(await sample('wardroom_changes_total{outcome="done"}')).toBeGreaterThan(0);
  expect(await sample("wardroom_batch_changes_count")).toBeGreaterThan(0);
  expect(await sample("wardroom_workspaces")).toBe(1);
  expect(await sample("wardroom_database_bytes")).toBeGreaterThan(0);
  expect(await sample("wardroom_last_event_id")).toBeGreaterThan(0);
  expect(await (await call("GET", "/api/metrics")).text()).not.toContain("secret-name");
});

it("counts a refused change apart from a failed one", async () => {
  const before = await call("POST", `${DEMO}/sessions/secret-name/memory/edit`, {
    body: { oldString: "not there", newString: "x" },
  });
  expect(before.status).toBe(409);
  expect(await sample('wardroom_changes_total{outcome="refused"}')).toBeGreaterThan(0);
});

it("needs the credential of the owner or a viewer", async () => {
  await problem("unauthenticated", call("GET", "/api/metrics", { token: null }));
  await problem("forbidden", call("GET", "/api/metrics", { headers: { "x-wardroom-role": "implementer-1" } }));
  const viewer = (await (await call("POST", `${DEMO}/viewers`, { body: { label: "collector" } })).json()) as {
    token: string;
  };
  const read = await call("GET", "/api/metrics", { token: viewer.token });
  expect(read.status).toBe(200);
  expect(read.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
});

it("counts what another process did in between, and how late this one told of it", async () => {
  await call("POST", `${DEMO}/sessions`, { body: { id: "own", feature: "x" } });
  const [lost, told] = [await sample("wardroom_lost_races_total"), await sample("wardroom_feed_lag_seconds_count")];
  const other = await openRuntime(wardroom.environment, PROJECT);
  serve({ runtime: other });
  expect((await call("POST", `${DEMO}/sessions`, { body: { id: "theirs", feature: "x" } })).status).toBe(201);
  await other.close();
  serve(wardroom);
  expect((await call("POST", `${DEMO}/sessions`, { body: { id: "again", feature: "x" } })).status).toBe(201);
  expect(await sample("wardroom_lost_races_total")).toBeGreaterThan(lost);
  expect(await sample("wardroom_lock_wait_seconds_count")).toBeGreaterThan(0);
  await expect.poll(() => sample("wardroom_feed_lag_seconds_count")).toBeGreaterThan(told + 1);
});

it("has every metric and label that the dashboard in docs asks for", async () => {
  const text = await (await call("GET", "/api/metrics")).text();
  const { panels } = JSON.parse(await readFile(join(PROJECT, "docs/grafana.json"), "utf8")) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect(queries.length).toBeGreaterThan(15);
  for (const query of queries) {
    const names = query.match(/\b(?:wardroom|process|nodejs)_\w+/g) ?? [];
    expect(names, query).not.toEqual([]);
    for (const name of names) expect(text, query).toMatch(new RegExp(`^(?:# TYPE )?${name}[ {]`, "m"));
    // sum by (method, route) (…{status=~"5.."})
    const labels = [...query.matchAll(/by \(([^)]+)\)|\{(\w+)=/g)].flatMap(([, by, one]) =>
      (by ?? one ?? "").split(", "),
    );
    for (const label of labels) expect(text, query).toMatch(new RegExp(`^${names[0] ?? ""}\\{(?:.*,)?${label}="`, "m"));
  }
});
