import fc from "fast-check";
import { expect, it } from "vitest";
import { LiveFeed, type LiveEvent } from "@/lib/services/commit/live-feed";

const WORKSPACES = ["a", "b", "c"];

/** What happens next: somebody commits to a workspace, a commit of ours is announced, or the database is looked at. */
const step = fc.oneof(
  fc.record({ by: fc.constantFrom("us", "others"), workspace: fc.constantFrom(...WORKSPACES) }),
  fc.constantFrom("announce", "look"),
);

it("announces every event once, and those of a workspace in order, however the commits of several servers lie between each other", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (story) => {
      const history: LiveEvent[] = [];
      const ours: LiveEvent[] = [];
      const feed = new LiveFeed((id) => Promise.resolve(history.filter((event) => event.id > id)));
      const told: LiveEvent[] = [];
      feed.subscribe((event) => told.push(event));
      for (const each of story) {
        if (each === "look") await feed.catchUp();
        else if (each === "announce") feed.publish(ours.splice(0, 1));
        else {
          const before = history.findLast(({ workspace }) => workspace === each.workspace);
          const id = history.length + 1;
          const links = { previousHash: before?.hash ?? "", hash: `hash of ${id}` };
          const event = { id, workspace: each.workspace, ...links } as LiveEvent;
          history.push(event);
          if (each.by === "us") ours.push(event);
        }
        expect(feed.lastId).toBe(Math.max(0, ...told.map(({ id }) => id)));
      }
      for (const event of ours) feed.publish([event]);
      await feed.catchUp();
      for (const name of WORKSPACES) {
        const own = history.filter(({ workspace }) => workspace === name);
        expect(told.filter(({ workspace }) => workspace === name)).toEqual(own);
        if (own.length > 0) expect(feed.isAt(name, own.at(-1)?.hash ?? null)).toBe(true);
      }
    }),
  );
});

it("announces at once what goes on where its workspace was announced last, whatever others did elsewhere", async () => {
  const event = (id: number, workspace: string, previousHash: string) =>
    ({ id, workspace, previousHash, hash: `hash of ${id}` }) as LiveEvent;
  const others = event(2, "b", "");
  const feed = new LiveFeed((id) => Promise.resolve(id < 2 ? [others] : []));
  const told: number[] = [];
  feed.subscribe(({ id }) => told.push(id));
  feed.publish([event(1, "a", "")]);
  feed.publish([event(3, "a", "hash of 1")]);
  expect(told).toEqual([1, 3]);
  await feed.catchUp();
  expect(told).toEqual([1, 3, 2]);
});
