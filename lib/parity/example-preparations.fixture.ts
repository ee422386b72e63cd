import { call } from "@/lib/api/testing/api.fixture";
import { OWNER_TOKEN } from "@/lib/services/testing/test-wardroom.fixture";

/** What stands in a workspace for the ids and names that examples give; `etag` is what the call names in `If-Match`. */
export type Stands = Record<string, string>;

const BELOW = "/api/v1/workspaces/demo";
const SESSION = "/sessions/invoice-import";
const AGENT = "/agents/code-reviewer/memory";
const TEAM = "/teams/security-review";
const REGISTRY = ".microai/knowledge/shared/registry.yaml";
const FILE = "security-review-2026-02-09-001.yaml";

/** What tells texts apart. */
let count = 0;

/** Has the preparations write the same texts in every workspace. */
export function countFrom(number: number): void {
  count = number;
}

/** What the owner is answered, which is no refusal. */
async function owner<T>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  const answer = await call(method, BELOW + path, { ...(body !== undefined && { body }), headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return (text === "" ? {} : JSON.parse(text)) as T;
}

interface Listed<T> {
  items: T[];
}

async function item(): Promise<{ id: string; revision: number }> {
  const said = { tag: "Finding", text: `Accepts one currency, ${++count}`, role: "implementer-2" };
  const { item: added, revision } = await owner<{ item: { id: string }; revision: number }>(
    "POST",
    `${SESSION}/memory/items`,
    said,
  );
  return { id: added.id, revision };
}

async function etagOf(path: string): Promise<string> {
  return (await owner<{ etag: string }>("GET", path)).etag;
}

async function relay(): Promise<Stands> {
  const said = { tag: "Pattern", text: `Credit notes carry a number, ${++count}` };
  const role = { "x-wardroom-role": "researcher-1" };
  const { relay: left } = await owner<{ relay: { id: string } }>("POST", `${SESSION}/memory/items`, said, role);
  return { "8f4c2e61a7b34d5f": left.id };
}

async function publish(): Promise<{ id: string; role: string }[]> {
  await noGate();
  const text = `# Goal\n\n## Constraints\n- One currency per export batch, ${++count}\n`;
  const headers = { "if-match": await etagOf(`${SESSION}/context`) };
  const done = await owner<{ deliveries: { id: string; role: string }[] }>(
    "PUT",
    `${SESSION}/context`,
    { text, overQuestions: true },
    headers,
  );
  return done.deliveries;
}

async function delivery(): Promise<Stands> {
  const sent = (await publish()).find(({ role }) => role === "implementer-2");
  return { b1946ac92492d234: sent?.id ?? "", ...(await version()) };
}

/** The newest version stands for GC-v5, the one before for GC-v4. */
async function version(): Promise<Stands> {
  const { version: newest } = await owner<{ version: string }>("GET", `${SESSION}/context`);
  const number = Number(newest.replace("GC-v", ""));
  return { "GC-v5": newest, "GC-v4": `GC-v${number - 1}` };
}

/** What waits for implementer-2 is shown to it, whoever looked before. */
async function shown(): Promise<Stands> {
  const as = { "x-wardroom-role": "implementer-2" };
  await owner("GET", `${SESSION}/context/updates?role=implementer-2`, undefined, as);
  return {};
}

/** A delivery of which the role has said that something is not clear. */
async function unclear(): Promise<Stands> {
  const stands = await delivery();
  const body = { role: "implementer-2", version: stands["GC-v5"], applied: 0, total: 1, action: "NEED_CLARIFICATION" };
  await owner("POST", `${SESSION}/context/acks`, { ...body, unclear: ["Constraints"] });
  return stands;
}

async function noGate(): Promise<Stands> {
  const { items } = await owner<Listed<{ id: string; state: string }>>("GET", `${SESSION}/gates`);
  for (const { id, state } of items) if (state === "open") await owner("POST", `${SESSION}/gates/${id}/abandon`);
  return {};
}

async function gate(): Promise<Stands> {
  await noGate();
  const { id } = await owner<{ id: string }>("POST", `${SESSION}/gates`, { phase: 4 });
  return { d3b07384d113edec: id };
}

/** Two revisions of what is at a path, the newest for 42 and 7, the one before for 41 and 6. */
async function revisions(path: string, list: string): Promise<Stands> {
  const { items } = await owner<Listed<{ revision: number }>>("GET", list);
  const newest = items[0]?.revision ?? 1;
  const [last, before] = [String(newest), String(newest - 1)];
  return { "42": last, "41": before, "7": last, "6": before, "4": last, "3": before, etag: await etagOf(path) };
}

async function memoryRevisions(): Promise<Stands> {
  await item();
  const { revision } = await item();
  return { "42": String(revision), "41": String(revision), etag: await etagOf(`${SESSION}/memory`) };
}

async function agentRevisions(): Promise<Stands> {
  for (const n of [1, 2]) await owner("PATCH", AGENT, { section: "Watch Points", add: `Watch ${n} of ${++count}` });
  const stands = await revisions(AGENT, `${AGENT}/revisions`);
  return { ...stands, "41": stands["42"] ?? "" };
}

async function knowledgeRevisions(): Promise<Stands> {
  for (const tag of ["web", `web-${++count}`])
    await owner("PATCH", "/knowledge/owasp-top-10", { tags: ["security", tag] });
  const stands = await revisions("/knowledge", `/knowledge/history/revisions?path=${REGISTRY}`);
  return stands;
}

async function teamSession(): Promise<Stands> {
  const { items } = await owner<Listed<{ id: string; status: string }>>("GET", `${TEAM}/sessions`);
  for (const { id, status } of items)
    if (status === "active") await owner("POST", `${TEAM}/sessions/${id}/end`, { outcome: "Over" });
  const { id } = await owner<{ id: string }>("POST", `${TEAM}/sessions`, { mode: "review" });
  return { "security-review-2026-02-09-001": id };
}

async function checkpoint(): Promise<Stands> {
  const stands = await teamSession();
  const { file } = await owner<{ file: string }>(
    ...(["POST", `${TEAM}/sessions/${stands["security-review-2026-02-09-001"]}/checkpoints`, {}] as const),
  );
  return { [FILE.replace(".yaml", ".2.yaml")]: file, ...stands };
}

/** A run of implementer-1. */
async function aRun(): Promise<Stands> {
  const headers = { "x-wardroom-role": "implementer-1", "x-wardroom-run": "claude:7f0c8d9e" };
  await owner("GET", `${SESSION}/inbox`, undefined, headers);
  return {};
}

/** A claim, which the Lead may end whoever made it. */
async function claim(): Promise<Stands> {
  const made = await owner<{ claim: { id: string } }>("POST", `${SESSION}/claims`, { what: "vendor/kv" });
  return { "7d1f4c0a92be5361": made.claim.id };
}

/** A question that implementer-2 puts to tester-1. */
async function question(): Promise<Stands> {
  const asked = await owner<{ id: string }>("POST", `${SESSION}/questions`, { role: "tester-1", text: "Which ones?" });
  return { "3f9a1c07be42": asked.id };
}

/** A gate that nobody but tester-1 is in the way of. */
async function passable(): Promise<Stands> {
  await publish();
  const stands = { ...(await gate()), ...(await version()) };
  for (const role of ["implementer-1", "implementer-2", "researcher-1"]) {
    const { items } = await owner<Listed<{ total: number; version: string }>>(
      "GET",
      `${SESSION}/context/updates?role=${role}`,
    );
    const total = items.find((update) => update.version === stands["GC-v5"])?.total ?? 0;
    const body = { role, version: stands["GC-v5"], applied: total, total, action: "CONTINUE" };
    await owner("POST", `${SESSION}/context/acks`, body);
  }
  return stands;
}

/** What the example of a close replaces and settles. */
const NEAR = "Changes to `src/queue` are never small: check lease, retry and key";

async function agentSession(): Promise<Stands> {
  await owner("PATCH", AGENT, { section: "Watch Points", add: NEAR });
  await owner("PATCH", AGENT, { section: "Open Threads", add: "Nobody reads the export" });
  const { sessionId } = await owner<{ sessionId: string }>("POST", "/agents/code-reviewer/sessions");
  const { sections } = await owner<{ sections: { entries: { id: string; text: string }[] }[] }>("GET", AGENT);
  const entry = (said: string) =>
    sections.flatMap(({ entries }) => entries).find(({ text }) => text === said)?.id ?? "";
  return {
    ...{ b1946ac92492d234: sessionId, "12": sessionId },
    ...{ "90d1f3a5c7e2": entry(NEAR), "3f9a1c07be42": entry("Nobody reads the export") },
  };
}

async function token(): Promise<Stands> {
  const { tokenId } = await owner<{ tokenId: string }>("POST", `${SESSION}/roles/implementer-2/tokens`);
  return { "5d7e0c1b2a394f68": tokenId };
}

async function viewer(): Promise<Stands> {
  const { viewer: added } = await owner<{ viewer: { id: string } }>("POST", "/viewers", { label: "guest" });
  return { "6c8349cc7260ae62": added.id };
}

async function commented(): Promise<Stands> {
  const { id } = await item();
  const path = `${SESSION}/memory/items/${id}/comments`;
  const { id: comment } = await owner<{ id: string }>("POST", path, { text: "Still so?" });
  return { "3f9a1c07be42": id, "4c1e7b90d2fa3865": comment };
}

async function person(): Promise<Stands> {
  const said = { name: `Mina ${++count}`, role: "viewer" };
  const { person: added } = await owner<{ person: { id: string } }>("POST", "/people", said);
  return { "1d7a0c52f3be4968": added.id };
}

async function browser(): Promise<Stands> {
  await call("POST", "/api/login", {
    body: { code: OWNER_TOKEN },
    headers: { host: "wardroom.localhost:4100" },
    token: null,
  });
  const { items } = await owner<Listed<{ id: string }>>("GET", "/browsers");
  return { "5b0f7c2d9e14a683": items[0]?.id ?? "" };
}

async function archived(): Promise<Stands> {
  const { id } = await item();
  await owner("POST", `${SESSION}/memory/archive`, { items: [id] });
  return { "3f9a1c07be42": id };
}

/** What implementer-1 was told, and does not count as shown to it yet. */
async function answered(): Promise<Stands> {
  await item();
  const headers = { "x-wardroom-role": "implementer-1" };
  const { mark } = await owner<{ mark: string | null }>("GET", `${SESSION}/inbox`, undefined, headers);
  return { "812-780": mark ?? "" };
}

const anItem = async (): Promise<Stands> => ({ "3f9a1c07be42": (await item()).id });
const twoItems = async (): Promise<Stands> => {
  const said = (text: string) => ({ tag: "Decision", text: `${text}, ${++count}` });
  const say = (role: string, text: string) =>
    owner<{ item: { id: string } }>("POST", `${SESSION}/memory/items`, said(text), { "x-wardroom-role": role });
  const [{ item: other }, { item: own }] = [
    await say("implementer-1", "Use Jest"),
    await say("implementer-2", "Use Vitest"),
  ];
  return { "3f9a1c07be42": own.id, ab12cd07be42: other.id };
};
const aPair = async (): Promise<Stands> => {
  const stands = await twoItems();
  const judge = `${SESSION}/memory/items/${stands["3f9a1c07be42"]}/judge`;
  const { id } = await owner<{ id: string }>("POST", judge, { conflicts: stands.ab12cd07be42 });
  return { ...stands, "5d0c7a31b2e94f68": id };
};
const contextEtag = async (): Promise<Stands> => ({ etag: await etagOf(`${SESSION}/context`), ...(await noGate()) });
const agentEtag = async (): Promise<Stands> => ({ etag: await etagOf(AGENT) });

/** Has a workspace be what the examples speak of: a session with its context, and roles that write and that relay. */
export async function prepareWorkspace(): Promise<void> {
  const roles = [{ id: "implementer-2" }, { id: "implementer-1" }, { id: "tester-1" }, { id: "researcher-1" }];
  for (const role of roles) await owner("POST", `${SESSION}/roles`, role).catch(ignored);
  for (const text of ["Two currencies per batch", "One currency per batch"]) {
    const { etag } = await owner<{ etag: string | null }>("GET", `${SESSION}/context`).catch(() => ({ etag: null }));
    const said = { text: `# Goal\n\n## Constraints\n- ${text}\n` };
    await owner("PUT", `${SESSION}/context`, said, etag === null ? {} : { "if-match": etag });
  }
}

/** A role that the example of a new session has added already. */
const ignored = () => undefined;

/** What has to be there before the example of an operation is made, by the operation. What needs nothing is left out. */
export const PREPARED: Readonly<Record<string, () => Promise<Stands>>> = {
  "browser.end": browser,
  "viewer.revoke": viewer,
  "person.change": person,
  "comment.list": commented,
  "comment.add": commented,
  "comment.delete": commented,
  "assignment.put": commented,
  "person.invite": person,
  "person.end": person,
  "agent.init": () => owner("DELETE", `${AGENT}?confirm=code-reviewer`).then(() => ({})),
  "agent.rewrite": agentEtag,
  "agent.diff": agentRevisions,
  "agent.revert": agentRevisions,
  "agent.revision": agentRevisions,
  "agent.undo": agentRevisions,
  "agent.close": agentSession,
  "context.publish": contextEtag,
  "context.delta": version,
  "context.diff": version,
  "context.version": version,
  "context.known": shown,
  "item.archive": anItem,
  "item.unarchive": archived,
  "item.resolve": anItem,
  "item.read": anItem,
  "item.same": anItem,
  "item.judge": twoItems,
  "pair.list": aPair,
  "pair.settle": aPair,
  "item.reply": anItem,
  "item.withdraw": anItem,
  "claim.end": claim,
  "run.end": aRun,
  "run.move": aRun,
  "claim.take": async () => {
    await owner("POST", `${SESSION}/claims`, { what: "vendor/kv" }, { "x-wardroom-role": "implementer-2" });
    return {};
  },
  "question.answer": question,
  "memory.edit": anItem,
  "ack.give": delivery,
  "delivery.full": delivery,
  "delivery.ping": delivery,
  "delivery.unping": async () => {
    const sent = await delivery();
    await owner("POST", `${SESSION}/context/deliveries/${Object.values(sent)[0] ?? ""}/ping`);
    return sent;
  },
  "delivery.guide": unclear,
  "delivery.resend": unclear,
  "gate.open": noGate,
  "gate.read": gate,
  "gate.abandon": gate,
  "gate.waive": gate,
  "gate.prepare": gate,
  "gate.conclude": passable,
  "inbox.seen": answered,
  "knowledge.diff": knowledgeRevisions,
  "knowledge.revert": knowledgeRevisions,
  "knowledge.revision": knowledgeRevisions,
  "knowledge.undo": knowledgeRevisions,
  "memory.blame": memoryRevisions,
  "memory.diff": memoryRevisions,
  "memory.revert": memoryRevisions,
  "memory.revision": memoryRevisions,
  "memory.undo": memoryRevisions,
  "relay.approve": relay,
  "relay.undo": async () => {
    const left = await relay();
    const id = left["8f4c2e61a7b34d5f"] ?? "";
    await owner("POST", `${SESSION}/relays/${id}/approve`, {});
    return left;
  },
  "relay.settle": relay,
  "relay.reject": relay,
  "relay.reword": relay,
  "relay.withdraw": relay,
  "token.revoke": token,
  "team-token.revoke": async () => {
    const { teamToken } = await owner<{ teamToken: { id: string } }>("POST", `${SESSION}/team-tokens`);
    return { "5d7e0c1b2a394f68": teamToken.id };
  },
  "team-session.start": teamSession,
  "team-session.read": teamSession,
  "team-session.configure": teamSession,
  "checkpoint.list": checkpoint,
  "checkpoint.save": teamSession,
  "team-session.command": teamSession,
  "team-session.end": teamSession,
  "learning.add": teamSession,
  "team-session.resume": checkpoint,
  "team-session.turns": teamSession,
};
