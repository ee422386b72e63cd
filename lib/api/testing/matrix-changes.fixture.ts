import {
  NOTHING,
  body,
  below,
  inSession,
  TEAM,
  item,
  etagOf,
  relay,
  comment,
  person,
  relayOf,
  teamSession,
  knowledge,
  teamKnowledge,
  abandonGate,
  agentMemory,
  REGISTRY,
  type Operation,
} from "@/lib/api/testing/matrix-requests.fixture";
import { isOnPostgresql } from "@/lib/db/testing/make-database.fixture";

const decidesRelay = (body: object): Operation => ({
  right: "curate",
  ask: async (world, at) => ({ ids: { relay: await relay(world, at) }, body }),
});

/** The second half of the operations of REST; `OPERATIONS` has all of them. */
export const MORE_OPERATIONS: Readonly<Record<string, Operation>> = {
  "POST ~/sessions/{session}/memory/archive": {
    right: "curate",
    ask: async (world, at) => ({ body: { items: [(await item(world, at)).id] } }),
  },
  "POST ~/sessions/{session}/memory/resolve": {
    right: "curate",
    ask: async (world, at) => ({ body: { item: (await item(world, at)).id, resolution: "done" } }),
  },
  "POST ~/sessions/{session}/memory/unarchive": {
    right: "curate",
    ask: async (world, at) => {
      const { id } = await item(world, at);
      await world.owner("POST", `${inSession(at)}/memory/archive`, { items: [id] });
      return { body: { items: [id] } };
    },
  },
  "POST ~/sessions/{session}/memory/replace-role": {
    right: "lead",
    ask: async (world, at) => {
      const [role, by] = [world.fresh("spare"), world.fresh("spare")];
      await world.owner("POST", `${inSession(at)}/roles`, { id: role });
      return { body: { role, by } };
    },
  },
  "POST ~/sessions/{session}/memory/make-items": {
    right: "edit",
    ask: (_, { role, session }) => ({ ids: { session }, body: { role, dryRun: true } }),
    also: [409],
  },
  "POST ~/sessions/{session}/memory/prune": { right: "curate", ask: body({ dryRun: true }) },
  "POST ~/sessions/{session}/memory/revert": {
    right: "lead",
    ask: async (world, at) => {
      const ifMatch = await etagOf(world, `${inSession(at)}/memory`);
      const { items } = await world.owner<{ items: { sequence: number }[] }>(
        ...(["GET", `${inSession(at)}/memory/revisions`] as const),
      );
      return { body: { revision: items[0]?.sequence ?? 1 }, headers: { "if-match": ifMatch } };
    },
  },
  "POST ~/sessions/{session}/memory/undo": {
    right: "curate",
    ask: async (world, at) => ({ body: { revision: (await item(world, at)).revision } }),
  },
  "POST ~/sessions/{session}/relays/{relay}/approve": decidesRelay({}),
  "POST ~/sessions/{session}/relays/{relay}/settle": decidesRelay({ note: "done" }),
  "POST ~/sessions/{session}/relays/{relay}/reject": decidesRelay({ reason: "known" }),
  "POST ~/sessions/{session}/relays/{relay}/undo": {
    right: "curate",
    ask: async (world, at) => ({ ids: { relay: await relay(world, at) } }),
    also: [409],
  },
  "POST ~/needs/marks": { right: "needs", ask: () => ({ body: { keys: ["relay:none"], read: true } }) },
  "POST ~/sessions/{session}/relays/{relay}/withdraw": {
    right: "itself",
    ask: async (world, at) => ({ ids: { relay: await relayOf(world, at) } }),
  },
  "POST ~/sessions/{session}/relays/{relay}/reword": {
    right: "itself",
    ask: async (world, at) => ({ ids: { relay: await relayOf(world, at) }, body: { text: world.fresh("reworded") } }),
  },
  "POST ~/sessions/{session}/roles": { right: "lead", ask: (world) => ({ body: { id: world.fresh("spare") } }) },
  "POST ~/sessions/{session}/roles/{role}/tokens": { right: "lead", ask: NOTHING },
  "DELETE ~/sessions/{session}/roles/{role}/tokens/{token}": {
    right: "lead",
    ask: async (world, at) => {
      const minted = await world.owner<{ tokenId: string }>("POST", `${inSession(at)}/roles/${at.role}/tokens`);
      return { ids: { token: minted.tokenId } };
    },
  },
  "POST ~/sessions/{session}/tokens": {
    right: "lead",
    ask: (world) => ({ body: { roles: [{ id: world.fresh("spare") }] } }),
  },
  "GET ~/sessions/{session}/tokens": { right: "lead", ask: NOTHING },
  "GET ~/sessions/{session}/team-tokens": { right: "lead", ask: NOTHING },
  "POST ~/sessions/{session}/team-tokens": { right: "lead", ask: NOTHING },
  "DELETE ~/sessions/{session}/team-tokens/{token}": {
    right: "lead",
    ask: async (world, at) => {
      const { teamToken } = await world.owner<{ teamToken: { id: string } }>("POST", `${inSession(at)}/team-tokens`);
      return { ids: { token: teamToken.id } };
    },
  },
  "PUT ~/sessions/{session}/settings": { right: "lead", ask: body({ ackDeadlineMinutes: 10 }) },

  "POST ~/agents/{agent}/memory-tool": {
    right: "agent",
    ask: async (world, at) => {
      await agentMemory(world, at);
      return { body: { command: "insert", path: "/memories/memory.md", insert_line: 4, insert_text: "" } };
    },
  },
  "POST ~/agents/{agent}/memory": {
    right: "agent",
    ask: async (world, at) => {
      const path = await agentMemory(world, at);
      await world.owner("DELETE", `${path}?confirm=${at.agent}`);
      return { body: {} };
    },
    also: [409],
  },
  "PATCH ~/agents/{agent}/memory": {
    right: "agent",
    ask: async (world, at) => {
      await agentMemory(world, at);
      return { body: { section: "Watch Points", add: world.fresh("watch") } };
    },
  },
  "PUT ~/files/text": {
    right: "workspace",
    ask: (world) => ({
      body: {
        path: `.microai/knowledge/shared/${world.fresh("pushed")}.md`,
        text: "# Pushed\n",
        base: null,
        replica: "7d1f4c0a",
        machine: "laptop",
      },
    }),
  },
  "PUT ~/replicas/{replica}": {
    right: "watch",
    ask: () => ({
      ids: { replica: "7d1f4c0a" },
      body: { machine: "laptop", mark: 0, waiting: 0, conflicts: [], pushedAt: null },
    }),
  },
  "PUT ~/agents/{agent}/memory": {
    right: "agent",
    ask: async (world, at) => {
      const ifMatch = await etagOf(world, await agentMemory(world, at));
      return { body: { text: `# ${world.fresh("memory")}\n` }, headers: { "if-match": ifMatch } };
    },
  },
  "POST ~/agents/{agent}/sessions": { right: "agent", ask: NOTHING },
  "POST ~/agents/{agent}/sessions/{id}/close": {
    right: "agent",
    ask: async (world, at) => {
      const { sessionId } = await world.owner<{ sessionId: string }>(
        "POST",
        `${below(at)}/agents/${at.agent}/sessions`,
      );
      return { ids: { id: sessionId }, body: { summary: "Looked around", outcome: "done" } };
    },
  },

  "POST ~/agents/brief/record": { right: "workspace", ask: NOTHING, also: [404, 409] },
  "DELETE ~/agents/{agent}/memory": {
    right: "workspace",
    ask: async (world, at) => {
      await agentMemory(world, at);
      return { query: `confirm=${at.agent}` };
    },
  },
  "POST ~/agents/{agent}/memory/revert": {
    right: "workspace",
    ask: async (world, at) => ({
      body: { revision: 1 },
      headers: { "if-match": await etagOf(world, await agentMemory(world, at)) },
    }),
  },
  "POST ~/agents/{agent}/memory/undo": {
    right: "workspace",
    ask: async (world, at) => {
      const path = await agentMemory(world, at);
      await world.owner("PATCH", path, { section: "Watch Points", add: world.fresh("watch") });
      const { revision } = await world.owner<{ revision: number }>("GET", path);
      return { body: { revision } };
    },
  },
  "POST ~/knowledge": {
    right: "curateAll",
    ask: (world) => ({ body: { id: world.fresh("entry"), path: "korean-text.md" } }),
  },
  "PATCH ~/knowledge/{knowledge}": {
    right: "curateAll",
    ask: async (world, at) => ({ ids: { knowledge: await knowledge(world, at) }, body: { tags: ["x"] } }),
  },
  "DELETE ~/knowledge/{knowledge}": {
    right: "curateAll",
    ask: async (world, at) => ({ ids: { knowledge: await knowledge(world, at) } }),
  },
  "POST ~/knowledge/duplicates/share": {
    right: "curateAll",
    ask: body({
      files: ["masking.md", "masking-rules.md"].map(
        (name, index) => `.microai/agents/teams/${["payments-platform", TEAM][index]}/knowledge/${name}`,
      ),
      dryRun: true,
    }),
  },
  "POST ~/knowledge/duplicates/undo": { right: "curateAll", ask: body({ act: "none" }), also: [404] },
  "POST ~/knowledge/layout": { right: "workspace", ask: body({ dryRun: true }) },
  "POST ~/knowledge/history/revert": {
    right: "curateAll",
    ask: async (world, at) => {
      const id = await knowledge(world, at);
      const { etag } = await world.owner<{ etag: string }>("PATCH", `${below(at)}/knowledge/${id}`, { tags: ["y"] });
      return { body: { path: REGISTRY, revision: 1 }, headers: { "if-match": etag } };
    },
  },
  "POST ~/knowledge/history/undo": {
    right: "curateAll",
    ask: async (world, at) => {
      const path = `${below(at)}/knowledge/${await knowledge(world, at)}`;
      const { revision } = await world.owner<{ revision: number }>("PATCH", path, { tags: ["y"] });
      return { body: { path: REGISTRY, revision } };
    },
  },
  "POST ~/teams/{team}/knowledge": {
    right: "curateAll",
    ask: async (world, at) => ({ ids: { team: TEAM }, body: { id: await knowledge(world, at), priority: "low" } }),
  },
  "PATCH ~/teams/{team}/knowledge": {
    right: "curateAll",
    ask: () => ({ ids: { team: TEAM }, body: { maxAutoLoad: 3000 } }),
  },
  "PATCH ~/teams/{team}/knowledge/{knowledge}": {
    right: "curateAll",
    ask: async (world, at) => ({
      ids: { team: TEAM, knowledge: await teamKnowledge(world, at) },
      body: { priority: "high" },
    }),
  },
  "DELETE ~/teams/{team}/knowledge/{knowledge}": {
    right: "curateAll",
    ask: async (world, at) => ({ ids: { team: TEAM, knowledge: await teamKnowledge(world, at) } }),
  },
  "POST ~/redactions": {
    right: "owner",
    ask: (world) => ({ body: { text: world.fresh("no such secret"), reason: "a key was pasted" } }),
  },
  "GET ~/unfinished": { right: "workspace", ask: NOTHING },
  "DELETE ~/unfinished/{id}": { right: "workspace", ask: () => ({ ids: { id: "999" } }), also: [404] },
  "POST ~/unfinished/{id}/retry": { right: "workspace", ask: () => ({ ids: { id: "999" } }), also: [404] },
  "GET ~/trash": { right: "workspace", ask: NOTHING },
  "GET ~/storage": { right: "workspace", ask: NOTHING },
  "POST ~/sessions": {
    right: "workspace",
    ask: (world) => {
      const id = world.fresh("session");
      return { body: { id, feature: id, roles: [] } };
    },
  },
  "POST ~/sessions/{session}/restore": {
    right: "restore",
    ask: async (world, at) => {
      const id = world.fresh("gone");
      await world.owner("POST", `${below(at)}/sessions`, { id, feature: id, roles: [] });
      await world.owner("DELETE", `${below(at)}/sessions/${id}`);
      return { ids: { session: id } };
    },
  },

  "POST ~/teams/{team}/sessions": { right: "teammate", ask: () => ({ ids: { team: TEAM }, body: {} }) },
  "PATCH ~/teams/{team}/sessions/{session}": {
    right: "teammate",
    ask: async (world, at) => ({ ids: await teamSession(world, at), body: { checkpointEvery: 5 } }),
  },
  "POST ~/teams/{team}/sessions/{session}/checkpoints": {
    right: "teammate",
    ask: async (world, at) => ({ ids: await teamSession(world, at), body: {} }),
  },
  "POST ~/teams/{team}/sessions/{session}/commands": {
    right: "teammate",
    ask: async (world, at) => ({ ids: await teamSession(world, at), body: { command: "*reload" } }),
  },
  "POST ~/teams/{team}/sessions/{session}/end": {
    right: "teammate",
    ask: async (world, at) => ({ ids: await teamSession(world, at), body: { outcome: "done" } }),
  },
  "POST ~/teams/{team}/sessions/{session}/learnings": {
    right: "teammate",
    ask: async (world, at) => ({ ids: await teamSession(world, at), body: { text: world.fresh("learnt") } }),
  },
  "POST ~/teams/{team}/sessions/{session}/resume": {
    right: "teammate",
    ask: async (world, at) => ({ ids: await teamSession(world, at), body: {} }),
  },
  "POST ~/teams/{team}/sessions/{session}/turns": {
    right: "teammate",
    ask: async (world, at) => ({ ids: await teamSession(world, at), body: { turns: 1, speaker: "a", summary: "b" } }),
  },

  "POST ~/integrity": { right: "workspace", ask: body({ ids: ["0".repeat(16)] }), also: [404, 409] },
  "POST ~/repairs/{repair}/apply": { right: "curate", ask: () => ({ ids: { repair: "none" } }), also: [404] },
  "POST ~/repairs/{repair}/dismiss": { right: "curate", ask: () => ({ ids: { repair: "none" } }), also: [404] },
  "POST ~/repairs/{repair}/undo": { right: "curate", ask: () => ({ ids: { repair: "none" } }), also: [404] },
  "POST ~/faults/{fault}/fix": { right: "curate", ask: () => ({ ids: { fault: "none" } }), also: [404] },
  "POST ~/faults/{fault}/dismiss": { right: "curate", ask: () => ({ ids: { fault: "none" } }), also: [404] },
  "POST ~/faults/{fault}/undo": { right: "curate", ask: () => ({ ids: { fault: "none" } }), also: [404] },
  "POST ~/setup": { right: "owner", ask: body({ clients: ["codex"], protocol: false }) },
  "POST ~/setup/undo": { right: "owner", ask: NOTHING, also: [404] },
  "PUT ~/webhook": { right: "owner", ask: body({ url: "https://hooks.invalid/none", kinds: ["relay"] }) },
  "POST ~/webhook/test": { right: "owner", ask: NOTHING, also: [400] },
  "DELETE ~/webhook": { right: "owner", ask: NOTHING },
  "PUT ~/repairs": { right: "workspace", ask: body({ mode: "propose" }) },
  "GET ~/browsers": { right: "owner", ask: NOTHING },
  "DELETE ~/browsers/{browser}": { right: "owner", ask: () => ({ ids: { browser: "none" } }), also: [404] },
  "GET ~/accounts": { right: "look", ask: NOTHING },
  "DELETE ~/accounts/{account}": { right: "owner", ask: () => ({ ids: { account: "none" } }), also: [404] },
  "GET ~/login-attempts": { right: "owner", ask: NOTHING },
  "POST /api/v1/backups/{backup}/restore": {
    right: "operator",
    ask: () => ({ ids: { backup: "none" } }),
    also: [404, ...(isOnPostgresql() ? [400] : [])],
  },
  "GET ~/session-names": { right: "look", ask: NOTHING },
  "GET ~/pins": { right: "needs", ask: NOTHING },
  "PUT ~/sessions/{session}/pin": { right: "needs", ask: NOTHING },
  "DELETE ~/sessions/{session}/pin": { right: "needs", ask: NOTHING },
  "GET ~/lookers": { right: "look", ask: NOTHING },
  "POST ~/lookers": {
    right: "watch",
    ask: () => ({ body: { tab: "one", place: { session: null, page: "overview" } } }),
  },
  "GET ~/assignments": { right: "needs", ask: NOTHING },
  "PUT ~/assignments": {
    right: "curate",
    ask: async (world, at) => ({ body: { about: `item:${at.session}:${(await item(world, at)).id}`, to: "owner" } }),
  },
  "GET ~/sessions/{session}/memory/items/{item}/comments": {
    right: "look",
    ask: async (world, at) => ({ ids: { item: (await item(world, at)).id } }),
  },
  "POST ~/sessions/{session}/memory/items/{item}/comments": {
    right: "curate",
    ask: async (world, at) => ({ ids: { item: (await item(world, at)).id }, body: { text: "Still so?" } }),
  },
  "DELETE ~/sessions/{session}/comments/{comment}": {
    right: "lead",
    ask: async (world, at) => ({ ids: { comment: await comment(world, at) } }),
  },
  "GET ~/people": { right: "look", ask: NOTHING },
  "POST ~/people": { right: "owner", ask: (world) => ({ body: { name: world.fresh("Person"), role: "curator" } }) },
  "PATCH ~/people/{person}": {
    right: "owner",
    ask: async (world, at) => ({ ids: { person: await person(world, at) }, body: { role: "lead" } }),
  },
  "POST ~/people/{person}/links": {
    right: "owner",
    ask: async (world, at) => ({ ids: { person: await person(world, at) } }),
  },
  "DELETE ~/people/{person}": {
    right: "owner",
    ask: async (world, at) => ({ ids: { person: await person(world, at) } }),
  },
  "GET ~/viewers": { right: "owner", ask: NOTHING },
  "POST ~/viewers": { right: "owner", ask: body({ label: "guest" }) },
  "DELETE ~/viewers/{viewer}": {
    right: "owner",
    ask: async (world, at) => {
      const { viewer } = await world.owner<{ viewer: { id: string } }>("POST", `${below(at)}/viewers`, { label: "x" });
      return { ids: { viewer: viewer.id } };
    },
  },

  "POST /api/logout": { right: "look", ask: NOTHING },
  "POST ~/sessions/{session}/finish": {
    right: "lead",
    ask: async (world, at) => {
      // Reopened first, so that it can be finished; where it is at work already, that is refused, and an open gate holds it up.
      await world.owner("POST", `${inSession(at)}/finish`, { finished: false }).catch(() => undefined);
      await abandonGate(world, at);
      return { body: { includeOpen: true } };
    },
  },
  // It ends the session that everybody else works in, so it comes last.
  "DELETE ~/sessions/{session}": { right: "lead", ask: NOTHING },
};
