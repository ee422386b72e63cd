import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROUTES } from "@/app/api/routes";
import { call } from "@/lib/api/testing/api.fixture";
import { commandsOn, layForeign, TARGETS, textAt, waysTo } from "@/lib/api/testing/matrix-links.fixture";
import { matrixPage } from "@/lib/api/testing/matrix-page.fixture";
import { OPERATIONS } from "@/lib/api/testing/matrix-operations.fixture";
import type { Asked, Operation } from "@/lib/api/testing/matrix-requests.fixture";
import { EXPECTED, type Known } from "@/lib/api/testing/matrix-rights.fixture";
import {
  CALLERS,
  MatrixWorld,
  ownPlace,
  reachesAllSessions,
  type CallerName,
  type Place,
} from "@/lib/api/testing/matrix-world.fixture";
import { PROJECT } from "@/lib/services/testing/test-wardroom.fixture";

const WORKSPACE = "/api/v1/workspaces/{workspace}";

/** It ends the tokens of everybody in the session, so those who may do it do it last. */
const ENDING = "DELETE ~/sessions/{session}";
const LEAD_LAST = [...CALLERS.filter((caller) => caller !== "Lead's token"), "Lead's token"] as const;

const world = await MatrixWorld.open();
afterAll(() => world.close());

it("the matrix knows every operation there is, and no other", () => {
  const there = ROUTES.map(({ spec }) => spec.http.replace(WORKSPACE, "~"));
  // Every call of a tool is checked by the matrix of the tools.
  const known = [...Object.keys(OPERATIONS), "POST /api/mcp"];
  expect(known.sort()).toEqual(there.sort());
});

it("the page of the matrix is up to date", async () => {
  const file = join(PROJECT, "docs/security-matrix.md");
  await expect(await matrixPage(file)).toMatchFileSnapshot(file);
});

for (const [name, operation] of Object.entries(OPERATIONS)) {
  it(`${name} is for those who have the right, wherever they have it`, async () => {
    const wrong: string[] = [];
    for (const caller of name === ENDING ? LEAD_LAST : CALLERS) {
      for (const [what, place] of placesFor(name, operation, caller)) {
        const allowed = mayHere(operation, caller, what);
        const isEnding = name === ENDING && allowed && reachesAllSessions(caller);
        const at = isEnding ? { ...place, session: await world.spareSession(place.workspace) } : place;
        const { status, text } = await take(name, caller, at, await asked(name, at, allowed));
        // Logging out ends the credential.
        if (name === "POST /api/logout") await world.renew(caller);
        const isRight = allowed ? isGranted(status, operation) : status === (isUnknown(caller) ? 401 : 403);
        if (!isRight)
          wrong.push(`${caller}, ${what}: ${status}, ${allowed ? "is allowed" : "is not"}. ${text.slice(0, 300)}`);
      }
    }
    expect(wrong).toEqual([]);
  });
}

