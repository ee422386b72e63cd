import { expect, it } from "vitest";
import type { Happening, Reader } from "@/lib/core/inbox/entry";
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
    pair: () => undefined,
    now: "",
  };
  const created = happening(1, "relay.created", { relay: relay.id, tag: relay.tag });
  const approved = happening(2, "relay.approved", { relay: relay.id, from: "tester-1", items: [item.id] });
  const kinds = (happenings: Happening[]) => tellNews(happenings, READER, standing).entries.map(({ kind }) => kind);
  expect(kinds([created])).toEqual(["waits"]);
  expect(tellNews([approved], READER, standing)).toEqual({ entries: [], also: ["1 relay of tester-1 approved"] });
  expect(kinds([created, approved])).toEqual(["said"]);
});

const NOTHING = {
  item: () => undefined,
  relay: () => undefined,
  question: () => undefined,
  confirmed: () => null,
  pair: () => undefined,
  now: "",
};
const ITEM = {
  ...{ id: "3f9a1c07be42", role: "tester-1", tag: "Question", text: "Which bank of S3 first?", body: "" },
  ...{ state: "active", resolution: null },
};

it("puts a question to who is asked as long as it has no answer, and is an item like any other then", () => {
  const asked = happening(1, "item.added", { items: [ITEM.id], tag: "Question" });
  const kinds = (isAnswered: boolean, to = "implementer-1") =>
    tellNews([asked], READER, {
      ...NOTHING,
      item: () => ITEM,
      question: () => ({ to, due: null, isAnswered }),
    }).entries.map(({ kind }) => kind);
  expect(kinds(false)).toEqual(["asked"]);
  expect(kinds(true)).toEqual(["said"]);
  expect(kinds(false, "implementer-2")).toEqual(["said"]);
});

it("tells that an item cites what changed as long as it still does", () => {
  const payload = { cited: [{ item: ITEM.id, cites: ["s3"] }] };
  const published = { ...happening(1, "context.published", payload), target: "GC-v2" };
  const told = (text: string) =>
    tellNews([published], { ...READER, role: "tester-1" }, { ...NOTHING, item: () => ({ ...ITEM, text }) }).entries;
  expect(told(ITEM.text)).toMatchObject([{ kind: "cited", note: "s3 in GC-v2" }]);
  expect(told("Which bank of S4 first?")).toEqual([]);
});

it("names a few own items that were archived, and counts many", () => {
  const told = (count: number) => {
    const items = Array.from({ length: count }, (_, index) => `${index}`.padStart(12, "0"));
    return tellNews([happening(1, "items.archived", { items })], READER, {
      ...NOTHING,
      item: (id) => ({ ...ITEM, id, role: READER.role, tag: "Finding", state: "archived" }),
    });
  };
  expect(told(3).entries.map(({ kind }) => kind)).toEqual(["archived", "archived", "archived"]);
  expect(told(40)).toEqual({ entries: [], also: ["40 items of yours archived"] });
});

it("tells who takes the place of a teammate, where that is known", () => {
  const told = (payload: Record<string, unknown>) =>
    tellNews([happening(1, "role.replaced", payload)], READER, NOTHING).entries.map(({ text }) => text);
  expect(told({ role: "tester-1", by: "tester-2" })).toEqual(["tester-1 was replaced by tester-2."]);
  expect(told({})).toEqual(["tester-1 was replaced."]);
});

const RELAY: StandingRelay = {
  ...{ id: "8f4c2e61a7b34d5f", role: "tester-1", tag: "Finding", text: "The page flickers" },
  ...{ state: "approved", reason: null, decidedBy: "Lead", itemId: ITEM.id },
};

it("tells no claim that somebody took over, and no approval of an item that was archived since", () => {
  const claim = { claim: "77c0a5d19e4b", what: "src/page.ts", until: "2026-02-09T11:00:00.000Z" };
  const taken = { to: "implementer-2", what: "src/page.ts", claims: [claim.claim] };
  const told = (happenings: Happening[], reader = READER) =>
    tellNews(happenings, reader, {
      ...NOTHING,
      now: AT,
      item: () => ({ ...ITEM, tag: "Finding", state: "archived" }),
      relay: () => RELAY,
    });
  const made = happening(1, "claim.made", claim);
  expect(told([made]).entries.map(({ kind }) => kind)).toEqual(["claim"]);
  expect(told([made, happening(2, "claims.taken", taken)]).entries.map(({ kind }) => kind)).toEqual(["team"]);
  const approved = happening(3, "relay.approved", { relay: RELAY.id, from: "tester-1", items: [ITEM.id] });
  const archived = happening(4, "items.archived", { items: [ITEM.id] });
  const author = { ...READER, role: "tester-1" };
  expect(told([approved], author).entries.map(({ kind }) => kind)).toEqual(["approved"]);
  const both = told([approved, archived], author).entries;
  expect(both).toHaveLength(1);
  expect(both).not.toMatchObject([{ kind: "approved" }]);
});
