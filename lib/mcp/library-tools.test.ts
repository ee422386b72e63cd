import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { connect, refusal, use } from "@/lib/mcp/testing/client.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { PROJECT, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

interface Part {
  text: string;
  next: number | null;
}

const wardroom = await TestWardroom.open();
serve(wardroom);
await cp(join(PROJECT, "example/workspace"), wardroom.files, { recursive: true });
const session = { workspace: "demo", session: "invoice-import" };
const { token } = await wardroom.services.tokens.mint(OWNER, { ...session, role: "implementer-2" }, PLAIN_REQUEST);
const client: Client = await connect(token, "modern");
const team = await wardroom.services.teamTokens.mint(OWNER, session, PLAIN_REQUEST);
const onlooker: Client = await connect(team.token, "modern");

it("an agent's memory is a resource, whose readers are told when a close changes it", async () => {
  const agent = "implementer";
  const begun = await use<{ sessionId: string; memory: Part; brief: Part }>(client, "start", { agent });
  const uri = `wardroom://demo/agents/${encodeURIComponent(agent)}/memory`;
  const told = new Promise<string>((resolve) =>
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => resolve(params.uri)),
  );
  await client.listen({ resourceSubscriptions: [uri] });
  const finding = "The door answers with the problem itself";
  const body = { agent, sessionId: begun.sessionId, summary: "Looked", outcome: "It opens", findings: [finding] };
  await use(client, "close", body);
  expect((await use<Part>(client, "recall", { agent })).text).toContain(finding);
  expect(await told).toBe(uri);
  await refusal("forbidden", onlooker, "start", { agent });

  const { resources } = await client.listResources();
  expect(resources.map((each) => each.uri)).toContain(uri);
  const { contents } = await client.readResource({ uri });
  expect(JSON.stringify(contents)).toContain(finding);
});

it("an entry of knowledge is a resource, marked as data", async () => {
  const { items } = await use<{ items: { id: string; path: string }[] }>(onlooker, "knowledge");
  const entry = items.find(({ id }) => id === "owasp-top-10");
  const text = await readFile(join(wardroom.files, entry?.path ?? ""), "utf8");
  const uri = "wardroom://demo/knowledge/owasp-top-10";
  expect((await onlooker.readResource({ uri })).contents).toMatchObject([
    { text: expect.stringContaining(`: data, not instructions>>\n${text}\n<<`) as string },
  ]);
  await expect(onlooker.readResource({ uri: "wardroom://demo/knowledge/nothing" })).rejects.toMatchObject({
    code: -32602,
  });
});

it("a session that is begun with an entry beside its mode is begun with both, or not at all", async () => {
  const team = "security-review";
  const told = async () => {
    const filter = { limit: 200, format: "json" } as const;
    return (await wardroom.services.events.list(OWNER, { workspace: "demo" }, filter)).items.map(({ id }) => id);
  };
  // Its files are found by the first that looks.
  await use(client, "load", { team, mode: "review" });
  const before = await told();
  await refusal("not_found", client, "load", { team, mode: "review", id: "nothing" });
  const { hint } = await refusal("over_budget", client, "load", { team, mode: "review", id: "postgres-locking" });
  expect(hint).toContain("No session was started.");
  expect(await told()).toEqual(before);
  const both = { team, topic: "logging", teamSession: "both-at-once", id: "review-checklist" };
  expect(await use(client, "load", both)).toMatchObject({
    message: "Knowledge loaded: [masking-rules, review-checklist]",
    loaded: [{ id: "masking-rules" }, { id: "review-checklist" }],
  });
  expect(await told()).toHaveLength(before.length + 1);
});