describe("through links, in every spelling", () => {
  beforeAll(() => layForeign(world));
  const some = ["implementer-1", "ada-1", "owner as implementer-1", "Lead's token", "viewer"] as const;

  async function tool(caller: CallerName, agent: string, command: unknown): Promise<{ status: number; text: string }> {
    const name = "POST ~/agents/{agent}/memory-tool";
    return take(name, caller, { ...ownPlace(caller), agent }, { body: command });
  }

  it.each(some)("%s changes no file but its own agent's, and reads what it may", async (caller) => {
    const { agent } = ownPlace(caller);
    await writeFile(world.file(`.kaizen/agents/${agent}/own.md`), "mine\n");
    const wrong: string[] = [];
    for (const target of Object.keys(TARGETS)) {
      const before = await textAt(world, target);
      for (const way of await waysTo(world, agent, target)) {
        const seen = await tool(caller, agent, { command: "view", path: `/memories/${way}` });
        const isShown = seen.text.includes("content of") && !way.startsWith("taken");
        const mayRead = TARGETS[target] === true && (reachesAllSessions(caller) || !target.startsWith(".agent/"));
        if (isShown && !mayRead) wrong.push(`${way} shows ${target}: ${seen.text.slice(0, 200)}`);
        for (const command of commandsOn(way, before?.split("\n").find((line) => line !== "") ?? "x")) {
          const { status, text } = await tool(caller, agent, command);
          const after = await textAt(world, target);
          if (after !== before) wrong.push(`${JSON.stringify(command)} to ${target}: ${status} ${text.slice(0, 200)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(await textAt(world, `.kaizen/agents/${agent}/own.md`)).toBe("mine\n");
  });

  it("the Lead of the workspace edits through a link what it may edit at its own place, and nothing else", async () => {
    for (const [target, isAllowed] of Object.entries(TARGETS)) {
      const before = await textAt(world, target);
      for (const way of (await waysTo(world, "scribe", target)).filter((each) => /^(?:far|one|two)/.test(each))) {
        const at = `/memories/${way}`;
        const insert = { command: "insert", path: at, insert_line: 0, insert_text: "# By hand\n" };
        const create = { command: "create", path: at, file_text: "# By hand\n" };
        const { text } = await tool("owner", "scribe", before === null ? create : insert);
        expect([target, way, (await textAt(world, target)) !== before, text]).toEqual([target, way, isAllowed, text]);
        if (!isAllowed) continue;
        // It is one file with one history, whichever way it was changed.
        const { items } = await world.owner<{ items: { actor: string; payload: { agent?: string } }[] }>(
          ...(["GET", "/api/v1/workspaces/demo/events?limit=1"] as const),
        );
        expect(items[0]).toMatchObject({ actor: "Lead", payload: { agent: "scribe" } });
        await tool(
          "owner",
          "scribe",
          before === null
            ? { command: "delete", path: at }
            : { command: "str_replace", path: at, old_str: "# By hand\n", new_str: "" },
        );
        expect(await textAt(world, target)).toBe(before);
      }
    }
    const { ok, firstBroken } = await world.owner<{ ok: boolean; firstBroken?: unknown }>(
      "GET",
      "/api/v1/workspaces/demo/integrity",
    );
    expect([ok, firstBroken]).toEqual([true, undefined]);
  });
});

type What = "own" | "another's" | "another session" | "another workspace";

/** Where a caller tries an operation: its own, and whatever of it is somebody else's. */
function placesFor(name: string, { right }: Operation, caller: CallerName): [What, Place][] {
  const own = ownPlace(caller);
  const places: [What, Place][] = [["own", own]];
  if (["observe", "speak", "say", "edit", "itself", "agent"].includes(right)) {
    const role = own.role === "tester-1" ? "implementer-1" : "tester-1";
    places.push(["another's", { ...own, role, agent: "scribe" }]);
  }
  if (isOfSession(name)) places.unshift(["another session", { ...own, session: "beta" }]);
  if (name.includes("~")) places.unshift(["another workspace", { ...own, workspace: "other" }]);
  return places;
}

function isOfSession(name: string): boolean {
  return name.includes("~/sessions/{session}") || name.endsWith("~/callers");
}

function mayHere({ right }: Operation, caller: CallerName, what: What): boolean {
  if (right === "public") return true;
  if (isUnknown(caller)) return false;
  const isBound = !caller.startsWith("owner");
  if (what === "another workspace" && isBound) return false;
  if (what === "another session" && !reachesAllSessions(caller) && right !== "restore") return false;
  const may = EXPECTED[right][caller as Known];
  return may === "yes" || (may === "own" && what !== "another's");
}

function isUnknown(caller: CallerName): boolean {
  return caller === "revoked token" || caller === "no credential";
}

function isGranted(status: number, { also = [] }: Operation): boolean {
  return (status >= 200 && status < 300) || also.includes(status);
}

/** A request that would succeed; refused callers, and requests that use nothing up, share one. */
async function asked(name: string, at: Place, allowed: boolean): Promise<Asked> {
  const { ask, usesUp = !name.startsWith("GET ") } = OPERATIONS[name] as Operation;
  const key = `${name} ${JSON.stringify(at)}`;
  const before = allowed && usesUp ? undefined : prepared.get(key);
  const one = before ?? (await ask(world, at));
  if (!allowed || !usesUp) prepared.set(key, one);
  return one;
}

const prepared = new Map<string, Asked>();

async function take(
  name: string,
  caller: CallerName,
  at: Place,
  { ids = {}, query, body, headers }: Asked,
): Promise<{ status: number; text: string }> {
  const [method = "", address = ""] = name.split(" ");
  const values: Record<string, string> = { ...at, ...ids };
  const path = address
    .replace("~", `/api/v1/workspaces/${at.workspace}`)
    .replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(values[part] ?? "")); // {session}
  const who = world.credential(caller);
  const answer = await call(method, query === undefined ? path : `${path}?${query}`, {
    ...who,
    ...(body !== undefined && { body }),
    headers: { ...who.headers, ...headers },
  });
  const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream") === true;
  if (!isStream) return { status: answer.status, text: await answer.text() };
  await answer.body?.cancel();
  return { status: answer.status, text: "" };
}
