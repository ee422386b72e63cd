import { afterAll, expect, it } from "vitest";
import { call } from "@/lib/api/testing/api.fixture";
import { OPERATIONS as ASKED } from "@/lib/api/testing/matrix-operations.fixture";
import { MatrixWorld, ownPlace } from "@/lib/api/testing/matrix-world.fixture";
import { httpOf } from "@/lib/operations/define-operation";
import { OPERATIONS } from "@/lib/operations/operations";

const world = await MatrixWorld.open();
afterAll(() => world.close());

/** They work something out from what they are given, and change nothing. */
const PURE = ["context.apply", "team.resolve-knowledge"];

/** The last: it takes the session away that the others change. */
const LAST = "session.delete";

const CHANGES = OPERATIONS.filter(({ id, http }) => !http.startsWith("GET ") && !PURE.includes(id)).sort(
  (a, b) => Number(a.id === LAST) - Number(b.id === LAST),
);

/** The id of the newest event of the workspace. */
async function lastEvent(): Promise<number> {
  const { items } = await world.owner<{ items: { id: number }[] }>("GET", "/api/v1/workspaces/demo/events?limit=1");
  return items[0]?.id ?? 0;
}

it.each(CHANGES.map((operation) => [operation.id, operation] as const))(
  "%s changes once for one key and body, gives the first answer again, and refuses another body",
  async (id, operation) => {
    const { method, address } = httpOf(operation);
    const place = ownPlace("owner");
    const known = ASKED[`${method} ${address.replace("/api/v1/workspaces/{workspace}", "~")}`];
    if (known === undefined) throw new Error(`the matrix does not know ${id}`);
    const asked = await known.ask(world, place);
    const values: Record<string, string> = { ...place, ...asked.ids };
    const path = address.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(values[part] ?? "")); // {session}
    const to = asked.query === undefined ? path : `${path}?${asked.query}`;
    const headers: Record<string, string> = { ...asked.headers };
    let { body: said } = asked;
    if (operation.body !== undefined && "shape" in operation.body && "dryRun" in (operation.body.shape as object)) {
      const preview = await call(method, to, { headers, body: { ...(said as object), dryRun: true } });
      const { etag = "" } = (await preview.json()) as { etag?: string };
      said = { ...(said as object), dryRun: false };
      if (etag !== "") headers["if-match"] = etag;
    }
    const text = said === undefined ? "" : JSON.stringify(said);
    headers["idempotency-key"] = world.fresh("key");
    const ask = async (body: string) => {
      const answer = await call(method, to, { headers, ...(body !== "" && { body }) });
      return { status: answer.status, text: await answer.text() };
    };

    const first = await ask(text);
    const before = await lastEvent();
    // What fails keeps no answer: it may succeed later.
    if (first.status >= 400) {
      expect([first.text, known.also]).toEqual([first.text, expect.arrayContaining([first.status])]);
      return;
    }
    expect(await ask(text)).toEqual(first);
    expect(await lastEvent()).toBe(before);
    const other = await ask(text === "" ? "{}" : `${text} `);
    expect({ status: other.status, text: other.text }).toMatchObject({ status: 422 });
    expect(JSON.parse(other.text)).toMatchObject({ code: "idempotency_mismatch" });
    expect(await lastEvent()).toBe(before);
  },
);
