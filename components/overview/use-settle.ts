import { notifyManager, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sayLeft, useBulk } from "@/components/shell/bulk";
import { useChange } from "@/components/shell/use-change";
import { faultsKey, decideFault, fixFault, repairsKey, decideRepair } from "@/lib/client/files";
import { markNeeds, needsKey } from "@/lib/client/needs";
import { anySessionKey, sessionsQuery } from "@/lib/client/sessions";
import type { MarkNeeds, Need } from "@/lib/contracts/needs";
import { say } from "@/lib/core/i18n/say";
import type { NeedAct } from "./need-words";
import type { Undo } from "@/components/shell/do-each";
import { pingDelivery, guideDelivery, resendDelivery, sendInFull, unpingDelivery } from "@/lib/client/context";
import {
  approveRelay,
  archiveItems,
  rejectRelay,
  resolveItem,
  settlePair,
  settleRelay,
  undoRelay,
  undoRevision,
} from "@/lib/client/memory";

interface NeedStep {
  workspace: string;
  act: NeedAct;
  /** What was asked for in a dialog: a reason, a note, other words. */
  text?: string | undefined;
  /** Marks what happened in a session as seen. */
  see: (session: string) => Promise<() => Promise<void>>;
}

/** Does it, and answers how to undo it. */
async function takeStep(need: Need, { workspace, act, text = "", see }: NeedStep): Promise<Undo> {
  const scope = { workspace, session: need.session ?? "" };
  switch (need.kind) {
    case "relay": {
      const { id } = need.relay;
      if (act === "reject") await rejectRelay(scope, id, text);
      else if (act === "settle") await settleRelay(scope, id, text);
      else await approveRelay(scope, id, act === "edit" ? text : undefined);
      return () => undoRelay(scope, id);
    }
    case "conflict":
    case "question":
    case "assigned": {
      const { revision } =
        act === "archive"
          ? await archiveItems(scope, { items: [need.item.id] })
          : await resolveItem(scope, need.item, text);
      return () => undoRevision(scope, revision);
    }
    case "pair": {
      const { id, item, other } = need.pair;
      await settlePair(scope, id, act === "first" ? item.id : act === "second" ? other.id : "both");
      return () => settlePair(scope, id, "open");
    }
    case "ack": {
      const delivery = need.delivery ?? "";
      if (act === "guide") await guideDelivery(scope, delivery, text);
      else if (act === "resend") await resendDelivery(scope, delivery);
      else if (act === "full") await sendInFull(scope, delivery);
      else await pingDelivery(scope, delivery);
      return act === "ping" ? () => unpingDelivery(scope, delivery) : null;
    }
    case "repair": {
      const { id } = need.repair;
      await decideRepair(workspace, id, act === "put-back" ? "apply" : "dismiss");
      return () => decideRepair(workspace, id, "undo");
    }
    case "broken": {
      const { id } = need.fault;
      await (act === "fix" ? fixFault(workspace, need.fault) : decideFault(workspace, id, "dismiss"));
      return () => decideFault(workspace, id, "undo");
    }
    case "outside":
      return see(scope.session);
    case "mention": {
      const mark = (read: boolean) => markNeeds(workspace, { keys: [need.key], read });
      await mark(true);
      return () => mark(false);
    }
    case "gate":
    case "run":
    case "long":
      return null;
  }
}

type Done = readonly [(need: Need) => string, (count: number) => string];

const APPROVED: Done = [
  ({ role }) => say("Approved: written to {role}", { role: String(role) }),
  (count) => say("Approved {count, plural, one {# relay} other {# relays}}", { count }),
];

