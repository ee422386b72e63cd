import { z } from "zod";
import { Tag } from "@/lib/contracts/memory";
import { RoleId, SessionId } from "@/lib/contracts/primitives";
import type { ServiceContext } from "@/lib/services/context";

/** What the bundled example says beside its files; further keys are for other parts of Wardroom. */
const Seed = z.object({
  sessions: z.array(
    z.object({
      id: SessionId,
      roles: z.array(z.object({ id: RoleId, type: z.string() })),
      relays: z.array(z.object({ role: RoleId, tag: Tag, text: z.string(), minutesAgo: z.number() })),
    }),
  ),
});

/** Gives a fresh copy of the example the roles and the waiting relays that its files cannot hold. */
export async function seedExample(context: ServiceContext, workspace: string, json: string): Promise<void> {
  const { sessions } = Seed.parse(JSON.parse(json));
  for (const { id, roles, relays } of sessions) {
    const session = await context.sessions.find(workspace, id);
    await context.committer.submit({
      workspace,
      alone: true,
      author: { actor: "Lead", actorKind: "person", source: "api" },
      decide: (draft) => {
        for (const role of roles)
          draft.effect({ type: "put-role", sessionKey: session.key, role: role.id, roleType: role.type });
        for (const { role, tag, text, minutesAgo } of relays) {
          const relay = { id: context.newId(), sessionKey: session.key, role, tag, text };
          const createdAt = new Date(draft.now.getTime() - minutesAgo * 60_000).toISOString();
          draft.effect({ type: "insert-relay", relay, createdAt });
          draft.event("relay.created", role, session, { relay: relay.id, tag, text });
        }
        return Promise.resolve(null);
      },
    });
  }
}
