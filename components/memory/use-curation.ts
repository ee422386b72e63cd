import { call } from "@/lib/client/call";
import { useQueryClient } from "@tanstack/react-query";
import { sayLeft, useBulk } from "@/components/shell/bulk";
import { foreseen, useChange, type Change, type Conflict } from "@/components/shell/use-change";
import {
  addItem,
  approveRelay,
  archiveItems,
  editItem,
  memoryQuery,
  rejectRelay,
  settleRelay,
  undoRelay,
  relaysQuery,
  resolveItem,
  restoreItem,
  unarchiveItems,
  undoRevision,
} from "@/lib/client/memory";
import { needsKey, needsQuery } from "@/lib/client/needs";
import type { SessionScope } from "@/lib/client/paths";
import { decideRepair, proposedRepairsQuery, repairsKey } from "@/lib/client/files";
import { anySessionKey, sessionsQuery } from "@/lib/client/sessions";
import type { AddItem, Changed, Item, ItemAdded, Relay } from "@/lib/contracts/memory";
import type { Repair } from "@/lib/contracts/repairs";
import { NEED_KEYS } from "@/lib/core/inbox/needs";
import { say } from "@/lib/core/i18n/say";
import { appendItem, changeItems } from "./optimistic";

/** Everything a Lead does to memories, on any page: shown at once, taken back when it fails, undone with one key. */
export function useCuration(workspace: string, onConflict?: (conflict: Conflict) => void) {
  const client = useQueryClient();
  const bulk = useBulk();
  const { run, lastDone, undoLast } = useChange(
    [anySessionKey(workspace), sessionsQuery(workspace).queryKey, repairsKey(workspace), needsKey(workspace)],
    { undoKey: "u", key: "curation", onConflict },
  );

  const undoIn =
    (scope: SessionScope, title: string, detail?: string) =>
    ({ revision }: Changed) => ({
      title,
      ...(detail !== undefined && { detail }),
      undo: () => undoRevision(scope, revision),
    });

  function show(scope: SessionScope, role: string, item: Item): void {
    client.setQueryData(memoryQuery(scope).queryKey, (memory) => memory && appendItem(memory, role, item));
  }

  /** The items as they will be, and off the list of what waits for a person. */
  function foreseeItems(scope: SessionScope, items: readonly Item[], change: Partial<Item>) {
    const ids = new Set(items.map((item) => item.id));
    return [
      foreseen(memoryQuery(scope), (memory) => changeItems(memory, ids, (item) => ({ ...item, ...change }))),
      settledNeeds(
        workspace,
        items.map(({ id }) => NEED_KEYS.item(scope.session, id)),
      ),
    ];
  }

  /** The decision is undone by having the relay wait again. */
  function decide<Answer>(
    scope: SessionScope,
    relay: Relay,
    { title, ...change }: Pick<Change<Answer>, "send" | "failed" | "about"> & { title: (answer: Answer) => string },
  ) {
    const foresee = [
      foreseen(relaysQuery(scope), (list) => ({ ...list, items: list.items.filter(({ id }) => id !== relay.id) })),
      settledNeeds(workspace, [NEED_KEYS.relay(relay.id)]),
    ];
    const done = (answer: Answer) => ({ title: title(answer), undo: () => undoRelay(scope, relay.id) });
    return run({ about: relay.text, ...change, foresee, done });
  }

  function repair({ id, lines }: Repair, decision: "apply" | "dismiss" | "undo", title: string, failed: string) {
    return run({
      foresee: [
        foreseen(proposedRepairsQuery(workspace), (list) => ({
          ...list,
          items: list.items.filter((each) => each.id !== id),
        })),
        settledNeeds(workspace, [NEED_KEYS.repair(id)]),
      ],
      send: () => decideRepair(workspace, id, decision),
      done: () => ({ title, ...(decision !== "undo" && { undo: () => decideRepair(workspace, id, "undo") }) }),
      failed,
      about: lines.join("\n"),
    });
  }

  return {
    run,
    lastDone,
    undoLast,
    progress: bulk.progress,
    archive: (scope: SessionScope, items: readonly Item[]) =>
      run({
        foresee: foreseeItems(scope, items, { state: "archived" }),
        send: () => archiveItems(scope, { items: items.map((item) => item.id) }),
        done: undoIn(scope, say("Archived {items, plural, one {# item} other {# items}}", { items: items.length })),
        failed: say("Not archived"),
        about: textsOf(items),
      }),
    archiveSection: (
      scope: SessionScope,
      role: string,
      { includeOpen, note }: { includeOpen: boolean; note: string },
    ) =>
      run({
        send: () => archiveItems(scope, { role, includeOpen, ...(note !== "" && { note }) }),
        done: undoIn(scope, say("Archived the section of {role}", { role })),
        failed: say("Not archived"),
        about: role,
      }),
    unarchiveSection: (scope: SessionScope, role: string) =>
      run({
        send: () => unarchiveItems(scope, { role }),
        done: undoIn(scope, say("Unarchived the section of {role}", { role })),
        failed: say("Not unarchived"),
        about: role,
      }),
    unarchive: (scope: SessionScope, items: readonly Item[]) =>
      run({
        foresee: foreseeItems(scope, items, { state: "active", resolution: null }),
        send: () => unarchiveItems(scope, { items: items.map((item) => item.id) }),
        done: undoIn(scope, say("Unarchived {items, plural, one {# item} other {# items}}", { items: items.length })),
        failed: say("Not unarchived"),
        about: textsOf(items),
      }),
    resolve: (scope: SessionScope, items: readonly Item[], resolution: string) =>
      run({
        foresee: foreseeItems(scope, items, { state: "resolved", resolution }),
        send: () =>
          bulk.each(items, async (item) => {
            const { revision } = await resolveItem(scope, item, resolution);
            return () => undoRevision(scope, revision);
          }),
        done: ({ done, undo, ...rest }) => ({
          title:
            items.length === 1
              ? say("Resolved")
              : say("Resolved {count, plural, one {# item} other {# items}}", { count: done.length }),
          detail: resolution,
          ...sayLeft(rest),
          undo,
        }),
        failed: say("Not resolved"),
        about: textsOf(items),
      }),
    /** Says that an item holds, though what it names has changed. */
    keep: (scope: SessionScope, { id, role, text }: Pick<Item, "id" | "text"> & { role: string }) =>
      run({
        send: () => call("POST /sessions/{session}/memory/items/{item}/same", { params: { ...scope, item: id } }),
        done: () => ({ title: say("Kept the item of {role}", { role }), key: id }),
        failed: say("The item was not kept"),
        about: text,
      }),
    /** `onEdited` is told the item as it reads then. */
    edit: (scope: SessionScope, item: Item, words: string, onEdited: (item: Item) => void) =>
      run({
        send: () => editItem(scope, item, words),
        done: (changed) => {
          if (changed.items?.[0]) onEdited(changed.items[0]);
          return undoIn(scope, say("Edited the item"))(changed);
        },
        failed: say("Not edited"),
        about: words,
      }),
    restoreWords: (scope: SessionScope, item: Item, revision: number, onRestored: (item: Item) => void) =>
      run({
        send: () => restoreItem(scope, revision, item),
        done: (changed) => {
          if (changed.items?.[0]) onRestored(changed.items[0]);
          return undoIn(scope, say("Restored the words of revision {revision}", { revision }))(changed);
        },
        failed: say("Not restored"),
        about: item.text,
      }),
    replace: (scope: SessionScope, role: string, by: string) =>
      run({
        send: () => call("POST /sessions/{session}/memory/replace-role", { params: scope, body: { role, by } }),
        done: undoIn(scope, say("{by} replaces {role}", { by, role })),
        failed: say("Not replaced"),
        about: role,
      }),
    add: (scope: SessionScope, body: AddItem, idempotencyKey: string, onAdded: (added: ItemAdded) => void) =>
      run({
        send: () => addItem(scope, body, idempotencyKey),
        done: (added) => {
          const role = body.role ?? "Lead";
          show(scope, role, added.item);
          onAdded(added);
          return undoIn(
            scope,
            say("Added to {addedTo}", { addedTo: added.addedTo ?? role }),
            added.advice?.hint,
          )(added);
        },
        failed: say("Not added"),
        about: body.text,
      }),
    approve: (scope: SessionScope, relay: Relay, text?: string) =>
      decide(scope, relay, {
        send: () => approveRelay(scope, relay.id, text),
        title: ({ item, addedTo = relay.role }) => {
          if (item) show(scope, relay.role, item);
          return say("Approved: written to {addedTo}", { addedTo });
        },
        failed: say("Not approved"),
        about: text ?? relay.text,
      }),
    settle: (scope: SessionScope, relay: Relay, note: string) =>
      decide(scope, relay, {
        send: () => settleRelay(scope, relay.id, note),
        title: () => say("Settled; {role} is told", { role: relay.role }),
        failed: say("Not settled"),
      }),
    reject: (scope: SessionScope, relay: Relay, reason: string) =>
      decide(scope, relay, {
        send: () => rejectRelay(scope, relay.id, reason),
        title: () => say("Rejected; {role} is told why", { role: relay.role }),
        failed: say("Not rejected"),
      }),
    applyRepair: (found: Repair) =>
      repair(
        found,
        "apply",
        say("Put back {lineCount, plural, one {# line} other {# lines}}", { lineCount: found.lineCount }),
        say("Not put back"),
      ),
    dismissRepair: (found: Repair) =>
      repair(found, "dismiss", say("Dismissed; the file stays as it was saved"), say("Not dismissed")),
    undoRepair: (found: Repair) => repair(found, "undo", say("Took the lines out again"), say("Not undone")),
  };
}

export type Curation = ReturnType<typeof useCuration>;

function textsOf(items: readonly Item[]): string {
  return items.map((item) => item.text).join("\n");
}

/** Takes needs off the list of what waits for a person, as a change that settles them will. */
function settledNeeds(workspace: string, keys: readonly string[]) {
  return foreseen(needsQuery(workspace), (list) => ({
    ...list,
    items: list.items.filter(({ key }) => !keys.includes(key)),
  }));
}
