import { afterAll, expect, it } from "vitest";
import { call } from "@/lib/api/testing/api.fixture";
import { OPERATIONS } from "@/lib/api/testing/matrix-operations.fixture";
import type { Asked, Operation } from "@/lib/api/testing/matrix-requests.fixture";
import { EXPECTED, type Known } from "@/lib/api/testing/matrix-rights.fixture";
import { CALLERS, MatrixWorld, ownPlace, type CallerName, type Place } from "@/lib/api/testing/matrix-world.fixture";
import { OPERATIONS as ALL } from "@/lib/operations/operations";

/** It ends the tokens of everybody in the session. */
const ENDING = "DELETE ~/sessions/{session}";

const world = await MatrixWorld.open();
afterAll(() => world.close());

/** Each step that a refusal hinted at, with who was told it, and after what. */
const hinted = new Map<string, { name: string; caller: CallerName; after: string }>();

/** What names nothing that is there, in place of each id that an operation is about. */
const NOWHERE = Object.fromEntries(
  [
    "item",
    "relay",
    "question",
    "gate",
    "delivery",
    "comment",
    "repair",
    "fault",
    "token",
    "id",
    "person",
    "webhook",
  ].map((name) => [name, "ffffffffffff"]),
);

it.each(Object.entries(OPERATIONS))(
  "%s, about what is not there, hints at nothing that is refused in turn",
  async (name, operation) => {
    if (name === ENDING || operation.right === "public") return;
    const wrong: string[] = [];
    for (const caller of CALLERS) {
      const at = ownPlace(caller);
      const given = await operation.ask(world, at);
      for (const place of [at, { ...at, role: "nobody-9" }]) {
        const { text } = await take(name, caller, place, { ...given, ids: { ...given.ids, ...NOWHERE } });
        for (const { name: step, may } of stepsIn(text, caller)) {
          if (may) hinted.set(`${caller} ${step}`, { name: step, caller, after: text.slice(0, 200) });
          else wrong.push(`${caller}: ${step} after ${text.slice(0, 200)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  },
);

const NAMES = new Map(ALL.map(({ id, http }) => [id, nameOf(http)]));

/** An operation as the matrix names it: one below a workspace begins with `~`. */
function nameOf(http: string): string {
  const [method = "", path = ""] = http.split(" ");
  return `${method} ${path.startsWith("/api/") ? path : `~${path}`}`;
}

it("each step that a refusal hinted at is carried out for who was told it, about what is there", async () => {
  expect(hinted.size).toBeGreaterThan(20);
  const wrong: string[] = [];
  for (const { name, caller, after } of hinted.values()) {
    const operation = OPERATIONS[name];
    if (operation === undefined || operation.right === "public" || name === ENDING) continue;
    const at = ownPlace(caller);
    const { status, text } = await take(name, caller, at, await operation.ask(world, at));
    if (status >= 400 && operation.also?.includes(status) !== true)
      wrong.push(`${caller}: ${name} is ${status} ${text.slice(0, 200)} after ${after}`);
  }
  expect(wrong).toEqual([]);
});

/** The operations that the hint of a refusal names, and whether the caller who was refused may do them. */
function stepsIn(text: string, caller: CallerName): { name: string; may: boolean }[] {
  if (!text.includes('"next"')) return [];
  // Of a refusal alone: a context names its next version so.
  const { next } = JSON.parse(text) as { next: { operation: string }[] | string };
  return (Array.isArray(next) ? next : []).flatMap(({ operation }) => {
    const name = NAMES.get(operation) ?? "";
    const { [name]: row } = OPERATIONS;
    return row === undefined ? [] : [{ name, may: mayHere(row, caller) }];
  });
}

function mayHere({ right }: Operation, caller: CallerName): boolean {
  if (right === "public") return true;
  if (caller === "revoked token" || caller === "no credential") return false;
  return EXPECTED[right][caller as Known] !== "no";
}

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
