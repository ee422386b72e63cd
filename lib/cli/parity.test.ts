import { beforeAll, describe, expect, it } from "vitest";
import { call, serve } from "@/lib/api/testing/api.fixture";
import { Problem } from "@/lib/contracts/primitives";
import { ERRORS } from "@/lib/core/errors";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { STEPS, type Answer, type Known } from "@/lib/cli/testing/parity-steps.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

/** Made anew by each side: what is random, the time, and what follows from either; by which door a change came. */
const OWN = new Set([
  "at",
  "createdAt",
  "created",
  "decidedAt",
  "etag",
  "fetchedAt",
  "hash",
  "id",
  "instance",
  "itemId",
  "now",
  "parentHash",
  "pingedAt",
  "previousHash",
  "publishedAt",
  "readAt",
  "revision",
  "sentAt",
  "sessionId",
  "startedAt",
  "closedAt",
  "source",
  "timestamp",
]);

function comparable(value: unknown, key = ""): unknown {
  if (OWN.has(key) && value !== null) return `some ${key}`;
  if (Array.isArray(value)) return value.map((each) => comparable(each));
  if (typeof value !== "object" || value === null) return typeof value === "string" ? withoutIds(value) : value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, comparable(each, name)]));
}

/** Sentences name ids, times and hashes too. */
function withoutIds(text: string): string {
  return text.replace(/\b[0-9a-f]{12,64}\b/g, "…").replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "…"); // 3f9a1c07be42, 2026-02-09T10:00:00Z
}

describe("the same through REST and the command", () => {
  let rest: TestWardroom;
  let cli: TestWardroom;
  const known: Record<"rest" | "cli", Known> = { rest: {}, cli: {} };
  beforeAll(async () => {
    [rest, cli] = await Promise.all([TestWardroom.open(), TestWardroom.open()]);
  });

  it.each(STEPS)("$name", async (step) => {
    serve(rest);
    const [method, path, body, headers] = step.rest(known.rest);
    const response = await call(method, `/api/v1/workspaces/demo${path}`, { body, ...(headers && { headers }) });
    const answered: unknown = await response.json();

    serve(cli);
    const said = step.stdin === undefined ? {} : { stdin: step.stdin };
    const ended = await wardroomCli(cli, [...step.cli(known.cli), "--json"], said);

    if (step.code !== undefined) {
      expect(Problem.parse(answered).code).toBe(step.code);
      expect(ended).toMatchObject({ code: ERRORS[step.code].exit, out: "" });
      const problem = Problem.parse(JSON.parse(ended.err));
      expect(comparable(problem)).toEqual(comparable(answered));
      return;
    }
    expect({ status: response.status, answered }).toMatchObject({ status: expect.toBeOneOf([200, 201, 202]) });
    expect(ended).toMatchObject({ code: 0, err: "" });
    const printed: unknown = JSON.parse(ended.out);
    expect(comparable(printed)).toEqual(comparable(answered));
    Object.assign(known.rest, step.keep?.(answered as Answer));
    Object.assign(known.cli, step.keep?.(printed as Answer));
  });

  it("left the same files", async () => {
    const story = async (wardroom: TestWardroom) => {
      serve(wardroom);
      const { out } = await wardroomCli(wardroom, ["events", "-n", "100", "--json"]);
      const { items } = JSON.parse(out) as { items: { actor: string; action: string }[] };
      return items.map(({ actor, action }) => `${actor} ${action}`);
    };
    expect(await story(cli)).toEqual(await story(rest));
  });
});
