import { expect, it } from "vitest";
import { call } from "@/lib/api/testing/api.fixture";
import { OPERATIONS } from "@/lib/api/testing/matrix-operations.fixture";
import { MatrixWorld, ownPlace } from "@/lib/api/testing/matrix-world.fixture";
import { KNOWN_WITHOUT, LEFT_OUT, requestOf } from "@/lib/db/testing/away.fixture";
import { startPostgresql } from "../../../scripts/postgresql.mjs";

const AT = ownPlace("owner");
it("while PostgreSQL is away, no operation fails as a fault of ours, and what is known is answered", async () => {
  const server = await startPostgresql();
  const world = await MatrixWorld.open({ DATABASE_URL: await server.create("away") });
  const asked: [name: string, request: Parameters<typeof call>][] = [];
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    if (LEFT_OUT.test(name)) continue;
    asked.push([name, requestOf(AT, name, await operation.ask(world, AT))]);
  }
  for (const [name, request] of asked) if (name.startsWith("GET ")) await (await call(...request)).body?.cancel();
  await server.stop();
  const answers = await Promise.all(
    asked.map(async ([name, request]) => {
      const answer = await call(...request);
      const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream") === true;
      const text = isStream ? "" : await answer.text();
      if (isStream) await answer.body?.cancel();
      return { name, status: answer.status, text };
    }),
  );
  const isTold = (text: string) => text.includes(`"code":"busy"`) || text.includes(`"status":"failing"`);
  const faults = answers.filter(({ status, text }) => status >= 500 && (status !== 503 || !isTold(text)));
  expect(faults.map(({ name, status, text }) => `${name}: ${status} ${text.slice(0, 200)}`)).toEqual([]);
  const silent = answers.filter(({ name, status }) => KNOWN_WITHOUT.includes(name) && status !== 200);
  expect(silent.map(({ name, status, text }) => `${name}: ${status} ${text.slice(0, 200)}`)).toEqual([]);
  await world.close().catch(() => undefined);
});
