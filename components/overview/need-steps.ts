import type { Undo } from "@/components/shell/do-each";
import { pingDelivery, guideDelivery, resendDelivery, sendInFull, unpingDelivery } from "@/lib/client/context";
import { decideFault, fixFault } from "@/lib/client/faults";
import { approveRelay, archiveItems, rejectRelay, resolveItem, undoRelay, undoRevision } from "@/lib/client/memory";
import { decideRepair } from "@/lib/client/repairs";
import type { Need } from "@/lib/contracts/needs";
import { sayCount } from "@/lib/core/text/say-count";
import type { NeedAct } from "./need-words";

/** What one act on one need asks of the server. */
export interface NeedStep {
  workspace: string;
  act: NeedAct;
  /** What was asked for in a dialog: a reason, a note, other words. */
  text?: string | undefined;
  /** Marks what happened in a session as seen. */
  see: (session: string) => Promise<() => Promise<void>>;
}

/** Does it, and answers how to undo it. */
export async function takeStep(need: Need, { workspace, act, text = "", see }: NeedStep): Promise<Undo> {
  const scope = { workspace, session: need.session ?? "" };
  switch (need.kind) {
    case "relay": {
      const { id } = need.relay;
      if (act === "reject") await rejectRelay(scope, id, text);
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
    case "gate":
    case "long":
      return null;
  }
}

/** What was done, of one need and of several. */
const DONE: Partial<Record<NeedAct, readonly [(need: Need) => string, (count: number) => string]>> = {
  approve: [({ role }) => `Approved: written to ${role}`, (count) => `Approved ${sayCount(count, "relay")}`],
  edit: [({ role }) => `Approved: written to ${role}`, (count) => `Approved ${sayCount(count, "relay")}`],
  reject: [({ role }) => `Rejected; ${role} is told why`, (count) => `Rejected ${sayCount(count, "relay")}`],
  resolve: [() => "Resolved", (count) => `Resolved ${sayCount(count, "item")}`],
  archive: [() => "Archived 1 item", (count) => `Archived ${sayCount(count, "item")}`],
  "put-back": [() => "Put back the dropped lines", (count) => `Put back the lines of ${sayCount(count, "save")}`],
  dismiss: [() => "Dismissed; the file stays as it was saved", (count) => `Dismissed ${sayCount(count, "save")}`],
  fix: [() => "Fixed the file", (count) => `Fixed ${sayCount(count, "fault")}`],
  hide: [() => "Warning dismissed", (count) => `Dismissed ${sayCount(count, "warning")}`],
  see: [
    ({ session }) => `Seen: edits outside in ${session}`,
    (count) => `Seen: edits outside in ${sayCount(count, "session")}`,
  ],
  ping: [({ role }) => `Pinged ${role}: deadline reset`, (count) => `Pinged ${sayCount(count, "teammate")}`],
  resend: [
    ({ role }) => `Sent what was unclear to ${role}`,
    (count) => `Sent what was unclear to ${sayCount(count, "teammate")}`,
  ],
  full: [
    ({ role }) => `Sent the full text to ${role}`,
    (count) => `Sent the full text to ${sayCount(count, "teammate")}`,
  ],
  guide: [({ role }) => `Sent guidance to ${role}`, (count) => `Sent guidance to ${sayCount(count, "teammate")}`],
};

/** What was done to these needs, as the toast says it. */
export function sayDone(act: NeedAct, needs: readonly Need[]): string {
  const [one, several] = DONE[act] ?? [() => "Done", () => "Done"];
  const [only] = needs;
  return needs.length === 1 && only !== undefined ? one(only) : several(needs.length);
}
