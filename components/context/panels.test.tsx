import { expect, test } from "vitest";
import { readPage } from "@/components/testing/read-page.fixture";
import { QueryClient } from "@tanstack/react-query";
import { knownQuery } from "@/lib/client/context";
import type { Published } from "@/lib/contracts/context";
import type { Run } from "@/lib/contracts/runs";
import { KnownPanel } from "./known-panel";
import { PublishPreview } from "./publish-preview";

const AT = "2026-02-09T10:00:00.000Z";
const SCOPE = { workspace: "w", session: "s" };
const ignore = () => undefined;

test("what a role knew is compared with a role of the session alone, and only once one was asked about", () => {
  const panel = <KnownPanel scope={SCOPE} roles={["tester-1", "implementer-1"]} />;
  const moments = (address: string) => readPage(panel, { address }).split("At").length - 1;
  expect(moments("")).toBe(1);
  expect(moments("?knower=tester-1")).toBe(1);
  expect(moments("?knower=tester-1&than=implementer-1")).toBe(2);
  expect(moments("?knower=tester-1&than=gone-1")).toBe(1);
  expect(readPage(panel, { address: "?knower=gone-1" })).not.toContain("Compared with");
});

test("one run of a role can be asked about, and named in the address", () => {
  const client = new QueryClient();
  const times = { began: AT, sign: AT, ended: null, lostAt: null };
  const nothing = { name: null, how: null, origin: null, shown: null, confirmed: null, tokens: 0 };
  const run: Run = {
    ...{ id: "claude:7f0c8d9e", role: "tester-1", client: "claude", state: "at work", counts: true },
    ...times,
    ...nothing,
  };
  const panel = <KnownPanel scope={SCOPE} roles={["tester-1", "implementer-1"]} runs={[run]} />;
  const read = (address: string) => readPage(panel, { address, client });
  const known = { role: "tester-1", at: AT, version: null, behind: 0, text: "", runs: [] };
  client.setQueryData(knownQuery(SCOPE, { role: "tester-1", run: run.id, at: null }).queryKey, known);
  expect(read("?knower=tester-1")).toContain("All runs");
  expect(read("?knower=implementer-1")).not.toContain("All runs");
  expect(read("?knower=tester-1+claude:7f0c8d9e")).toContain("tester-1 claude 7f0c8d9e knows no version");
});

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
