"use client";
import { useQuery } from "@tanstack/react-query";
import { PruneDialog } from "@/components/memory/prune-dialog";
import { TextDialog } from "@/components/memory/text-dialog";
import type { Curation } from "@/components/memory/use-curation";
import { memoryQuery } from "@/lib/client/memory";
import type { SessionScope } from "@/lib/client/paths";
import type { NeedAct } from "./need-words";
import type { Need } from "./needs";

interface NeedDialogProps {
  workspace: string;
  need: Need;
  act: NeedAct;
  curation: Curation;
  onClose: () => void;
}

/** What has to be asked before something that waits can be settled. */
export function NeedDialog({ workspace, need, act, curation, onClose }: NeedDialogProps) {
  const scope = { workspace, session: need.session };
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
  return need.kind === "long" ? <Prune scope={scope} onClose={onClose} /> : null;
}

function Prune({ scope, onClose }: { scope: SessionScope; onClose: () => void }) {
  const { data } = useQuery(memoryQuery(scope));
  return data ? <PruneDialog scope={scope} memory={data} onClose={onClose} /> : null;
}
