import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { aRun } from "@/components/context/context.fixture";
import { readPage } from "@/components/testing/read-page.fixture";
import { runsQuery } from "@/lib/client/runs";
import { presenceQuery } from "@/lib/client/sessions";
import type { Session } from "@/lib/contracts/sessions";
import { sessionsAtWork } from "./at-work";
import { LiveStrip } from "./live-strip";

const NOW = "2026-02-09T10:04:00.000Z";
const SCOPE = { workspace: "w", session: "s" };

test("each role says which clients are at work as it, that several are, or that nobody is", () => {
  const client = new QueryClient();
  const rest = { shown: null, confirmed: null, behind: 0, due: null, state: null, claims: [], waits: [] };
  const roles = ["Lead", "tester-1", "implementer-1", "implementer-2"].map((role) => ({ role, sign: null, ...rest }));
  client.setQueryData(presenceQuery(SCOPE).queryKey, { version: "GC-v5", roles, nudges: [], now: NOW });
  const items = [
    aRun({ role: "tester-1" }),
    aRun({ role: "implementer-1" }),
    aRun({ role: "implementer-1", id: "codex:0199", client: "codex" }),
    aRun({ role: "implementer-1", id: "unnamed:a1", client: "unnamed", counts: false }),
    aRun({ role: "implementer-2", state: "ended", ended: NOW, counts: false }),
  ];
  client.setQueryData(runsQuery(SCOPE).queryKey, { items, nextCursor: null });
  const session = { id: "s", finished: null, created: null, lastChange: { at: NOW, actor: "tester-1" } };
  const page = readPage(
    <LiveStrip workspace="w" sessions={[session as unknown as Session]} now={NOW} most={6} isWall />,
    {
      client,
    },
  );
  // A full page tells what it tells today; a strip has one line for each role, with the last versions as squares.
  expect(page).toMatch(/ Lead .*: tester-1 claude .*: implementer-1 claude, codex 2 at work implementer-2 vacant/);
});

test("a session with much that waits is shown however long ago it changed, and has a place before quiet ones", () => {
  const session = (id: string, at: string) =>
    ({ id, finished: null, created: id, lastChange: { at, actor: "x" } }) as unknown as Session;
  const all = [
    session("a", NOW),
    session("b", NOW),
    session("old", "2026-01-01T00:00:00.000Z"),
    session("idle", "2026-01-01T00:00:00.000Z"),
  ];
  const waiting = [{ session: "old", waiting: 177, kinds: {} }];
  expect(sessionsAtWork(all, waiting, NOW, 2).map(({ id }) => id)).toEqual(["old", "b"]);
  expect(sessionsAtWork(all, waiting, NOW, 9).map(({ id }) => id)).toEqual(["old", "b", "a"]);
});
