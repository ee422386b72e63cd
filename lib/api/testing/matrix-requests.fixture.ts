import { call } from "@/lib/api/testing/api.fixture";
import type { MatrixWorld, Place } from "@/lib/api/testing/matrix-world.fixture";
import type { Right } from "@/lib/api/testing/matrix-rights.fixture";

/** What a request says beside its address, and the parts of that address that are not the place's. */
export interface Asked {
  ids?: Record<string, string>;
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Makes a request that would succeed, with whatever has to be there first. */
export type Ask = (world: MatrixWorld, at: Place) => Asked | Promise<Asked>;

/** One operation: who may carry it out, and a request that does. */
export interface Operation {
  right: Right;
  ask: Ask;
  /** Answers that come after the right was found, where the request cannot succeed each time. */
  also?: readonly number[];
  /** Whether what it asks for is gone once it is done, so that the next caller needs another. A read uses nothing up. */
  usesUp?: boolean;
}

export const NOTHING: Ask = () => ({});
export const body = (said: unknown): Ask => {
  return () => ({ body: said });
};
export const query = (said: string): Ask => {
  return () => ({ query: said });
};
export const below = (at: Place) => `/api/v1/workspaces/${at.workspace}`;
export const inSession = (at: Place) => `${below(at)}/sessions/${at.session}`;
export const TEAM = "security-review";

export async function item(world: MatrixWorld, at: Place): Promise<{ id: string; revision: number }> {
  const said = { tag: "Finding", text: world.fresh("finding"), role: at.role };
  const added = await world.owner<{ item: { id: string }; revision: number }>(
    "POST",
    `${inSession(at)}/memory/items`,
    said,
  );
  return { id: added.item.id, revision: added.revision };
}

export async function etagOf(world: MatrixWorld, path: string): Promise<string> {
  return (await world.owner<{ etag: string }>("GET", path)).etag;
}

export async function delivery(world: MatrixWorld, at: Place): Promise<string> {
  await abandonGate(world, at);
  const text = `# First\n\n## Scope\n- goal: ${world.fresh("goal")}\n`;
  const { etag } = await world.owner<{ etag: string }>("GET", `${inSession(at)}/context`);
  const { deliveries } = await world.owner<{ deliveries: { id: string; role: string }[] }>(
    ...(["PUT", `${inSession(at)}/context`, { text, overQuestions: true }, { "if-match": etag }] as const),
  );
  return deliveries.find(({ role }) => role === at.role)?.id ?? "";
}

/** A teammate that nobody acts for. */
export async function spareRole(world: MatrixWorld, at: Place): Promise<string> {
  const id = world.fresh("spare");
  await world.owner("POST", `${inSession(at)}/roles`, { id });
  return id;
}

/** The id of an item that stands in a role's section. */
export async function itemOf(world: MatrixWorld, at: Place, role: string): Promise<string> {
  const said = { tag: "Finding", text: world.fresh("judged"), role };
  const { item } = await world.owner<{ item: { id: string } }>("POST", `${inSession(at)}/memory/items`, said);
  return item.id;
}

/** Says which run calls. */
export const RUNS = { "x-wardroom-run": "claude:matrix" };

/** Ends a run of the role that the place is about, which has just begun. */
export async function endRun(world: MatrixWorld, at: Place): Promise<Asked> {
  const run = `claude:${world.fresh("run")}`;
  await world.owner("GET", `${inSession(at)}/inbox`, undefined, { "x-wardroom-role": at.role, "x-wardroom-run": run });
  return { body: { role: at.role, run, reason: "its terminal was closed" } };
}

export async function moveRun(world: MatrixWorld, at: Place): Promise<Asked> {
  const { body } = await endRun(world, at);
  const { role, run } = body as { role: string; run: string };
  return { body: { role, run, to: world.fresh("implementer") } };
}

/** Left in the name of the role that the place is about, over a connection that its team shares. */
export async function relayOf(world: MatrixWorld, at: Place): Promise<string> {
  const { token } = await world.owner<{ token: string }>("POST", `${inSession(at)}/team-tokens`);
  const body = { tag: "Finding", text: world.fresh("relayed"), role: at.role };
  const answer = await call("POST", `${inSession(at)}/memory/items`, { token, body });
  return ((await answer.json()) as { relay: { id: string } }).relay.id;
}

export async function relay(world: MatrixWorld, at: Place): Promise<string> {
  const said = { tag: "Finding", text: world.fresh("relayed") };
  const path = `${inSession(at)}/memory/items`;
  const left = await world.owner<{ relay: { id: string } }>("POST", path, said, { "x-wardroom-role": "tester-1" });
  return left.relay.id;
}

export async function comment(world: MatrixWorld, at: Place): Promise<string> {
  const path = `${inSession(at)}/memory/items/${(await item(world, at)).id}/comments`;
  return (await world.owner<{ id: string }>("POST", path, { text: "Still so?" })).id;
}

export async function person(world: MatrixWorld, at: Place): Promise<string> {
  const said = { name: world.fresh("Person"), role: "viewer" };
  return (await world.owner<{ person: { id: string } }>("POST", `${below(at)}/people`, said)).person.id;
}

export async function abandonGate(world: MatrixWorld, at: Place): Promise<void> {
  const { items } = await world.owner<{ items: { id: string; state: string }[] }>("GET", `${inSession(at)}/gates`);
  for (const { id, state } of items)
    if (state === "open") await world.owner("POST", `${inSession(at)}/gates/${id}/abandon`);
}

export async function gate(world: MatrixWorld, at: Place): Promise<string> {
  await abandonGate(world, at);
  return (await world.owner<{ id: string }>("POST", `${inSession(at)}/gates`, { phase: 1 })).id;
}

export async function teamSession(world: MatrixWorld, at: Place): Promise<Record<string, string>> {
  const { id } = await world.owner<{ id: string }>("POST", `${below(at)}/teams/${TEAM}/sessions`, {});
  return { team: TEAM, session: id };
}

export async function knowledge(world: MatrixWorld, at: Place): Promise<string> {
  const id = world.fresh("entry");
  await world.owner("POST", `${below(at)}/knowledge`, { id, path: "korean-text.md" });
  return id;
}

export async function teamKnowledge(world: MatrixWorld, at: Place): Promise<string> {
  const id = await knowledge(world, at);
  await world.owner("POST", `${below(at)}/teams/${TEAM}/knowledge`, { id, priority: "low" });
  return id;
}

export async function agentMemory(world: MatrixWorld, at: Place): Promise<string> {
  const path = `${below(at)}/agents/${at.agent}/memory`;
  await world.owner("POST", path, {}).catch(() => undefined);
  return path;
}

export const REGISTRY = ".microai/knowledge/shared/registry.yaml";
