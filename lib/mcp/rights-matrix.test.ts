import { readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, relative } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, expect, it } from "vitest";
import { OPERATIONS as REST } from "@/lib/api/testing/matrix-operations.fixture";
import type { Operation } from "@/lib/api/testing/matrix-requests.fixture";
import { layForeign, TARGETS, textAt } from "@/lib/api/testing/matrix-links.fixture";
import { EXPECTED, type Known, type Right } from "@/lib/api/testing/matrix-rights.fixture";
import { MatrixWorld, ownPlace, reachesAllSessions, type Place } from "@/lib/api/testing/matrix-world.fixture";
import { ERRORS } from "@/lib/core/errors";
import { connect, refusalIn } from "@/lib/mcp/testing/client.fixture";
import { TOOLS } from "@/lib/mcp/tools";
import { httpOf } from "@/lib/operations/define-operation";
import { OPERATIONS } from "@/lib/operations/operations";

/** A tool's right, arguments with which it succeeds, and statuses that come after the right was found. */
type ToolRight = [
  right: Right,
  args: (at: Place) => Record<string, unknown> | Promise<Record<string, unknown>>,
  also?: readonly number[],
];

const TEAM = "security-review";

const RIGHTS: Readonly<Record<string, ToolRight>> = {
  status: ["look", () => ({})],
  memory: ["look", () => ({})],
  relays: ["look", () => ({})],
  // It lists what is open; who may judge and settle is what the matrix of REST says.
  pair: ["look", () => ({})],
  recall: ["look", ({ agent }) => ({ agent })],
  brief: ["look", ({ agent }) => ({ agent })],
  knowledge: ["look", () => ({})],
  search: ["look", () => ({ q: "goal" })],
  inbox: ["observe", ({ role }) => ({ role })],
  tell: ["teammate", () => ({ state: "reading" })],
  updates: ["observe", ({ role }) => ({ role })],
  say: ["say", ({ role }) => ({ tag: "Finding", text: world.fresh("said"), role })],
  edit: [
    "edit",
    async (at) => {
      const text = world.fresh("to edit");
      const path = `${below(at)}/sessions/${at.session}/memory/items`;
      await world.owner("POST", path, { tag: "Finding", text, role: at.role });
      return { oldString: text, newString: world.fresh("edited") };
    },
  ],
  ack: ["itself", ({ role }) => ({ role, version: "GC-v1", applied: 1, total: 1, action: "CONTINUE" })],
  lost: ["itself", ({ role }) => ({ role })],
  start: ["agent", ({ agent }) => ({ agent })],
  close: ["agent", (at) => closing(at)],
  load: ["teammate", () => ({ team: TEAM, topic: "goal" })],
  unload: ["teammate", async (at) => ({ ...(await loaded(at)), id: "owasp-top-10" })],
  save: ["teammate", (at) => loaded(at)],
  resume: ["teammate", (at) => loaded(at)],
};

/** The tools that operations declare: who may, and how it succeeds, is what the matrix of REST says. */
const DECLARED: typeof RIGHTS = Object.fromEntries(
  OPERATIONS.flatMap((operation) => {
    const { leadTool } = operation;
    if (leadTool === undefined) return [];
    const { method, address } = httpOf(operation);
    const rest = REST[`${method} ${address.replace("/api/v1/workspaces/{workspace}", "~")}`];
    if (rest === undefined) throw new Error(`the matrix of REST does not know ${operation.id}`);
    return [[leadTool.name, [rest.right, (at: Place) => argumentsOf(rest, at), rest.also ?? []]]];
  }),
);

async function argumentsOf({ ask }: Operation, at: Place): Promise<Record<string, unknown>> {
  const { ids, query, body, headers } = await ask(world, at);
  const etag = headers?.["if-match"];
  const given = { ...Object.fromEntries(new URLSearchParams(query)), ...(body as object) };
  return { ...ids, ...given, ...(etag !== undefined && { etag }) };
}

const below = ({ workspace }: Place) => `/api/v1/workspaces/${workspace}`;

async function closing(at: Place): Promise<Record<string, unknown>> {
  const path = `${below(at)}/agents/${at.agent}/sessions`;
  const { sessionId } = await world.owner<{ sessionId: string }>("POST", path);
  return { agent: at.agent, sessionId, summary: "Looked around", outcome: "done" };
}

async function loaded(at: Place): Promise<Record<string, unknown>> {
  const path = `${below(at)}/teams/${TEAM}/sessions`;
  const { id } = await world.owner<{ id: string }>("POST", path, {});
  await world.owner("POST", `${path}/${id}/commands`, { command: "*load: owasp-top-10", force: true });
  return { team: TEAM, teamSession: id };
}
const clients = new Map<Known, Client>();

