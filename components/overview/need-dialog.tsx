"use client";
import { useQuery } from "@tanstack/react-query";
import { PruneDialog } from "@/components/memory/prune-dialog";
import { TextDialog } from "@/components/memory/text-dialog";
import type { Curation } from "@/components/memory/use-curation";
import { guideDelivery } from "@/lib/client/context";
import { memoryQuery } from "@/lib/client/memory";
import { settledNeeds } from "@/components/memory/settled-needs";
import type { SessionScope } from "@/lib/client/paths";
import { sayNeed } from "@/lib/client/say-need";
import type { Need } from "@/lib/contracts/needs";
import type { NeedAct } from "./need-words";

interface NeedDialogProps {
  workspace: string;
  need: Need;
  act: NeedAct;
  curation: Curation;
  onClose: () => void;
}

/** What has to be asked before something that waits can be settled. */
export function NeedDialog({ workspace, need, act, curation, onClose }: NeedDialogProps) {
  const scope = { workspace, session: need.session ?? "" };
  if (need.kind === "relay" && act === "edit") {
    return (
      <TextDialog
        title={`Edit and approve for ${need.relay.role}`}
        description="The item is written in these words, to its section."
        label="Text"
        submit="Approve"
        initial={need.relay.text}
        maxLength={20_000}
        onClose={onClose}
        onSubmit={(text) => void curation.approve(scope, need.relay, text)}
      />
    );
  }
  if (need.kind === "relay") {
    return (
      <TextDialog
        title="Reject the relay"
        description={`${need.relay.role} is told why.`}
        about={need.relay.text}
        label="Reason"
        submit="Reject"
        danger
        onClose={onClose}
        onSubmit={(reason) => void curation.reject(scope, need.relay, reason)}
      />
    );
  }
  if (need.kind === "conflict" || need.kind === "question") {
    return (
      <TextDialog
        title={need.kind === "conflict" ? "Resolve the conflict" : "Answer the question"}
        description="Strikes the item and appends your note."
        about={need.item.text}
        label={need.kind === "conflict" ? "What was decided" : "Answer"}
        submit="Resolve"
        onClose={onClose}
        onSubmit={(resolution) => void curation.resolve(scope, need.item, resolution)}
      />
    );
  }
  if (need.kind === "ack") {
    const { role, delivery } = need;
    return (
      <TextDialog
        title={`Guide ${need.role ?? ""}`}
        description="It reads this with its next update."
        about={sayNeed(need).text}
        label="Guidance"
        submit="Send"
        maxLength={20_000}
        onClose={onClose}
        onSubmit={(text) =>
          void curation.run({
            foresee: [settledNeeds(workspace, [need.key])],
            send: () => guideDelivery(scope, delivery ?? "", text),
            done: () => ({ title: `Sent guidance to ${role ?? ""}` }),
            failed: `No guidance was sent to ${role ?? ""}`,
          })
        }
      />
    );
  }
  return need.kind === "long" ? <Prune scope={scope} onClose={onClose} /> : null;
}

function Prune({ scope, onClose }: { scope: SessionScope; onClose: () => void }) {
  const { data } = useQuery(memoryQuery(scope));
  return data ? <PruneDialog scope={scope} memory={data} onClose={onClose} /> : null;
}
