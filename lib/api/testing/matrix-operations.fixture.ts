import { MORE_OPERATIONS } from "@/lib/api/testing/matrix-changes.fixture";
import {
  NOTHING,
  body,
  query,
  inSession,
  TEAM,
  item,
  etagOf,
  delivery,
  abandonGate,
  gate,
  teamSession,
  REGISTRY,
  spareRole,
  itemOf,
  endRun,
  moveRun,
  RUNS,
  type Operation,
} from "@/lib/api/testing/matrix-requests.fixture";

/** Every operation of REST, by method and address below `~`, the workspace's own. A test lists those that are missing. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  "GET /api/health": { right: "public", ask: NOTHING },
  "GET /api/health/live": { right: "public", ask: NOTHING },
  "GET /api/health/ready": { right: "public", ask: NOTHING },
  "POST /api/login": {
    right: "public",
    // Browsers sign in at the server's own name alone.
    ask: () => ({ body: { code: "none" }, headers: { host: "wardroom.localhost:4100" } }),
    // Guesses wait longer with each mistake.
    also: [401, 429],
  },
  "POST /api/login/provider": {
    right: "public",
    ask: () => ({ body: {}, headers: { host: "wardroom.localhost:4100" } }),
    also: [404],
  },
  "POST /api/login/provider/return": {
    right: "public",
    ask: () => ({ body: { query: "state=none" }, headers: { host: "wardroom.localhost:4100" } }),
    also: [401],
  },
  "GET /api/openapi.json": { right: "look", ask: NOTHING },
  "GET /api/metrics": { right: "watch", ask: NOTHING },
  "GET /api/v1/me": { right: "look", ask: NOTHING },
  "GET /api/v1/workspaces": { right: "look", ask: NOTHING },
  "GET ~/agents": { right: "look", ask: NOTHING },
  "GET ~/agents/brief": { right: "look", ask: NOTHING },
  "POST ~/agents/brief/judge": { right: "lead", ask: NOTHING, also: [409] },
  "GET ~/agents/{agent}/brief": { right: "look", ask: NOTHING },
  "GET ~/agents/{agent}/claude-memory": { right: "look", ask: NOTHING },
  "GET ~/agents/{agent}/memory": { right: "look", ask: NOTHING },
  "GET ~/agents/{agent}/memory/diff": { right: "look", ask: query("from=0&to=1") },
  "GET ~/agents/{agent}/memory/revisions": { right: "look", ask: NOTHING },
  "GET ~/agents/{agent}/memory/revisions/{revision}": { right: "look", ask: () => ({ ids: { revision: "1" } }) },
  "GET ~/agents/{agent}/sessions": { right: "look", ask: NOTHING },
  "GET ~/events": { right: "look", ask: NOTHING },
  "GET ~/events/stream": { right: "look", ask: NOTHING },
  "GET ~/integrity": { right: "look", ask: NOTHING },
  "GET ~/needs": { right: "needs", ask: NOTHING },
  "GET ~/webhook": { right: "owner", ask: NOTHING },
  "GET ~/setup": { right: "owner", ask: NOTHING },
  "GET ~/needs/count": { right: "needs", ask: NOTHING },
  "GET ~/faults": { right: "look", ask: NOTHING },
  "GET ~/repairs": { right: "look", ask: NOTHING },
  "GET ~/repairs/{repair}": { right: "look", ask: () => ({ ids: { repair: "none" } }), also: [404] },
  "GET ~/knowledge": { right: "look", ask: NOTHING },
  "GET ~/knowledge/duplicates": { right: "look", ask: NOTHING },
  "GET ~/knowledge/duplicates/diff": {
    right: "look",
    ask: query("from=.microai/knowledge/shared/korean-text.md&to=.microai/knowledge/shared/money-handling.md"),
  },
  "GET ~/knowledge/history/diff": { right: "look", ask: query(`path=${REGISTRY}&from=0&to=1`) },
  "GET ~/knowledge/history/revisions": { right: "look", ask: query(`path=${REGISTRY}`) },
  "GET ~/knowledge/history/revisions/{revision}": {
    right: "look",
    ask: () => ({ ids: { revision: "1" }, query: `path=${REGISTRY}` }),
  },
  "GET ~/files": { right: "look", ask: NOTHING },
  "GET ~/files/changes": { right: "look", ask: NOTHING },
  "GET ~/replicas": { right: "look", ask: NOTHING },
  "GET ~/files/text": { right: "look", ask: query(`path=${REGISTRY}`) },
  "GET ~/knowledge/problems": { right: "look", ask: NOTHING },
  "GET ~/knowledge/{knowledge}": { right: "look", ask: () => ({ ids: { knowledge: "korean-text" } }) },
  "GET ~/search": { right: "look", ask: query("q=goal") },
  "GET ~/sessions": { right: "look", ask: NOTHING },
  "GET ~/sessions/{session}": { right: "look", ask: NOTHING },
  "GET ~/sessions/{session}/context": { right: "look", ask: NOTHING },
  "GET ~/sessions/{session}/context/acks": { right: "look", ask: NOTHING },
  "GET ~/sessions/{session}/context/delta": { right: "look", ask: query("from=GC-v1&to=GC-v1"), also: [400] },
  "GET ~/sessions/{session}/context/diff": { right: "look", ask: query("from=GC-v1&to=GC-v1"), also: [400] },
  "GET ~/sessions/{session}/context/known": { right: "look", ask: query("role=tester-1"), also: [404] },
  "GET ~/sessions/{session}/context/versions": { right: "look", ask: NOTHING },
  "GET ~/sessions/{session}/context/versions/{version}": { right: "look", ask: () => ({ ids: { version: "GC-v1" } }) },
  "GET ~/sessions/{session}/gates": { right: "look", ask: NOTHING },
  "GET ~/sessions/{session}/gates/{gate}": {
    right: "look",
    ask: async (world, at) => ({ ids: { gate: await gate(world, at) } }),
  },
  "GET ~/sessions/{session}/memory": { right: "look", ask: NOTHING },
  "GET ~/sessions/{session}/memory/diff": { right: "look", ask: query("from=0&to=1") },
  "GET ~/sessions/{session}/memory/items/{item}": {
    right: "look",
    ask: async (world, at) => ({ ids: { item: (await item(world, at)).id } }),
  },
  "GET ~/sessions/{session}/memory/blame": { right: "look", ask: NOTHING },
  "GET ~/sessions/{session}/memory/revisions": { right: "look", ask: NOTHING },
  "GET ~/sessions/{session}/memory/revisions/{revision}": { right: "look", ask: () => ({ ids: { revision: "1" } }) },
  "GET ~/sessions/{session}/insights": { right: "look", ask: NOTHING },
  "GET ~/sessions/{session}/moment": { right: "look", ask: NOTHING },
  "GET ~/sessions/{session}/relays": { right: "look", ask: NOTHING },
  "GET ~/sessions/{session}/savings": { right: "look", ask: NOTHING },
  "GET ~/sessions/{session}/settings": { right: "look", ask: NOTHING },
  "POST ~/sessions/{session}/context/apply": {
    right: "look",
    ask: body({ base: "a\n", delta: "x" }),
    also: [400, 409, 422],
  },
  "GET ~/teams": { right: "look", ask: NOTHING },
  "GET ~/teams/{team}/knowledge": { right: "look", ask: () => ({ ids: { team: TEAM } }) },
  "POST ~/teams/{team}/knowledge/resolve": { right: "look", ask: () => ({ ids: { team: TEAM }, body: {} }) },
  "GET ~/teams/{team}/memory": { right: "look", ask: () => ({ ids: { team: TEAM } }) },
  "GET ~/teams/{team}/sessions": { right: "look", ask: () => ({ ids: { team: TEAM } }) },
  "GET ~/teams/{team}/sessions/{session}": {
    right: "look",
    ask: async (world, at) => ({ ids: await teamSession(world, at) }),
  },
  "GET ~/teams/{team}/sessions/{session}/checkpoints": {
    right: "look",
    ask: async (world, at) => ({ ids: await teamSession(world, at) }),
  },

  "GET ~/sessions/{session}/context/updates": { right: "observe", ask: (_, at) => ({ query: `role=${at.role}` }) },
  "GET ~/sessions/{session}/inbox": { right: "observe", ask: (_, at) => ({ query: `role=${at.role}` }) },
  "POST ~/sessions/{session}/inbox/seen": {
    right: "mark",
    ask: async (world, at) => {
      const { mark } = await world.owner<{ mark: string }>("GET", `${inSession(at)}/inbox`);
      return { body: { mark } };
    },
  },
  "POST ~/sessions/{session}/inbox/take": {
    right: "mark",
    ask: () => ({ body: { origin: "startup" }, headers: RUNS }),
    // A person at the dashboard is no run.
    also: [400],
  },
  "GET ~/sessions/{session}/runs": { right: "look", ask: NOTHING },
  "POST ~/runs/seat": {
    right: "speak",
    ask: (world, at) => ({
      body: { run: `claude:${world.fresh("seat")}`, session: at.session, roles: [at.role], shared: true },
    }),
  },
  "POST ~/sessions/{session}/runs/end": { right: "itself", ask: endRun },
  "POST ~/sessions/{session}/runs/move": { right: "lead", ask: moveRun },
  "GET ~/sessions/{session}/inbox/waiting": { right: "look", ask: NOTHING, also: [400] },
  "GET ~/sessions/{session}/team": { right: "look", ask: NOTHING },
  "POST ~/sessions/{session}/state": { right: "teammate", ask: () => ({ body: { text: "reading" } }) },
  "POST ~/sessions/{session}/claims": { right: "teammate", ask: () => ({ body: { what: "the parser" } }) },
  "POST ~/sessions/{session}/claims/take": {
    right: "itself",
    // Nobody takes over what belongs to who was just seen, but the Lead.
    also: [409],
    ask: async (world, at) => {
      await world.owner("POST", `${inSession(at)}/claims`, { what: "the parser" }, { "x-wardroom-role": at.role });
      return { body: { from: at.role, to: at.role } };
    },
  },
  "POST ~/sessions/{session}/claims/{claim}/end": {
    right: "lead",
    ask: async (world, at) => {
      const made = await world.owner<{ claim: { id: string } }>("POST", `${inSession(at)}/claims`, {
        what: "the parser",
        also: true,
      });
      return { ids: { claim: made.claim.id } };
    },
  },
  "POST ~/sessions/{session}/nudges": {
    right: "teammate",
    ask: (_, at) => ({ body: { role: at.role, text: "look" } }),
  },
  "POST ~/sessions/{session}/results": {
    right: "teammate",
    ask: () => ({ body: { outcome: "pass", text: "npm test, 72 of 72" } }),
  },
  "POST ~/sessions/{session}/questions": {
    right: "teammate",
    ask: async (world, at) => ({ body: { role: await spareRole(world, at), text: world.fresh("asked") } }),
  },
  "POST ~/sessions/{session}/questions/{question}/answer": {
    right: "lead",
    ask: async (world, at) => {
      const asked = { role: await spareRole(world, at), text: world.fresh("asked") };
      const { id } = await world.owner<{ id: string }>("POST", `${inSession(at)}/questions`, asked);
      return { ids: { question: id }, body: { text: "yes" } };
    },
  },
  "POST ~/callers": {
    right: "speak",
    ask: (world, at) => ({ body: { toolUseId: world.fresh("use"), role: at.role, session: at.session } }),
  },
  "POST ~/sessions/{session}/memory/items": {
    right: "say",
    ask: (world, at) => ({ body: { tag: "Finding", text: world.fresh("said"), role: at.role } }),
  },
  "POST ~/sessions/{session}/memory/edit": {
    right: "edit",
    ask: async (world, at) => {
      const text = world.fresh("to edit");
      await world.owner("POST", `${inSession(at)}/memory/items`, { tag: "Finding", text, role: at.role });
      return { body: { oldString: text, newString: world.fresh("edited") } };
    },
  },
  "POST ~/sessions/{session}/memory/items/{item}/same": {
    right: "teammate",
    ask: async (world, at) => {
      const said = { tag: "Finding", text: world.fresh("seen"), role: await spareRole(world, at) };
      const { item } = await world.owner<{ item: { id: string } }>("POST", `${inSession(at)}/memory/items`, said);
      return { ids: { item: item.id } };
    },
  },
  "GET ~/sessions/{session}/harvest": { right: "lead", ask: NOTHING },
  "GET ~/sessions/{session}/pairs": { right: "look", ask: NOTHING },
  "POST ~/sessions/{session}/memory/items/{item}/judge": {
    right: "itself",
    ask: async (world, at) => {
      const [item, other] = [await itemOf(world, at, at.role), await itemOf(world, at, await spareRole(world, at))];
      return { ids: { item }, body: { conflicts: other } };
    },
  },
  "POST ~/sessions/{session}/pairs/{pair}/settle": {
    right: "itself",
    ask: async (world, at) => {
      const [item, other] = [await itemOf(world, at, await spareRole(world, at)), await itemOf(world, at, at.role)];
      const judge = `${inSession(at)}/memory/items/${item}/judge`;
      const { id } = await world.owner<{ id: string }>("POST", judge, { conflicts: other });
      return { ids: { pair: id }, body: { holds: "both" } };
    },
  },
  "POST ~/sessions/{session}/memory/items/{item}/reply": {
    right: "teammate",
    ask: async (world, at) => {
      const said = { tag: "Finding", text: world.fresh("replied to"), role: await spareRole(world, at) };
      const { item } = await world.owner<{ item: { id: string } }>("POST", `${inSession(at)}/memory/items`, said);
      return { ids: { item: item.id }, body: { text: world.fresh("reply") } };
    },
  },
  "POST ~/sessions/{session}/memory/items/{item}/withdraw": {
    right: "edit",
    ask: async (world, at) => {
      const said = { tag: "Finding", text: world.fresh("to withdraw"), role: at.role };
      const { item } = await world.owner<{ item: { id: string } }>("POST", `${inSession(at)}/memory/items`, said);
      return { ids: { item: item.id } };
    },
  },
  "POST ~/sessions/{session}/memory/attributions": {
    right: "itself",
    ask: (_, at) => ({ body: { role: at.role, before: "0".repeat(64), after: "1".repeat(64) } }),
  },
  "POST ~/sessions/{session}/context/acks": {
    right: "itself",
    // A run that is at work there was not shown it.
    also: [409],
    ask: async (world, at) => {
      await delivery(world, at);
      const { version } = await world.owner<{ version: string }>("GET", `${inSession(at)}/context`);
      return { body: { role: at.role, version, applied: 1, total: 1, action: "CONTINUE" } };
    },
  },
  "POST ~/sessions/{session}/context/status": {
    right: "itself",
    ask: (_, at) => ({ body: { role: at.role, status: "CONTEXT_LOST" } }),
  },
  "POST ~/sessions/{session}/context/deliveries/{delivery}/full": {
    right: "itself",
    ask: async (world, at) => ({ ids: { delivery: await delivery(world, at) } }),
    usesUp: false,
  },

  ...Object.fromEntries(
    ["resend", "ping", "unping", "guidance"].map((act): [string, Operation] => [
      `POST ~/sessions/{session}/context/deliveries/{delivery}/${act}`,
      {
        right: "lead",
        ask: async (world, at) => ({
          ids: { delivery: await delivery(world, at) },
          ...(act === "guidance" && { body: { text: "Go on" } }),
        }),
        also: [409],
        usesUp: false,
      },
    ]),
  ),
  "PUT ~/sessions/{session}/context": {
    right: "lead",
    ask: async (world, at) => {
      await abandonGate(world, at);
      const ifMatch = await etagOf(world, `${inSession(at)}/context`);
      return { body: { text: `# First\n\n- ${world.fresh("goal")}\n` }, headers: { "if-match": ifMatch } };
    },
  },
  "POST ~/sessions/{session}/gates": {
    right: "lead",
    ask: async (world, at) => {
      await abandonGate(world, at);
      return { body: { phase: 2 } };
    },
  },
  "POST ~/sessions/{session}/gates/{gate}/waive": {
    right: "lead",
    ask: async (world, at) => ({
      ids: { gate: await gate(world, at) },
      body: { blockers: ["role:none"], reason: "late" },
    }),
    also: [400],
  },
  "POST ~/sessions/{session}/gates/{gate}/prepare": {
    right: "lead",
    ask: async (world, at) => ({ ids: { gate: await gate(world, at) }, body: { result: "REJECTED" } }),
  },
  "POST ~/sessions/{session}/gates/{gate}/abandon": {
    right: "lead",
    ask: async (world, at) => ({ ids: { gate: await gate(world, at) } }),
  },
  "POST ~/sessions/{session}/gates/{gate}/conclude": {
    right: "lead",
    ask: async (world, at) => ({ ids: { gate: await gate(world, at) }, body: { result: "REJECTED" } }),
  },
  ...MORE_OPERATIONS,
};