/** What was done, of one need and of several. */
const DONE: Partial<Record<NeedAct, Done>> = {
  approve: APPROVED,
  edit: APPROVED,
  settle: [
    ({ role }) => say("Settled; {role} is told", { role: String(role) }),
    (count) => say("Settled {count, plural, one {# relay} other {# relays}}", { count }),
  ],
  reject: [
    ({ role }) => say("Rejected; {role} is told why", { role: String(role) }),
    (count) => say("Rejected {count, plural, one {# relay} other {# relays}}", { count }),
  ],
  resolve: [() => say("Resolved"), (count) => say("Resolved {count, plural, one {# item} other {# items}}", { count })],
  archive: [
    () => say("Archived 1 item"),
    (count) => say("Archived {count, plural, one {# item} other {# items}}", { count }),
  ],
  "put-back": [
    () => say("Put back the dropped lines"),
    (count) => say("Put back the lines of {count, plural, one {# save} other {# saves}}", { count }),
  ],
  dismiss: [
    () => say("Dismissed; the file stays as it was saved"),
    (count) => say("Dismissed {count, plural, one {# save} other {# saves}}", { count }),
  ],
  fix: [
    () => say("Fixed the file"),
    (count) => say("Fixed {count, plural, one {# fault} other {# faults}}", { count }),
  ],
  hide: [
    () => say("Warning dismissed"),
    (count) => say("Dismissed {count, plural, one {# warning} other {# warnings}}", { count }),
  ],
  see: [
    (need) =>
      need.kind === "mention"
        ? say("Seen: the comment of {author}", { author: need.comment.author })
        : say("Seen: edits outside in {session}", { session: String(need.session) }),
    (count) => say("Seen: {count, number} of them", { count }),
  ],
  ping: [
    ({ role }) => say("Pinged {role}: deadline reset", { role: String(role) }),
    (count) => say("Pinged {count, plural, one {# teammate} other {# teammates}}", { count }),
  ],
  resend: [
    ({ role }) => say("Sent what was unclear to {role}", { role: String(role) }),
    (count) => say("Sent what was unclear to {count, plural, one {# teammate} other {# teammates}}", { count }),
  ],
  full: [
    ({ role }) => say("Sent the full text to {role}", { role: String(role) }),
    (count) => say("Sent the full text to {count, plural, one {# teammate} other {# teammates}}", { count }),
  ],
  guide: [
    ({ role }) => say("Sent guidance to {role}", { role: String(role) }),
    (count) => say("Sent guidance to {count, plural, one {# teammate} other {# teammates}}", { count }),
  ],
};

function sayDone(act: NeedAct, needs: readonly Need[]): string {
  const [one, several] = DONE[act] ?? [() => say("Done"), () => say("Done")];
  const [only] = needs;
  return needs.length === 1 && only !== undefined ? one(only) : several(needs.length);
}

/**
 * Settles needs, one or many: off the list at once (those in `leaving`), what was refused comes back and is said, and one Undo takes all of it back, the
 * last first.
 */
export function useSettle(workspace: string, see: NeedStep["see"]) {
  const client = useQueryClient();
  const bulk = useBulk();
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const change = useChange(
    [
      anySessionKey(workspace),
      sessionsQuery(workspace).queryKey,
      repairsKey(workspace),
      needsKey(workspace),
      faultsKey(workspace),
    ],
    { undoKey: "u", key: "need" },
  );

  /** Takes needs off the list while something is done about them, until the list was read again after it. */
  async function without<Answer>(keys: readonly string[], done: Promise<Answer>): Promise<Answer> {
    const others = (before: ReadonlySet<string>) => [...before].filter((key) => !keys.includes(key));
    setLeaving((before) => new Set([...before, ...keys]));
    try {
      const answer = await done;
      await client.invalidateQueries({ queryKey: needsKey(workspace) });
      return answer;
    } finally {
      // Behind the news of what was read: a list that is not told of it yet would show them once more.
      notifyManager.schedule(() => setLeaving((before) => new Set(others(before))));
    }
  }

  function settle(act: NeedAct, needs: readonly Need[], text?: string): Promise<boolean> {
    const step = { workspace, act, text, see };
    const run = change.run({
      send: () => bulk.each(needs, (need) => takeStep(need, step)),
      done: ({ done, undo, ...rest }) => ({
        title: sayDone(act, done),
        ...sayLeft(rest),
        undo,
      }),
      failed: say("Not done"),
    });
    return without(
      needs.map(({ key }) => key),
      run,
    );
  }

  /** Marks needs for the reader alone; said only where they leave the list. */
  function mark(needs: readonly Need[], marks: Omit<MarkNeeds, "keys">, said?: string): Promise<boolean> {
    const keys = needs.map(({ key }) => key);
    const before = { ...(marks.snoozedUntil !== undefined && { snoozedUntil: null }) };
    const run = change.run({
      send: () => markNeeds(workspace, { ...marks, keys }),
      done: () =>
        said === undefined ? undefined : { title: said, undo: () => markNeeds(workspace, { ...before, keys }) },
      failed: say("Not marked"),
    });
    return said === undefined ? run : without(keys, run);
  }

  return { ...change, progress: bulk.progress, leaving, settle, mark };
}

export type Settle = ReturnType<typeof useSettle>;
