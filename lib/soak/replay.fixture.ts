import { readFileSync } from "node:fs";
import { vi } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { Inbox, type InboxEntry } from "@/lib/contracts/inbox";
import type { Tag } from "@/lib/contracts/memory";
import { sayRelated } from "@/lib/core/search/related";
import { renderInbox } from "@/lib/core/inbox/render-inbox";
import { ContextSession } from "@/lib/services/testing/context-session.fixture";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import type { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST, type Caller } from "@/lib/services/workspace/caller";
import type { AckAction } from "@/lib/contracts/context";

/** Which item of the team memory is meant: one that this role said with these words. */
interface Named {
  role: string;
  tag: Tag;
  text: string;
}

/** One act of the half hour, in the order they happened. */
type Act = { at: number; role: string } & (
  | { do: "look"; printed: number }
  | { do: "say"; tag: Tag; text: string }
  | { do: "publish"; text: string; requiredActions?: string }
  | { do: "ack"; action: string; unclear?: string }
  | { do: "approve"; item: Named }
  | { do: "resolve"; item: Named; answer: string }
  | { do: "archive"; items: Named[] }
);

/** What the looks of one role came to. */
export interface Looked {
  role: string;
  looks: number;
  /** Characters that were printed at the looks as they were made at the time. */
  before: number;
  /** Characters that the inbox prints at the same looks, and `help`, which each role reads once. */
  printed: number;
  /** What they are made of. */
  kinds: Record<string, number>;
  /** The entries it was shown, in order. */
  shown: InboxEntry[];
}

/** What came of the half hour: what each role was shown, and who wrote which item and relay. */
export interface Replayed {
  roles: Looked[];
  authors: Map<string, string>;
  /** The item that a relay became. */
  became: Map<string, string>;
  /** Items and relays that still stand. */
  standing: Set<string>;
  /** Characters of related lines that writers were shown. */
  related: number;
}

const ROLES = ["implementer-1", "implementer-2", "tester-1"];

/**
 * Plays the half hour of a team that built a rate limiter: what was said, published and decided goes the same way, and each
 * role looks when it looked, with `wardroom inbox`.
 */
