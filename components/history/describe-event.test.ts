import { expect, test } from "vitest";
import { anEvent } from "./history.fixture";
import { describeEvent, itemsOf, revisionOf } from "@/lib/client/describe-event";
import { eventOfRevision } from "./event-of-revision";

const did = (event: Parameters<typeof anEvent>[0]) => describeEvent(anEvent(event)).did;

test("an item's own section is not named, another's is", () => {
  expect(did({ id: 1 })).toBe("added an item");
  expect(did({ id: 1, actor: "Lead" })).toBe("added an item in implementer-1");
  expect(did({ id: 1, action: "items.archived", actor: "Lead", target: "Lead", payload: { count: 3 } })).toBe(
    "archived 3 items",
  );
});

test("an edit on disk says whose sections changed and what is gone", () => {
  const outside = (payload: Record<string, unknown>) =>
    did({ id: 1, actor: "disk", actorKind: "disk", action: "document.edited_outside", target: "a/b.md", payload });
  expect(outside({ operation: "found" })).toBe("found the file");
  expect(outside({ roles: ["Lead", "tester-1", "x", "y"], lost: 2 })).toBe(
    "edited the sections of Lead, tester-1 and 2 more outside Wardroom, 2 items are gone",
  );
});

test("a context that is sent again is told by who asked for it, and how much of it went", () => {
  const resent = (actor: string, payload: Record<string, unknown>) =>
    describeEvent(anEvent({ id: 1, action: "context.resent", actor, target: "tester-1", payload }));
  expect(resent("Lead", { version: "GC-v2", unclear: ["§Scope"] }).did).toBe(
    "sent tester-1 again what was unclear of GC-v2",
  );
  expect(resent("Lead", { version: "GC-v2", reason: "FC-5" }).did).toBe("sent GC-v2 to tester-1 in full");
  expect(resent("tester-1", { version: "GC-v2", reason: "FC-5" })).toEqual({
    did: "asked for GC-v2 in full",
    tag: null,
    quote: null,
  });
});

test("a payload of another shape is no reason to fail", () => {
  const odd = anEvent({ id: 1, action: "memory.reverted", payload: { to: "x", items: [1, "a"], text: 5 } });
  expect(describeEvent(odd)).toEqual({ did: "restored revision ?", tag: null, quote: null });
  expect(itemsOf(odd)).toEqual(["a"]);
});

test("what made a revision names it", () => {
  expect(revisionOf(anEvent({ id: 1, payload: { revision: 7 } }))).toBe(7);
  expect(revisionOf(anEvent({ id: 1, action: "session.created" }))).toBe(1);
  expect(revisionOf(anEvent({ id: 1, action: "relay.created" }))).toBeNull();
});

test("the revisions of other files are not the memory's", () => {
  const payload = { revision: 7 };
  const edited = { id: 1, action: "document.edited_outside" as const, payload };
  expect(revisionOf(anEvent({ ...edited, target: ".agent/teams/a/TEAM-MEMORY.md" }))).toBe(7);
  expect(revisionOf(anEvent({ ...edited, target: ".agent/teams/a/global-context.md" }))).toBeNull();
  expect(revisionOf(anEvent({ id: 1, action: "context.published", target: "GC-v2", payload }))).toBeNull();
});

test("nothing but what was found in a file is told as an edit outside Wardroom, whatever the operation is called", () => {
  const { id, action: _action, target: _target, payload, previousHash, ...event } = anEvent({ id: 1 });
  const revision = { ...event, revision: id, parentHash: previousHash, roles: [], detail: payload, lines: 1 };
  const told = (operation: string) => eventOfRevision({ ...revision, operation }, "checkout").action;
  for (const operation of ["make items", "set GC version", "add to item", "star", ""])
    expect(told(operation)).toBe("memory.edited");
  for (const operation of ["found", "edited outside"]) expect(told(operation)).toBe("document.edited_outside");
});