const world = await MatrixWorld.open();
for (const caller of Object.keys(EXPECTED.look) as Known[]) {
  const { token, headers } = world.credential(caller);
  // The owner's connection is anybody's unless it names its role.
  const named = caller === "owner" || caller === "person: owner" ? { "x-wardroom-role": "Lead" } : headers;
  clients.set(caller, await connect(token ?? "", "modern", named));
}
afterAll(() => world.close());

it("the matrix knows every tool there is, and no other", () => {
  expect(Object.keys({ ...RIGHTS, ...DECLARED }).sort()).toEqual(TOOLS.map(({ name }) => name).sort());
});

it("nobody connects with a revoked token, or without one", async () => {
  for (const caller of ["revoked token", "no credential"] as const)
    await expect(connect(world.credential(caller).token ?? "none", "modern")).rejects.toThrow();
});

for (const [name, [right, args, also = []]] of Object.entries({ ...RIGHTS, ...DECLARED })) {
  it(`${name} is for those who have the right, wherever they have it`, async () => {
    const wrong: string[] = [];
    for (const [caller, client] of clients) {
      const own = ownPlace(caller);
      const role = own.role === "tester-1" ? "implementer-1" : "tester-1";
      const isBound = !caller.startsWith("owner");
      const may = EXPECTED[right][caller];
      const tries: [string, Place, boolean][] = [
        ["another workspace", { ...own, workspace: "other" }, !isBound && may !== "no"],
        ["another's", { ...own, role, agent: "scribe" }, may === "yes"],
        ["own", own, may !== "no"],
      ];
      if (tool(name).includes("session"))
        tries.unshift(["another session", { ...own, session: "beta" }, reachesAllSessions(caller) && may !== "no"]);
      for (const [what, at, allowed] of tries) {
        if (what === "another's" && !["observe", "say", "edit", "itself", "agent"].includes(right)) continue;
        const place = { workspace: at.workspace, ...(tool(name).includes("session") && { session: at.session }) };
        const result = await client.callTool({ name, arguments: { ...place, ...(await args(at)) } });
        const [first] = result.content;
        const text = first?.type === "text" ? first.text : "";
        const problem = result.isError === true ? refusalIn(text) : null;
        const refused = problem?.code === "forbidden";
        // The same acknowledgement given by somebody else on a role's behalf is one.
        const granted = problem === null || also.includes(ERRORS[problem.code].http);
        if (allowed ? !granted : !refused) wrong.push(`${caller}, ${what}: ${text.slice(0, 300)}`);
      }
    }
    expect(wrong).toEqual([]);
  });
}

/** A memory may be a link to one of the project's own files, `docs/guide.md`: whoever may change the memory may change that file. */
const ELSEWHERE = Object.keys(TARGETS).filter((target) => !target.startsWith("docs/"));

it.each(ELSEWHERE)(
  "no tool takes an agent through its memory, where that is a link to %s, to what it may not see or change",
  async (target) => {
    await layForeign(world);
    const own = ownPlace("ada-1");
    const client = clients.get("ada-1");
    const file = world.file(`.kaizen/agents/${own.agent}/memory.md`);
    const kept = await readFile(file);
    const close = await closing(own);
    const before = await textAt(world, target);
    await rm(file);
    await symlink(relative(dirname(file), world.file(target)), file);
    const calls = { start: {}, recall: {}, brief: {}, close };
    const wrong: string[] = [];
    for (const [name, more] of Object.entries(calls)) {
      const result = await client?.callTool({
        name,
        arguments: { workspace: own.workspace, agent: own.agent, ...more },
      });
      const said = JSON.stringify(result?.content);
      const isOfOthers = target.startsWith(".kaizen/") || target.startsWith(".microai/");
      const line = before?.split("\n").find((each) => each.length > 8);
      if (!isOfOthers && line !== undefined && said.includes(line)) wrong.push(`${name} shows ${line}`);
      const after = await textAt(world, target);
      if (after !== before) wrong.push(`${name} changed it: ${said.slice(0, 300)}`);
    }
    await rm(file);
    await writeFile(file, kept);
    expect(wrong).toEqual([]);
  },
);

/** The arguments a tool takes. */
function tool(name: string): string[] {
  const found = TOOLS.find((each) => each.name === name);
  return Object.keys(found?.declaration.inputSchema.properties ?? {});
}
