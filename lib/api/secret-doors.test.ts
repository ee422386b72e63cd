import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { call } from "@/lib/api/testing/api.fixture";
import { OPERATIONS as ASKED } from "@/lib/api/testing/matrix-operations.fixture";
import { MatrixWorld, ownPlace } from "@/lib/api/testing/matrix-world.fixture";
import { httpOf } from "@/lib/operations/define-operation";
import { OPERATIONS } from "@/lib/operations/operations";
import type { z } from "zod";

const world = await MatrixWorld.open();
afterAll(() => world.close());

/** A webhook's address is a secret of its own kind, and kept; a replica brings what was edited by hand; the last takes the session away. */
const KEPT = ["webhook.set", "file.push"];
const LAST = "session.delete";

const CHANGES = OPERATIONS.filter(({ id, http }) => !http.startsWith("GET ") && !KEPT.includes(id)).sort(
  (a, b) => Number(a.id === LAST) - Number(b.id === LAST),
);

type Path = readonly (string | number)[];

/** Where a body holds text. */
function textsIn(value: unknown, at: Path = []): Path[] {
  if (typeof value === "string") return [at];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => textsIn(each, [...at, key]));
}

function withText(value: unknown, [first, ...rest]: Path, change: (text: string) => string): unknown {
  if (first === undefined) return change(value as string);
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>;
  copy[first] = withText(copy[first], rest, change);
  return copy;
}

/** Every file of the data folder and the workspaces that holds it, a database's log included. */
async function placesOf(secret: string): Promise<string[]> {
  const found: string[] = [];
  const entries = await readdir(world.file(".."), { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    // What is gone meanwhile was swept.
    const content = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0));
    if (content.includes(secret)) found.push(entry.name);
  }
  return found;
}

/** What a request says, with a text in each field that takes one and was left out. */
function filled(body: (typeof OPERATIONS)[number]["body"], said: unknown): unknown {
  if (body === undefined || !("shape" in body)) return said;
  const fields = Object.entries(body.shape as Record<string, z.ZodType>);
  const more = fields.flatMap(([key, schema]) => {
    const value = ["a text", ["a text"]].find((each) => schema.safeParse(each).success);
    return value === undefined ? [] : [[key, value]];
  });
  return { ...(Object.fromEntries(more) as object), ...(said as object) };
}

let made = 0;
it.each(CHANGES.map((operation) => [operation.id, operation] as const))(
  "%s stores no secret in any text of it, at no place",
  async (id, operation) => {
    const { method, address } = httpOf(operation);
    const place = ownPlace("owner");
    const known = ASKED[`${method} ${address.replace("/api/v1/workspaces/{workspace}", "~")}`];
    if (known === undefined) throw new Error(`the matrix does not know ${id}`);
    for (let at = 0; ; at++) {
      const asked = await known.ask(world, place);
      const full = filled(operation.body, asked.body);
      const path = textsIn(full)[at];
      if (path === undefined) return;
      const secret = `glpat-${"a1B2c3D4".repeat(2)}${String(++made).padStart(4, "0")}`;
      const values: Record<string, string> = { ...place, ...asked.ids };
      const to = address.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(values[part] ?? "")); // {session}
      const body = withText(full, path, (text) => `${text} ${secret}`);
      const answer = await call(method, asked.query === undefined ? to : `${to}?${asked.query}`, { ...asked, body });
      const text = await answer.text();
      expect({ path, status: answer.status, said: text.slice(0, 300), in: await placesOf(secret) }).toMatchObject({
        in: [],
      });
    }
  },
);