export async function replayHalfHour(wardroom: TestWardroom): Promise<Replayed> {
  serve(wardroom);
  const demo = await ContextSession.open(wardroom, "tollgate", ROLES);
  const { memory, relays, curation } = wardroom.services;
  const { params } = demo;
  const looked = new Map(["Lead", ...ROLES].map((role) => [role, blank(role)]));
  const replayed: Replayed = {
    roles: [...looked.values()],
    authors: new Map(),
    became: new Map(),
    standing: new Set(),
    related: 0,
  };
  const { authors, became, standing } = replayed;
  const relayOf = new Map<string, string>();
  const itemOf = new Map<string, string>();
  for (const role of replayed.roles) {
    const { out } = await wardroomCli(wardroom, ["--no-color", "help"], { env: { WARDROOM_ROLE: role.role } });
    role.printed += out.length;
    role.kinds.help = out.length;
  }
  let version = 0;

  const item = (named: Named): string => itemOf.get(keyOf(named)) ?? "";
  const take = async (act: Act): Promise<void> => {
    switch (act.do) {
      case "look":
        await look(wardroom, looked.get(act.role) ?? blank(act.role), act.printed);
        return;
      case "say": {
        const { tag, text, role } = act;
        const done = await memory.add(callerOf(role), params, { tag, text }, PLAIN_REQUEST);
        const id = "item" in done ? done.item.id : done.relay.id;
        const near = (done.related ?? []).map((line) => `near: ${sayRelated(line, "14:02")}\n`);
        if (near.length > 0) near.push(`judge: wardroom judge ${id} --replaces ID\n`);
        replayed.related += near.join("").length;
        authors.set(id, role);
        standing.add(id);
        ("item" in done ? itemOf : relayOf).set(keyOf({ role, tag, text }), id);
        return;
      }
      case "publish":
        version++;
        await demo.publish(act.text, act.requiredActions === undefined ? {} : { requiredActions: act.requiredActions });
        return;
      case "ack": {
        const unclear = act.unclear === undefined ? [] : [act.unclear];
        const action = act.action.toUpperCase() as AckAction;
        const applied = action === "CONTINUE" ? {} : { applied: 0 };
        await demo.ack(act.role, version, { ...applied, action, unclear });
        return;
      }
      case "approve": {
        const relay = relayOf.get(keyOf(act.item)) ?? "";
        const { item: made } = await relays.approve(callerOf("Lead"), { ...params, relay }, {}, PLAIN_REQUEST);
        const id = made?.id ?? "";
        itemOf.set(keyOf(act.item), id);
        became.set(relay, id);
        authors.set(id, act.item.role);
        standing.delete(relay);
        standing.add(id);
        return;
      }
      case "resolve":
        standing.delete(item(act.item));
        await curation.resolve(
          callerOf("Lead"),
          params,
          { item: item(act.item), resolution: act.answer },
          PLAIN_REQUEST,
        );
        return;
      case "archive": {
        const items = act.items.map(item).filter((id) => id !== "");
        for (const id of items) standing.delete(id);
        if (items.length > 0) await curation.archive(callerOf("Lead"), params, { items }, PLAIN_REQUEST);
      }
    }
  };
  for (const line of readFileSync(new URL("half-hour.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n"))
    await at(JSON.parse(line) as Act, take);
  // What came after a role's last look is shown at the next, which nobody made.
  for (const { role, shown } of replayed.roles) shown.push(...(await look(wardroom, blank(role), 0)).shown);
  return replayed;
}

/** Has an act take place at its own second of the half hour, so that what is told of ages is what was told then. */
async function at(act: Act, take: (act: Act) => Promise<void>): Promise<void> {
  vi.setSystemTime(BEGIN + act.at * 1000);
  await take(act);
}

const BEGIN = Date.now();

async function look(wardroom: TestWardroom, looked: Looked, before: number): Promise<Looked> {
  const argv = ["--no-color", "inbox", ...(looked.role === "Lead" ? [] : [looked.role])];
  // What it will print, without moving the mark: looking at another's inbox moves none.
  const params = { workspace: "demo", session: "tollgate" };
  const query = { wait: 0, again: "false", all: "false" } as const;
  const caller = callerOf(looked.role);
  const answer = Inbox.parse(await wardroom.services.inbox.read(caller, params, query, new AbortController().signal));
  const { out, err, code } = await wardroomCli(wardroom, argv);
  if (code !== 0) throw new Error(err);
  looked.looks++;
  looked.before += before;
  count(looked, answer, out);
  looked.shown.push(...answer.entries);
  return looked;
}

/** Counts what was printed, and of what it is made. */
function count(looked: Looked, { updates, entries, also, ...rest }: Inbox, out: string): void {
  const { kinds } = looked;
  const add = (kind: string, size: number) => {
    kinds[kind] = (kinds[kind] ?? 0) + size;
  };
  const words = { again: "", approve: (relay: string) => `wardroom relay approve ${relay}` };
  const told = (some: InboxEntry[], others: string[] = []) =>
    renderInbox({ ...rest, left: [], entries: some, also: others }, words).length;
  const isNews = ({ kind }: InboxEntry) => NEWS.has(kind);
  const before = Object.values(kinds).reduce((sum, size) => sum + size, 0);
  for (const { mode, text } of updates) add(`context, ${mode}`, text.length);
  add("new items", told(entries.filter(isNews)));
  add("what became of items", told(entries.filter((each) => !isNews(each))));
  add("state lines", told([], also));
  const counted = Object.values(kinds).reduce((sum, size) => sum + size, 0) - before;
  add("frames, next steps, no news", out.length - counted);
  looked.printed += out.length;
}

const NEWS = new Set<InboxEntry["kind"]>(["said", "asked", "waits", "reworded", "reopened", "answered"]);

function callerOf(role: string): Caller {
  return role === "Lead" ? { ...OWNER, source: "cli" } : { ...actingAs(role), source: "cli" };
}

function keyOf({ role, tag, text }: Named): string {
  return JSON.stringify([role, tag, text]);
}

function blank(role: string): Looked {
  return { role, looks: 0, before: 0, printed: 0, kinds: {}, shown: [] };
}
