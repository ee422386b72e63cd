import { expect, it } from "vitest";
import type { Happening, Reader } from "@/lib/core/inbox/happening";
import { tellNews, type StandingRelay } from "@/lib/core/inbox/tell-news";

const READER: Reader = { role: "implementer-1", isLead: false, isOwn: true };
const AT = "2026-02-09T10:00:00.000Z";

function happening(id: number, action: string, payload: Record<string, unknown>): Happening {
  return { id, at: AT, actor: action === "relay.created" ? "tester-1" : "Lead", action, target: "tester-1", payload };
}

it("tells a relay once, whatever became of it after the last event that the reader is told of", () => {
  const relay: StandingRelay = {
    ...{ id: "8f4c2e61a7b34d5f", role: "tester-1", tag: "Finding", text: "The page flickers" },
    ...{ state: "approved", reason: null, decidedBy: "Lead", itemId: "3f9a1c07be42" },
  };
  const item = { ...relay, id: "3f9a1c07be42", body: "", state: "active", resolution: null };
  const standing = {
    item: (id: string) => (id === item.id ? item : undefined),
    relay: () => relay,
    question: () => undefined,
    confirmed: () => null,
  };
  const created = happening(1, "relay.created", { relay: relay.id, tag: relay.tag });
  const approved = happening(2, "relay.approved", { relay: relay.id, from: "tester-1", items: [item.id] });
  const kinds = (happenings: Happening[]) => tellNews(happenings, READER, standing).entries.map(({ kind }) => kind);
  expect(kinds([created])).toEqual(["waits"]);
  expect(tellNews([approved], READER, standing)).toEqual({ entries: [], also: ["1 relay of tester-1 approved"] });
  expect(kinds([created, approved])).toEqual(["said"]);
});
