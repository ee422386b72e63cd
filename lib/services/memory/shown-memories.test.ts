import { expect, it } from "vitest";
import type { Memory } from "@/lib/contracts/memory";
import { LiveFeed } from "@/lib/services/commit/live-feed";
import { ShownMemories } from "@/lib/services/memory/shown-memories";
import { OWNER } from "@/lib/services/testing/callers.fixture";

const CART = { workspace: "demo", session: "cart" };

it("leads a page whose reading was overtaken to what stands", () => {
  const live = new LiveFeed(() => Promise.resolve([]));
  const gone = () => Promise.reject(new Error("not asked"));
  const shown = new ShownMemories(
    { live, store: () => ({}) as never, clock: () => new Date(0) },
    { memory: gone, row: gone },
  );
  const frames: { memory?: { from: string; view: string } }[] = [];
  shown.subscribe(OWNER, CART, (frame) => frames.push(JSON.parse(frame) as (typeof frames)[number]));
  const view = (name: string) => ({ view: name, revision: 1, sections: [] }) as unknown as Memory;
  const [older, newer] = [shown.begin(CART), shown.begin(CART)];
  newer(view("new"));
  older(view("old"));
  expect(frames).toMatchObject([{ memory: { from: "old", view: "new" } }]);
  shown.begin(CART)(view("next"));
  expect(frames.at(-1)).toMatchObject({ memory: { from: "new", view: "next" } });
});
